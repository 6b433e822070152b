import { pipeline } from 'node:stream/promises'
import {
  importColumns,
  type ImportColumn,
  requiredImportColumns,
} from '@gatehouse/validation/endpoints/users'
import type { FieldCode } from '@gatehouse/validation/field-codes'
import { limits, serverLimits } from '@gatehouse/validation/limits'
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
  const [head = ''] = text.split(/\r\n|\n|\r/, 1)
  const delimiter =
    delimiters.toSorted((one, other) => head.split(other).length - head.split(one).length)[0] ?? ','
  assertNotTooMany(countRows(text, delimiter) - 1)
  const records = await parseRecords(text, delimiter)
  const [names, ...rows] = records
  if (!names) throw new AppError('csv_unreadable')
  const columns = readColumns(names.record)
  assertNotTooMany(rows.length)
  return rows.map(({ record, line }) => ({
    line: line - names.line,
    isTooLong: record.slice(columns.length).some((value) => value !== ''),
    row: Object.fromEntries(columns.map((column, at) => [column, withoutQuote(record[at] ?? '')])),
  }))
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
const PART_BYTES = 32 * 1024

const figures = new Intl.NumberFormat('en')

function assertNotTooMany(rows: number): void {
  const most = limits.importFile.rows
  if (rows <= most) return
  const message = `This file has ${figures.format(rows)} rows, and at most ${figures.format(most)} are read at once. Please divide it into several files.`
  throw new AppError('csv_too_many_rows', { message })
}

/** How many rows with a value there are, without reading them: a million rows are refused as fast as a few. */
function countRows(text: string, delimiter: string): number {
  let rows = 0
  let isQuoted = false
  let hasValue = false
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && (letter === '\n' || letter === '\r')) {
      if (hasValue) rows += 1
      hasValue = false
    } else if (letter !== delimiter && letter !== ' ') hasValue = true
  }
  return hasValue ? rows + 1 : rows
}

async function parseRecords(text: string, delimiter: string): Promise<{ record: string[]; line: number }[]> {
  const { parse } = await import('csv-parse')
  const parser = parse({
    delimiter,
    trim: true,
    info: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    relax_column_count: true,
    max_record_size: serverLimits.jsonBodyBytes,
  })
  const records: { record: string[]; line: number }[] = []
  try {
    await pipeline(takeTurns(partsOf(text)), parser, async (parsed) => {
      for await (const { record, info } of parsed) records.push({ record, line: info.lines })
    })
  } catch (cause) {
    throw new AppError('csv_unreadable', { cause })
  }
  return records
}

function* partsOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES)
}

/** The names in the first line, in any case, with blanks or underscores. */
function readColumns(names: readonly string[]): ImportColumn[] {
  if (names.length > limits.importFile.columns) throw new AppError('csv_unreadable')
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
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}
