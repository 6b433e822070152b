import { type CsvRow, type CsvValue, writeCsvRows } from '../../lib/csv.ts'

type Format = 'csv' | 'ndjson'

/** Writes rows in a format. */
export function writeRows(
  format: Format,
  columns: readonly string[],
  parts: AsyncIterable<readonly CsvRow[]>,
): AsyncGenerator<string> {
  return format === 'csv' ? writeCsvRows(columns, parts) : writeLines(columns, parts)
}

async function* writeLines(
  columns: readonly string[],
  parts: AsyncIterable<readonly CsvRow[]>,
): AsyncGenerator<string> {
  const names = columns.map((name, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  for await (const rows of parts) {
    let text = ''
    for (const row of rows) {
      for (let at = 0; at < row.length; at += 1) text += `${names[at]}${textOf(row[at] ?? null)}`
      text += '}\n'
    }
    yield text
  }
}

const textOf = (value: CsvValue) => (typeof value === 'string' ? JSON.stringify(value) : String(value))
