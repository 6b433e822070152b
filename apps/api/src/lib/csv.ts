import { stringify } from 'csv-stringify/sync'

export type CsvValues = Record<string, string | number | null>

/** UTF-8 with its mark, which spreadsheets need. Every value is quoted, and what they would take for a formula begins with an apostrophe. */
export async function* writeCsv(
  columns: readonly string[],
  parts: AsyncIterable<readonly CsvValues[]>,
): AsyncGenerator<string> {
  const write = (rows: readonly CsvValues[], isHead: boolean) =>
    stringify([...rows], {
      columns: [...columns],
      header: isHead,
      bom: isHead,
      quoted: true,
      quoted_empty: true,
      escape_formulas: true,
      record_delimiter: 'windows',
    })
  yield write([], true)
  for await (const rows of parts) yield write(rows, false)
}
