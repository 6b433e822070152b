import { type CsvValues, writeCsv } from '../../lib/csv.ts'

type Format = 'csv' | 'ndjson'

/**
 * Writes rows in a format. A failure on the way ends the text with a line that says how much is missing. That line has no line feed, so that
 * whoever counts rows misses some.
 */
export async function* writeRows(
  format: Format,
  columns: readonly string[],
  announced: number,
  parts: AsyncIterable<readonly CsvValues[]>,
): AsyncGenerator<string> {
  let written = 0
  async function* counted() {
    for await (const rows of parts) {
      yield rows
      written += rows.length
    }
  }
  try {
    yield* format === 'csv' ? writeCsv(columns, counted()) : writeLines(counted())
    if (written !== announced) yield incomplete(format, written, announced)
  } catch {
    yield incomplete(format, written, announced)
  }
}

async function* writeLines(parts: AsyncIterable<readonly CsvValues[]>): AsyncGenerator<string> {
  for await (const rows of parts) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

function incomplete(format: Format, rows: number, of: number): string {
  return format === 'csv'
    ? `"This file is incomplete: it has ${rows} of ${of} rows."`
    : JSON.stringify({ incomplete: true, rows, of })
}
