import { importColumns, type ImportColumn } from './endpoints/users.ts'
import type { FieldCode } from './field-codes.ts'

/**
 * Text that a spreadsheet would evaluate: a leading apostrophe prevents that. Hyphens alone are not
 * evaluated; they are the last name of people with one name.
 */
export const formula = /^(?!-+$)[=+\-@\t\r＝＋－＠]/

const controls = /[^\P{Cc}\t\r\n]/u
const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, at) => bytes[at] === byte)

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Decodes UTF-16 with a byte order mark, UTF-8, or else windows-1252, which Excel writes as plain
 * CSV.
 * @returns undefined for other bytes: control characters are no text in windows-1252
 */
export function decodePeopleFile(bytes: Uint8Array): string | undefined {
  const isLittle = startsWith(bytes, [0xff, 0xfe])
  if (isLittle || startsWith(bytes, [0xfe, 0xff])) {
    const wide = decodeAs(isLittle ? 'utf-16le' : 'utf-16be', bytes)
    return wide?.includes('\0') ? undefined : wide
  }
  const text = decodeAs('utf-8', bytes)
  if (text !== undefined) return text.includes('\0') ? undefined : text
  // A file with the byte order mark of UTF-8 is damaged.
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return undefined
  const western = decodeAs('windows-1252', bytes)
  return western === undefined || controls.test(western) ? undefined : western
}

const separators = [',', ';', '\t', '|']
/** Excel reads the separator from such a line. */
const separatorLine = /^"?sep=([,;\t|])"?\s*$/i
/** The first line of Microsoft Entra's templates, to which a spreadsheet adds separators. */
const versionLine = /^"?version:v[\d.]+"?[,;|\t\s]*$/i

/**
 * Finds the separator, and what precedes the column names: empty lines, `sep=;` and `version:v1.0`.
 * The line of the names decides the separator, because `|` also divides the sites of one person.
 */
export function readFileHead(text: string) {
  const skipped = { lines: 0, characters: 0 }
  let head = ''
  let named: string | undefined
  for (const [whole, line = ''] of text.matchAll(/([^\r\n]*)(?:\r\n|\n|\r|$)/g)) {
    head = line
    const sign = separatorLine.exec(line)?.[1]
    const isSkipped = sign !== undefined || versionLine.test(line) || !/[^,;|\t\s]/.test(line)
    if (whole === '' || !isSkipped) break
    named ??= sign
    skipped.lines += 1
    skipped.characters += whole.length
  }
  const unquoted = head.replaceAll(/"[^"]*"/g, '')
  const countOf = (separator: string) => unquoted.split(separator).length
  const [most = ','] = separators.toSorted((one, other) => countOf(other) - countOf(one))
  return { separator: named ?? most, skipped }
}

/** Other names of our columns, each list for what the earlier ones have not found. */
const aliases: Partial<Record<ImportColumn, readonly (readonly string[])[]>> = {
  first_name: [['firstname', 'given_name', 'givenname', 'nombre', 'nombres']],
  last_name: [['lastname', 'surname', 'family_name', 'apellido', 'apellidos']],
  email: [
    ['e_mail', 'mail', 'email_address', 'correo', 'correo_electronico'],
    ['user_name', 'user_principal_name', 'userprincipalname'],
  ],
  mobile: [
    ['mobile_phone', 'mobilephone', 'movil', 'celular'],
    ['phone', 'telephone', 'telefono'],
  ],
  employee_number: [['employee_no', 'employee_id', 'employeeid', 'number', 'numero_de_empleado']],
  phone_extension: [['extension', 'ext']],
  sites: [['site', 'assigned_sites', 'sitio', 'sitios', 'sede', 'sedes']],
  user_type: [['account_type', 'type', 'tipo', 'tipo_de_cuenta']],
}

/** Longer than any name of a column. */
const MOST_LETTERS = 100

/** `*First Name`, `First Name [Required]`, `First name [givenName] Required`: `first_name`. */
function headingKey(heading: string): string {
  return heading
    .slice(0, MOST_LETTERS)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\[[^[\]]*\]/g, ' ')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .replace(/_(?:required|optional|obligatorio|requerido|opcional)$/, '')
}

/** Which column of a file is which of ours. */
export type Mapping = Partial<Record<ImportColumn, number>>

/** What the names of a file's columns say: which is which, and where several have one name. */
export interface Guess {
  mapping: Mapping
  doubled: Partial<Record<ImportColumn, readonly number[]>>
}

/** Guesses which column of a file is which, by its name. Our own names go before others. */
export function guessMapping(headings: readonly string[]): Guess {
  const keys = headings.map(headingKey)
  const guess: Guess = { mapping: {}, doubled: {} }
  for (const column of importColumns) {
    const found = [[column], ...(aliases[column] ?? [])]
      .map((names) => keys.flatMap((key, at) => (names.includes(key) ? [at] : [])))
      .find((places) => places.length > 0)
    if (found && found.length > 1) guess.doubled[column] = found
    else if (found?.[0] !== undefined) guess.mapping[column] = found[0]
  }
  return guess
}

const rounded = /^\d(?:[.,]\d+)?E\+\d+$/i

/**
 * Finds the employee numbers that a spreadsheet may have changed: `1.2E+05`, and `7` beside `007`.
 * @param numbers by line
 */
export function findNumberWarnings(numbers: ReadonlyMap<number, string>): Map<number, FieldCode> {
  const warnings = new Map<number, FieldCode>()
  const digits = [...numbers].filter(([, number]) => /^\d+$/.test(number))
  for (const same of Map.groupBy(digits, ([, number]) => number.replace(/^0+(?=\d)/, '')).values())
    if (new Set(same.map(([, number]) => number)).size > 1)
      for (const [line] of same) warnings.set(line, 'number_zeros')
  for (const [line, number] of numbers) if (rounded.test(number)) warnings.set(line, 'number_rounded')
  return warnings
}
