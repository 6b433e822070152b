import {
  importColumns,
  type ImportColumn,
  requiredImportColumns,
} from '@gatehouse/validation/endpoints/users'
import { limits } from '@gatehouse/validation/limits'
import { spellingKeyOf } from '@gatehouse/validation/spelling-key'

/** A file of people as it was read: the names of its columns, and its rows with their lines. */
export interface ImportFile {
  columns: string[]
  rows: { line: number; cells: string[] }[]
}

export type FileProblem = 'spreadsheet' | 'binary' | 'encoding' | 'empty' | 'quote' | 'columns' | 'rows'

/** Which column of the file is which of ours. */
export type Mapping = Partial<Record<ImportColumn, number>>

const delimiters = [',', ';', '\t']

/** Reads UTF-8, or UTF-16 where the file says so. Another encoding is not guessed: names would get wrong letters. */
export function decodeFile(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** How the files of spreadsheets begin, today and in earlier versions. */
const spreadsheetMarks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** How pictures (PNG, JPEG, GIF, WebP), PDF and packed files begin. */
const otherMarks = ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'RIFF', '%PDF', '\x1f\x8b']

/**
 * Whether what is no text is no table in another encoding either: it begins like another file, as a HEIC photo does after four bytes, or a
 * control character is in it that no table has. UTF-16 without its mark has zeros between its letters.
 */
function isBinary(bytes: Uint8Array): boolean {
  const head = String.fromCodePoint(...bytes.subarray(0, 12))
  if (head.slice(4, 8) === 'ftyp' || otherMarks.some((mark) => head.startsWith(mark))) return true
  return bytes.subarray(0, 1000).some((byte) => (byte > 0 && byte < 9) || (byte > 13 && byte < 27))
}

/** Longer than any value. Where a quote is never closed, the rest of the file is one. */
const MOST_CHARACTERS = 10_000

/** Reads the rows of a CSV file (RFC 4180) whose values are divided by commas, semicolons or tabs. Empty lines are left out. */
export function readFile(bytes: Uint8Array): ImportFile | FileProblem {
  if (spreadsheetMarks.some((mark) => mark.every((byte, at) => bytes[at] === byte))) return 'spreadsheet'
  const text = decodeFile(bytes)
  if (text === undefined) return isBinary(bytes) ? 'binary' : 'encoding'
  const records = readRecords(text)
  if (records === undefined) return 'quote'
  const [head, ...rows] = records
  if (!head || rows.length === 0) return 'empty'
  if (head.cells.length > limits.importFile.columns) return 'columns'
  return rows.length > limits.importFile.rows
    ? 'rows'
    : { columns: head.cells.map((cell) => cell.trim()), rows }
}

/** What divides the values, and how much stands above the names of the columns: empty lines, and the `sep=;` of spreadsheets. */
function readHead(text: string) {
  const skipped = { lines: 0, characters: 0 }
  let head = ''
  let named: string | undefined
  for (const [whole, line = ''] of text.matchAll(/([^\r\n]*)(?:\r\n|\n|\r|$)/g)) {
    head = line
    const sign = /^"?sep=([,;\t])"?\s*$/i.exec(line)?.[1]
    if (whole === '' || (sign === undefined && /[^,;\t\s]/.test(line))) break
    named ??= sign
    skipped.lines += 1
    skipped.characters += whole.length
  }
  const [most = ','] = delimiters.toSorted((one, other) => head.split(other).length - head.split(one).length)
  return { delimiter: named ?? most, skipped }
}

function readRecords(text: string): ImportFile['rows'] | undefined {
  const { delimiter, skipped } = readHead(text)
  const records: ImportFile['rows'] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1 + skipped.lines
  let start = line
  const endRow = () => {
    cells.push(cell)
    // Those that are left out must not count against the limit: the rows below them would be lost.
    if (cells.some((value) => value.trim() !== '')) records.push({ line: start, cells })
    cells = []
    cell = ''
  }
  for (let at = skipped.characters; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (cell.length > MOST_CHARACTERS) return undefined
    const isBreak = letter === '\n' || (letter === '\r' && text[at + 1] !== '\n')
    if (isBreak) line += 1
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (letter === delimiter) {
      cells.push(cell)
      cell = ''
    } else if (isBreak) {
      endRow()
      start = line
      // One more than is accepted tells that there are more.
      if (records.length > limits.importFile.rows + 1) break
    } else if (letter !== '\r') cell += letter
  }
  if (isQuoted) return undefined
  if (cell !== '' || cells.length > 0) endRow()
  return records
}

const aliases: Partial<Record<ImportColumn, readonly string[]>> = {
  first_name: ['firstname', 'given_name', 'nombre', 'nombres'],
  last_name: ['lastname', 'surname', 'family_name', 'apellido', 'apellidos'],
  email: ['e_mail', 'mail', 'email_address', 'correo', 'correo_electronico'],
  mobile: ['phone', 'mobile_phone', 'telephone', 'movil', 'celular', 'telefono'],
  employee_number: ['employee_no', 'employee_id', 'number', 'numero_de_empleado'],
  phone_extension: ['extension', 'ext'],
  sites: ['site', 'assigned_sites', 'sitio', 'sitios', 'sede', 'sedes'],
  user_type: ['account_type', 'type', 'tipo', 'tipo_de_cuenta'],
}

/** What the names of a file's columns say: which is which, and where several have one name, so that a person has to choose. */
export interface Guess {
  mapping: Mapping
  doubled: Partial<Record<ImportColumn, readonly number[]>>
}

/** Guesses which column of a file is which, by its name. Our own names go before others. */
export function guessMapping(columns: readonly string[]): Guess {
  const names = columns.map((name) =>
    name
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_'),
  )
  const placesOf = (isMeant: (name: string) => boolean) =>
    names.flatMap((name, at) => (isMeant(name) ? [at] : []))
  const guess: Guess = { mapping: {}, doubled: {} }
  for (const column of importColumns) {
    const own = placesOf((name) => name === column)
    const found = own.length > 0 ? own : placesOf((name) => aliases[column]?.includes(name) ?? false)
    if (found.length > 1) guess.doubled[column] = found
    else if (found[0] !== undefined) guess.mapping[column] = found[0]
  }
  return guess
}

/** The columns that have to be chosen and are not. */
export function missingColumns(mapping: Mapping): ImportColumn[] {
  return requiredImportColumns.filter((column) => mapping[column] === undefined)
}

/** The rows as a file with the names of our columns. */
export function writePart(rows: ImportFile['rows'], mapping: Mapping): Blob {
  const columns = importColumns.filter((column) => mapping[column] !== undefined)
  const lines = rows.map(({ cells }) =>
    columns.map((column) => quoted(cells[mapping[column] ?? 0] ?? '')).join(','),
  )
  return new Blob([[columns.join(','), ...lines].join('\r\n')], { type: 'text/csv' })
}

function quoted(text: string): string {
  // One line for each row, so that the report of the server finds it.
  return `"${text.replaceAll(/\s*[\r\n]+\s*/g, ' ').replaceAll('"', '""')}"`
}

/** The lines whose email or employee number an earlier line has. The server sees one part at a time. */
export function repeatedLines(
  rows: ImportFile['rows'],
  mapping: Mapping,
): Map<number, ('email' | 'employee_number')[]> {
  const repeated = new Map<number, ('email' | 'employee_number')[]>()
  for (const column of ['email', 'employee_number'] as const) {
    const at = mapping[column]
    if (at === undefined) continue
    const seen = new Set<string>()
    for (const { line, cells } of rows) {
      const text = cells[at] ?? ''
      const value = column === 'email' ? text.normalize('NFC').trim().toLowerCase() : spellingKeyOf(text)
      if (value === '') continue
      if (seen.has(value)) repeated.set(line, [...(repeated.get(line) ?? []), column])
      seen.add(value)
    }
  }
  return repeated
}

/** The lines with more values than there are columns, which may stand in wrong ones. */
export function longLines({ columns, rows }: ImportFile): number[] {
  return rows
    .filter(({ cells }) => cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    .map(({ line }) => line)
}

/** The template to fill in: the names of the columns, and one person as an example. */
export const template =
  '\ufeff' +
  [
    importColumns.join(','),
    '"Ana","Silva","ana@example.org","0491 570 156","E-17","12","Harbour Hall: Manager | Lighthouse","Staff","no","yes","no"',
  ].join('\r\n')
