import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CsvRow, writeCsv, writeCsvRows } from './csv.ts'

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  return (await Array.fromAsync(parts)).join('')
}

async function* inParts<Row>(rows: readonly Row[], size: number): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}

/** The whole file, written by the library. */
const byLibrary = (columns: readonly string[], rows: readonly CsvRow[]) =>
  stringify([columns, ...rows] as unknown[][], {
    bom: true,
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  })

const begins = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '＝',
  '＋',
  '－',
  '＠',
  '"',
  "'",
  ',',
  ' ',
  '•',
)
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.tuple(begins, fc.string()).map((parts) => parts.join('')),
  fc.tuple(fc.string(), begins, fc.string()).map((parts) => parts.join('')),
  fc.constant(''),
)
const values = fc.oneof(
  texts,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(null),
)

it('writes every value as csv-stringify does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(values, values, values), { maxLength: 20 }),
      fc.integer({ min: 1, max: 7 }),
      async (rows, size) => {
        const columns = ['a', 'b', 'c']
        expect(await textOf(writeCsvRows(columns, inParts(rows, size)))).toBe(byLibrary(columns, rows))
      },
    ),
    { numRuns: 500 },
  )
})

it('writes named values in the order of the columns, and nothing where one is missing', async () => {
  const rows = inParts([{ b: '=1', a: 1 }, { a: null }], 1)
  expect(await textOf(writeCsv(['a', 'b'], rows))).toBe('\uFEFF"a","b"\r\n"1","\'=1"\r\n"",""\r\n')
})
