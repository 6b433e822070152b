import { correctedFields } from '@gatehouse/validation/endpoints/access-log'
import { exportTimeZone } from '@gatehouse/validation/export-name'
import { toWrittenNumber } from '@gatehouse/validation/phone-numbers'
import { type CsvRow, type CsvValue, writeCsvRows } from '../../lib/csv.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import { createZoneClock } from '../../lib/zone-clock.ts'
import { showMobile, canReadMobilesOfHistory, type MobilesReadable } from '../people/mobile-visibility.ts'
import type { CorrectedFields } from '../../db/schema/log-corrections.ts'
import type { LogEvent, LogResult } from '@gatehouse/validation/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import type { ReadingActor } from '../../context.ts'
import type { GivenAnswer } from '../../db/schema/visits.ts'
import { authorName, personName, sourceName } from './entries.ts'

/** The columns of `exportColumns`. An array is read faster than an object with as many names. */
export type ExportedRow = [
  seconds: number,
  recordId: string,
  event: LogEvent,
  result: LogResult,
  kind: string,
  dependents: number,
  source: string,
  isOffline: boolean,
  temperature: number | null,
  stayMinutes: number | null,
  site: string,
  timeZone: string,
  region: string,
  method: string | null,
  role: string,
  person: string,
  mobile: string,
  canReadMobile: MobilesReadable,
  answers: GivenAnswer[] | null,
  before: CorrectedFields | null,
  after: CorrectedFields | null,
  note: string | null,
  author: string | null,
  byVisitor: boolean,
]

const answersOf = (row: ExportedRow): GivenAnswer[] | null => row[18]

/**
 * What an export reads of an entry. The time is in seconds, because PostgreSQL computes with a float several times as fast as with a number of
 * any length; a microsecond is still exact. The answers stand beside the sign-in or the refusal at which they were given.
 */
export const exportColumns = (actor: ReadingActor): SQL => sql`
  date_part('epoch', entry.at), entry.record_id, entry.event, entry.result, entry.kind, entry.dependents, ${sourceName},
  entry.signed_in_offline, entry.temperature::float8, floor(entry.stay)::int, sites.name, sites.time_zone, sites.region, method.name,
  entry.role_name, ${personName}, entry.mobile, ${canReadMobilesOfHistory(actor, sql`entry.is_open`)},
  case when entry.event in ('in', 'refused') and entry.answers <> '[]' then entry.answers end,
  correction.before, correction.after, correction.note, ${authorName}, entry.event = 'corrected' and correction.corrected_by is null`

const columns = [
  'log_date',
  'site_time',
  'site_time_zone',
  'site_utc_offset',
  'utc',
  'event',
  'result',
  'site',
  'method',
  'source',
  'sent_later',
  'person',
  'kind',
  'role',
  'mobile',
  'dependents',
  'temperature_celsius',
  'stay_minutes',
  'question',
  'answer',
  'answer_failed',
  'record_id',
  'corrected_fields',
  'corrected_from',
  'corrected_to',
  'correction_note',
  'corrected_by',
]

/** The rows of entries. Other requests run in between. */
export async function* toExportRows(parts: AsyncIterable<readonly ExportedRow[]>): AsyncGenerator<CsvRow[]> {
  const toRows = createRowWriter()
  for await (const slice of takeTurns(inSlices(parts))) yield slice.flatMap(toRows)
}

/**
 * An entry has a row for each answer, and may have hundreds of long ones. Few parts have so many
 * rows that they are divided.
 */
const SLICE_ROWS = 1000

async function* inSlices(
  parts: AsyncIterable<readonly ExportedRow[]>,
): AsyncGenerator<readonly ExportedRow[]> {
  for await (const part of parts) {
    let first = 0
    let rows = 0
    for (const [at, entry] of part.entries()) {
      rows += Math.max(1, answersOf(entry)?.length ?? 0)
      if (rows < SLICE_ROWS) continue
      yield part.slice(first, at + 1)
      first = at + 1
      rows = 0
    }
    if (first < part.length) yield part.slice(first)
  }
}

/** The rows of an entry: one for each answer, or one without any. */
function createRowWriter(): (entry: ExportedRow) => CsvRow[] {
  const clock = createZoneClock()
  const writeNumber = createNumberWriter()
  return ([
    seconds,
    recordId,
    event,
    result,
    kind,
    dependents,
    source,
    isOffline,
    temperature,
    stayMinutes,
    site,
    timeZone,
    region,
    method,
    role,
    person,
    mobile,
    canReadMobile,
    answers,
    before,
    after,
    note,
    author,
    isByVisitor,
  ]) => {
    // Seconds as a float are exact to the microsecond, and no further.
    const at = Math.floor(Math.round(seconds * 1e6) / 1000)
    const here = clock(at, timeZone)
    const log = clock(at, exportTimeZone)
    // A number that begins with a plus would be taken for a formula.
    const numberOf = (number: string) => {
      const { mobile: text, isMasked } = showMobile(number, canReadMobile)
      return text === null || isMasked ? text : writeNumber(text, region)
    }
    const corrected = correctionOf(before, after, numberOf)
    const rowWith = (question: string | null, answer: string | null, failed: string | null): CsvRow => [
      `${log.local}${log.offset}`,
      here.local,
      timeZone,
      `UTC${here.offset}`,
      new Date(at).toISOString(),
      event === 'corrected' && isNote(after, isByVisitor) ? 'note' : event,
      result,
      site,
      method,
      source,
      isOffline ? 'yes' : 'no',
      person,
      kind,
      role === '' ? null : role,
      numberOf(mobile),
      dependents,
      temperature,
      stayMinutes,
      question,
      answer,
      failed,
      recordId,
      ...corrected,
      note === '' ? null : note,
      isByVisitor ? 'the person' : author,
    ]
    if (!answers || answers.length === 0) return [rowWith(null, null, null)]
    return answers.map(({ question_text: question, answer_text: answer, failed }) =>
      rowWith(question, answer, failed ? 'yes' : 'no'),
    )
  }
}

const nothingCorrected = [null, null, null] as const

/** Whether somebody has added a note and changed nothing. */
const isNote = (after: CorrectedFields | null, isByVisitor: boolean) =>
  !isByVisitor && correctedFields.every((field) => !(field in (after ?? {})))

/** Which fields a correction changed, their values before it, and those since: each on a line of its own, in the same order. */
function correctionOf(
  before: CorrectedFields | null,
  after: CorrectedFields | null,
  numberOf: (mobile: string) => string | null,
): readonly (string | null)[] {
  if (!before || !after) return nothingCorrected
  const fields = correctedFields.filter((field) => field in after)
  if (fields.length === 0) return nothingCorrected
  const linesOf = (values: CorrectedFields) =>
    fields
      .map((field) => (field === 'mobile' ? numberOf(values.mobile ?? '') : values[field]) ?? '')
      .join('\n')
  return [fields.join('\n'), linesOf(before), linesOf(after)]
}

const REMEMBERED_NUMBERS = 2000

/** Reading a number by the plans of all countries takes longer than all else of a row, and most people are in the log more than once. */
function createNumberWriter(): typeof toWrittenNumber {
  const written = new Map<string, string>()
  return (number, region) => {
    const key = `${region} ${number}`
    let text = written.get(key)
    if (text === undefined) {
      text = toWrittenNumber(number, region)
      if (written.size >= REMEMBERED_NUMBERS) written.clear()
      written.set(key, text)
    }
    return text
  }
}

type Format = 'csv' | 'ndjson'

/** Writes rows in a format. */
export function writeRows(format: Format, parts: AsyncIterable<readonly CsvRow[]>): AsyncGenerator<string> {
  return format === 'csv' ? writeCsvRows(columns, parts) : writeLines(parts)
}

async function* writeLines(parts: AsyncIterable<readonly CsvRow[]>): AsyncGenerator<string> {
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
