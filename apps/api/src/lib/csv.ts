import { stringify } from 'csv-stringify/sync'

export type CsvValue = string | number | null
export type CsvValues = Readonly<Record<string, CsvValue>>
export type CsvRow = readonly CsvValue[]

const style = {
  quoted: true,
  quoted_empty: true,
  escape_formulas: true,
  record_delimiter: 'windows',
} as const
const END_OF_ROW = '\r\n'

/** Writes rows of named values, like `writeCsvRows`. */
export async function* writeCsv(
  columns: readonly string[],
  parts: AsyncIterable<readonly CsvValues[]>,
): AsyncGenerator<string> {
  async function* inOrder() {
    for await (const rows of parts) yield rows.map((row) => columns.map((name) => row[name] ?? null))
  }
  yield* writeCsvRows(columns, inOrder())
}

/**
 * UTF-8 with a byte-order mark, which spreadsheets need. Every value is quoted, and values that
 * they would read as formulas get a leading apostrophe.
 */
export async function* writeCsvRows(
  columns: readonly string[],
  parts: AsyncIterable<readonly CsvRow[]>,
): AsyncGenerator<string> {
  yield stringify([], { ...style, columns: [...columns], header: true, bom: true })
  for await (const rows of parts) if (rows.length > 0) yield writePart(rows)
}

function writePart(rows: readonly CsvRow[]): string {
  let text = ''
  for (const row of rows) {
    for (let at = 0; at < row.length; at += 1) text += (at === 0 ? '' : ',') + quote(row[at] ?? null)
    text += END_OF_ROW
  }
  return text
}

/** Starts with a letter or digit, so it is not a formula, and has no quotation mark. */
const plain = /^[\p{L}\p{N}][^"]*$/u

/** A value as csv-stringify writes it. The check makes it several times as fast. */
function quote(value: CsvValue): string {
  if (value === null || value === '') return '""'
  if (typeof value === 'number' || plain.test(value)) return `"${value}"`
  return stringify([[value]], style).slice(0, -END_OF_ROW.length)
}
