import { type CsvRow, type CsvValue, writeCsvRows } from '../../lib/csv.ts'

type Format = 'csv' | 'ndjson'

/**
 * Writes rows in a format. A failure on the way ends the text with a line that says how much is missing. That line has no line feed, so that
 * whoever counts rows misses some.
 */
export async function* writeRows(
  format: Format,
  columns: readonly string[],
  announced: number,
  parts: AsyncIterable<readonly CsvRow[]>,
): AsyncGenerator<string> {
  let written = 0
  async function* counted() {
    for await (const rows of parts) {
      yield rows
      written += rows.length
    }
  }
  try {
    yield* format === 'csv' ? writeCsvRows(columns, counted()) : writeLines(columns, counted())
    if (written !== announced) yield incomplete(format, written, announced)
  } catch {
    yield incomplete(format, written, announced)
  }
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

function incomplete(format: Format, rows: number, of: number): string {
  return format === 'csv'
    ? `"This file is incomplete: it has ${rows} of ${of} rows."`
    : JSON.stringify({ incomplete: true, rows, of })
}
