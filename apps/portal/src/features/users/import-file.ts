import {
  type ignoredImportColumns,
  importColumns,
  type ImportColumn,
  requiredImportColumns,
} from '@gatehouse/validation/endpoints/users'
import { limits } from '@gatehouse/validation/limits'
import { decodePeopleFile, formula, type Mapping, readFileHead } from '@gatehouse/validation/people-file'
import { spellingKeyOf } from '@gatehouse/validation/spelling-key'

/** A parsed file of people: its column names, and its rows with their line numbers. */
export interface ImportFile {
  columns: string[]
  rows: { line: number; cells: string[] }[]
}

export type FileProblem = 'spreadsheet' | 'binary' | 'encoding' | 'empty' | 'quote' | 'columns' | 'rows'

/** The first bytes of spreadsheets, in current and earlier formats. */
const spreadsheetMarks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** The first bytes of pictures (PNG, JPEG, GIF, WebP), PDF and archives. */
const otherMarks = ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'RIFF', '%PDF', '\x1f\x8b']

/**
 * Whether a file starts like a picture, a PDF or an archive. A HEIC photo has its mark after four
 * bytes.
 */
function isOtherKind(bytes: Uint8Array): boolean {
  const head = String.fromCodePoint(...bytes.subarray(0, 12))
  return head.slice(4, 8) === 'ftyp' || otherMarks.some((mark) => head.startsWith(mark))
}

/**
 * Whether it has control characters, which no table has. UTF-16 without its mark has zeros between
 * its letters.
 */
function hasControls(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 1000).some((byte) => (byte > 0 && byte < 9) || (byte > 13 && byte < 27))
}

/** Longer than any value. An unclosed quote makes the rest of the file one value. */
const MOST_CHARACTERS = 10_000

/**
 * Parses a CSV file (RFC 4180), separated by commas, semicolons, tabs or `|`. Empty lines are left
 * out.
 */
export function readFile(bytes: Uint8Array): ImportFile | FileProblem {
  if (spreadsheetMarks.some((mark) => mark.every((byte, at) => bytes[at] === byte))) return 'spreadsheet'
  if (isOtherKind(bytes)) return 'binary'
  const text = decodePeopleFile(bytes)
  if (text === undefined) return hasControls(bytes) ? 'binary' : 'encoding'
  const records = readRecords(text)
  if (records === undefined) return 'quote'
  const [head, ...rows] = records
  if (!head || rows.length === 0) return 'empty'
  if (head.cells.length > limits.importFile.columns) return 'columns'
  return rows.length > limits.importFile.rows
    ? 'rows'
    : { columns: head.cells.map((cell) => cell.trim()), rows }
}

function readRecords(text: string): ImportFile['rows'] | undefined {
  const { separator, skipped } = readFileHead(text)
  const records: ImportFile['rows'] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1 + skipped.lines
  let start = line
  const endRow = () => {
    cells.push(cell)
    // Empty lines must not count against the limit: the rows below them would be lost.
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
    } else if (letter === separator) {
      cells.push(cell)
      cell = ''
    } else if (isBreak) {
      endRow()
      start = line
      // One more than is accepted shows that there are more.
      if (records.length > limits.importFile.rows + 1) break
    } else if (letter !== '\r') cell += letter
  }
  if (isQuoted) return undefined
  if (cell !== '' || cells.length > 0) endRow()
  return records
}

/** The required columns that are not chosen. */
export function missingColumns(mapping: Mapping): ImportColumn[] {
  return requiredImportColumns.filter((column) => mapping[column] === undefined)
}

/** The rows as a file with our column names. */
export function writePart(rows: ImportFile['rows'], mapping: Mapping): Blob {
  const columns = importColumns.filter((column) => mapping[column] !== undefined)
  const lines = rows.map(({ cells }) =>
    columns.map((column) => quoted(cells[mapping[column] ?? 0] ?? '')).join(','),
  )
  return new Blob([[columns.join(','), ...lines].join('\r\n')], { type: 'text/csv' })
}

function quoted(text: string): string {
  // One line per row, so that the line numbers of the server's report match.
  return `"${text.replaceAll(/\s*[\r\n]+\s*/g, ' ').replaceAll('"', '""')}"`
}

const reasonColumn = 'reason' satisfies (typeof ignoredImportColumns)[number]

/**
 * The failed rows, with all of their values, as a file to correct and import again. The reason is
 * the first column, because a row may have more values than there are columns.
 * @param reasons by line
 */
export function writeFailedRows({ columns, rows }: ImportFile, reasons: ReadonlyMap<number, string>): Blob {
  // The file may be such a list itself.
  const earlier = columns.indexOf(reasonColumn)
  const lineOf = (first: string, cells: readonly string[]) =>
    [first, ...cells.filter((_, at) => at !== earlier)]
      // The import removes the apostrophe.
      .map((cell) => quoted(formula.test(cell) ? `'${cell}` : cell))
      .join(',')
  const failed = rows.flatMap(({ line, cells }) => {
    const reason = reasons.get(line)
    return reason === undefined ? [] : [lineOf(reason, cells)]
  })
  return new Blob(['\ufeff', [lineOf(reasonColumn, columns), ...failed].join('\r\n')], { type: 'text/csv' })
}

/**
 * The lines that repeat the email or employee number of an earlier line. The server sees one part
 * at a time.
 */
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

/** The lines with more values than columns, whose values may be in the wrong ones. */
export function longLines({ columns, rows }: ImportFile): number[] {
  return rows
    .filter(({ cells }) => cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    .map(({ line }) => line)
}

/** The template to fill in: the column names, and one person as an example. */
export const template =
  '\ufeff' +
  [
    importColumns.join(','),
    '"Ana","Silva","ana@example.org","0491 570 156","E-17","12","Harbour Hall: Manager | Lighthouse","Staff","no","yes","no"',
  ].join('\r\n')
