import { pipeline } from 'node:stream/promises'
import {
  ignoredImportColumns,
  type ImportColumn,
  importColumns,
  requiredImportColumns,
} from '@gatehouse/validation/endpoints/users'
import type { FieldCode } from '@gatehouse/validation/field-codes'
import { limits } from '@gatehouse/validation/limits'
import { decodePeopleFile, guessMapping, readFileHead } from '@gatehouse/validation/people-file'
import { AppError } from '../../lib/app-error.ts'
import { takeTurns } from '../../lib/take-turns.ts'

export type CsvRow = Partial<Record<ImportColumn, string>>

export interface CsvRecord {
  row: CsvRow
  line: number
  /** It has more values than columns, so values may be in wrong columns. */
  isTooLong: boolean
}

export interface CsvFile {
  /** The first line below the column names. */
  firstLine: number
  records: CsvRecord[]
}

/**
 * Reads a file of people: a line with the column names, then one person per line. Empty lines are
 * skipped, but count for line numbers.
 * @throws AppError `csv_encoding`, `csv_unreadable`, `csv_columns` with the faulty columns,
 *   `csv_too_many_rows`
 */
export async function readCsv(bytes: Uint8Array): Promise<CsvFile> {
  const whole = decodePeopleFile(bytes)
  if (whole === undefined) throw new AppError('csv_encoding')
  const { separator, skipped } = readFileHead(whole.slice(0, limits.importFile.rowLetters))
  const text = whole.slice(skipped.characters)
  assertNotTooMany((await countRows(text, separator)) - 1)
  const file = await parseRows(text, separator, skipped.lines)
  if (!file) throw new AppError('csv_unreadable')
  assertNotTooMany(file.records.length)
  return file
}

/** How many characters or bytes are processed before other requests run. */
const PART_SIZE = 16 * 1024

const figures = new Intl.NumberFormat('en')

function assertNotTooMany(rows: number): void {
  const most = limits.importFile.rows
  if (rows <= most) return
  const message = `This file has ${figures.format(rows)} rows, and at most ${figures.format(most)} are read at once. Please divide it into several files.`
  throw new AppError('csv_too_many_rows', { message })
}

/**
 * Counts the rows with a value without parsing them, so that a million rows are refused as fast as
 * a few.
 * @throws AppError `csv_unreadable` where a row is too long for a person or has too many values
 */
async function countRows(text: string, delimiter: string): Promise<number> {
  const { rowLetters, columns } = limits.importFile
  let rows = 0
  let isQuoted = false
  let hasValue = false
  let start = -1
  let values = 1
  for await (const from of takeTurns(startsOf(text.length)))
    for (let at = from; at < Math.min(from + PART_SIZE, text.length); at += 1) {
      const letter = text[at]
      if (letter === '"') isQuoted = !isQuoted
      else if (!isQuoted && (letter === '\n' || letter === '\r')) {
        if (hasValue) rows += 1
        hasValue = false
        start = at
        values = 1
      } else if (letter === delimiter) values += isQuoted ? 0 : 1
      else if (letter !== ' ') hasValue = true
      if (at - start > rowLetters || values > columns) throw new AppError('csv_unreadable')
    }
  return hasValue ? rows + 1 : rows
}

/** @returns undefined where even the column names are missing */
async function parseRows(text: string, delimiter: string, linesAbove: number): Promise<CsvFile | undefined> {
  const { parse } = await import('csv-parse')
  const parser = parse({
    delimiter,
    trim: true,
    info: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    relax_column_count: true,
  })
  let head: { columns: FileColumn[]; line: number } | undefined
  const records: CsvRecord[] = []
  try {
    await pipeline(takeTurns(partsOf(text)), parser, async (parsed) => {
      for await (const { record, info } of parsed)
        if (head) records.push(toRow(record, linesAbove + info.lines, head.columns))
        else head = { columns: readColumns(record), line: linesAbove + info.lines }
    })
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('csv_unreadable', { cause })
  }
  return head && { firstLine: head.line + 1, records }
}

const toRow = (record: string[], line: number, columns: readonly FileColumn[]): CsvRecord => {
  const row: CsvRow = {}
  columns.forEach((column, at) => {
    if (column) row[column] = withoutQuote(record[at] ?? '')
  })
  return { line, isTooLong: record.slice(columns.length).some((value) => value !== ''), row }
}

function* partsOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text)
  for (const at of startsOf(bytes.length)) yield bytes.subarray(at, at + PART_SIZE)
}

function* startsOf(length: number): Generator<number> {
  for (let at = 0; at < length; at += PART_SIZE) yield at
}

/** A column of a file; undefined for one that the import ignores. */
type FileColumn = ImportColumn | undefined

/** Maps the columns. The import refuses files with unknown columns, because one may be misspelt. */
function readColumns(headings: readonly string[]): FileColumn[] {
  const { mapping, doubled } = guessMapping(headings)
  const fields: Record<string, FieldCode> = Object.create(null)
  for (const name of requiredImportColumns) if (mapping[name] === undefined) fields[name] = 'column_missing'
  for (const name of Object.keys(doubled)) fields[name] = 'column_twice'
  const twice = new Set(Object.values(doubled).flat())
  const columns = headings.map((heading, at) => {
    const column = importColumns.find((name) => mapping[name] === at)
    const name = heading.toLowerCase().replaceAll(/[\s_-]+/g, '_')
    if (!column && !twice.has(at) && !ignoredImportColumns.some((ignored) => ignored === name))
      fields[name || String(at + 1)] = 'column_unknown'
    return column
  })
  if (Object.keys(fields).length > 0) throw new AppError('csv_columns', { fields })
  return columns
}

/** Removes the apostrophe that spreadsheets and our export put before a text like a formula. */
function withoutQuote(text: string): string {
  return /^'[=+\-@\t\r＝＋－＠]/.test(text) ? text.slice(1) : text
}
