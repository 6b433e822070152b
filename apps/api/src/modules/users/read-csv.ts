import { pipeline } from 'node:stream/promises'
import {
  importColumns,
  type ImportColumn,
  requiredImportColumns,
} from '@gatehouse/validation/endpoints/users'
import type { FieldCode } from '@gatehouse/validation/field-codes'
import { limits } from '@gatehouse/validation/limits'
import { AppError } from '../../lib/app-error.ts'
import { takeTurns } from '../../lib/take-turns.ts'

export type CsvRow = Partial<Record<ImportColumn, string>>

export interface CsvRecord {
  row: CsvRow
  line: number
  /** It has more values than there are columns, so that they may stand in wrong ones. */
  isTooLong: boolean
}

/**
 * Reads a file of people: the first line names the columns, each other line is a person. Empty lines count, and are left out.
 * @returns each row with its line, counted from the first one after the names
 * @throws AppError `csv_encoding`, `csv_unreadable`, `csv_columns` with the columns at fault, `csv_too_many_rows`
 */
export async function readCsv(bytes: Uint8Array): Promise<CsvRecord[]> {
  const text = decode(bytes)
  const [head = ''] = text.slice(0, limits.importFile.rowLetters).split(/\r\n|\n|\r/, 1)
  const delimiter =
    delimiters.toSorted((one, other) => head.split(other).length - head.split(one).length)[0] ?? ','
  assertNotTooMany((await countRows(text, delimiter)) - 1)
  const rows = await parseRows(text, delimiter)
  if (!rows) throw new AppError('csv_unreadable')
  assertNotTooMany(rows.length)
  return rows
}

/** UTF-8, or UTF-16 where the file says so. Any other encoding is not guessed: names would be stored with wrong letters. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch (cause) {
    throw new AppError('csv_encoding', { cause })
  }
  throw new AppError('csv_encoding')
}

const delimiters = [',', ';', '\t']
/** So many letters, or bytes, are read without a turn of others. */
const PART_SIZE = 16 * 1024

const figures = new Intl.NumberFormat('en')

function assertNotTooMany(rows: number): void {
  const most = limits.importFile.rows
  if (rows <= most) return
  const message = `This file has ${figures.format(rows)} rows, and at most ${figures.format(most)} are read at once. Please divide it into several files.`
  throw new AppError('csv_too_many_rows', { message })
}

/**
 * How many rows with a value there are, without reading them: a million rows are refused as fast as a few.
 * @throws AppError `csv_unreadable` where a row is longer than that of any person, or has more values
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

/** @returns undefined where not even the columns are named */
async function parseRows(text: string, delimiter: string): Promise<CsvRecord[] | undefined> {
  const { parse } = await import('csv-parse')
  const parser = parse({
    delimiter,
    trim: true,
    info: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    relax_column_count: true,
  })
  let head: { columns: ImportColumn[]; line: number } | undefined
  const rows: CsvRecord[] = []
  try {
    await pipeline(takeTurns(partsOf(text)), parser, async (parsed) => {
      for await (const { record, info } of parsed)
        if (head) rows.push(toRow(record, info.lines - head.line, head.columns))
        else head = { columns: readColumns(record), line: info.lines }
    })
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('csv_unreadable', { cause })
  }
  return head && rows
}

const toRow = (record: string[], line: number, columns: readonly ImportColumn[]): CsvRecord => ({
  line,
  isTooLong: record.slice(columns.length).some((value) => value !== ''),
  row: Object.fromEntries(columns.map((column, at) => [column, withoutQuote(record[at] ?? '')])),
})

function* partsOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text)
  for (const at of startsOf(bytes.length)) yield bytes.subarray(at, at + PART_SIZE)
}

function* startsOf(length: number): Generator<number> {
  for (let at = 0; at < length; at += PART_SIZE) yield at
}

/** The names in the first line, in any case, with blanks or underscores. */
function readColumns(names: readonly string[]): ImportColumn[] {
  const found = names.map((name) => name.toLowerCase().replaceAll(/[\s_-]+/g, '_'))
  const fields: Record<string, FieldCode> = Object.create(null)
  for (const name of requiredImportColumns) if (!found.includes(name)) fields[name] = 'column_missing'
  found.forEach((name, at) => {
    if (!isColumn(name)) fields[name || String(at + 1)] = 'column_unknown'
    else if (found.indexOf(name) !== at) fields[name] = 'column_twice'
  })
  if (Object.keys(fields).length > 0) throw new AppError('csv_columns', { fields })
  return found.filter(isColumn)
}

function isColumn(name: string): name is ImportColumn {
  return importColumns.some((column) => column === name)
}

/** Spreadsheets and our export put an apostrophe before a text that would be a formula. */
function withoutQuote(text: string): string {
  return /^'[=+\-@\t\r＝＋－＠]/.test(text) ? text.slice(1) : text
}
