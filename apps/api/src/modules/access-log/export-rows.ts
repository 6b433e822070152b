import { correctedFields } from '@gatehouse/validation/endpoints/access-log'
import { exportTimeZone } from '@gatehouse/validation/export-name'
import { toWrittenNumber } from '@gatehouse/validation/phone-numbers'
import { type CsvRow, type CsvValue, writeCsvRows } from '../../lib/csv.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import { createZoneClock } from '../../lib/zone-clock.ts'
import { showMobile } from '../people/mobile-visibility.ts'
import type { CorrectedFields } from '../../db/schema/log-entries.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { ReadingActor } from '../../context.ts'
import type { GivenAnswer } from '../../db/schema/visits.ts'
import { logColumns, type LogRow } from './read-entries.ts'

/** An entry with the additional columns of the export. */
export type ExportedRow = LogRow & {
  region: string
  /** Shown at the sign-in or refusal at which they were given. */
  answers: GivenAnswer[] | null
}

export const exportColumns = (actor: ReadingActor): SQL => sql`${logColumns(actor)}, sites.region,
  case when entry.event in ('in', 'refused') then entry.answers end as answers`

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

/** The rows of entries. Yields to other requests in between. */
export const toExportRows = (parts: AsyncIterable<readonly ExportedRow[]>): AsyncGenerator<CsvRow[]> =>
  takeTurns(inSlices(parts))

/** Rows per slice. An entry has a row for each answer and may have hundreds of long ones. */
const SLICE_ROWS = 1000

async function* inSlices(parts: AsyncIterable<readonly ExportedRow[]>): AsyncGenerator<CsvRow[]> {
  const toRows = createRowWriter()
  for await (const part of parts) {
    let rows: CsvRow[] = []
    for (const entry of part) {
      rows.push(...toRows(entry))
      if (rows.length < SLICE_ROWS) continue
      yield rows
      rows = []
    }
    if (rows.length > 0) yield rows
  }
}

/** The rows of an entry: one for each answer, or one for an entry without any. */
function createRowWriter(): (entry: ExportedRow) => CsvRow[] {
  const clock = createZoneClock()
  const writeNumber = createNumberWriter()
  return (entry) => {
    const { before, after, note } = entry
    const at = Math.floor(entry.at)
    const here = clock(at, entry.time_zone)
    const log = clock(at, exportTimeZone)
    const isByVisitor = entry.event === 'corrected' && !entry.has_author
    // Spreadsheets read a number that starts with a plus as a formula.
    const numberOf = (number: string) => {
      const { mobile, mobile_masked: isMasked } = showMobile(number, entry.can_read_mobile)
      return mobile === null || isMasked ? mobile : writeNumber(mobile, entry.region)
    }
    const corrected = correctionOf(before, after, numberOf)
    const rowWith = (question: string | null, answer: string | null, failed: string | null): CsvRow => [
      `${log.local}${log.offset}`,
      here.local,
      entry.time_zone,
      `UTC${here.offset}`,
      new Date(at).toISOString(),
      entry.event === 'corrected' && isNote(after, isByVisitor) ? 'note' : entry.event,
      entry.result,
      entry.site,
      entry.method,
      entry.source,
      entry.signed_in_offline ? 'yes' : 'no',
      entry.person,
      entry.kind,
      entry.role === '' ? null : entry.role,
      numberOf(entry.mobile),
      entry.dependents,
      entry.temperature,
      entry.stay_minutes,
      question,
      answer,
      failed,
      entry.record_id,
      ...corrected,
      note === '' ? null : note,
      isByVisitor ? 'the person' : entry.author,
    ]
    if (!entry.answers || entry.answers.length === 0) return [rowWith(null, null, null)]
    return entry.answers.map(({ question_text: question, answer_text: answer, failed }) =>
      rowWith(question, answer, failed ? 'yes' : 'no'),
    )
  }
}

const nothingCorrected = [null, null, null] as const

/** Whether staff only added a note. */
const isNote = (after: CorrectedFields | null, isByVisitor: boolean) =>
  !isByVisitor && correctedFields.every((field) => !(field in (after ?? {})))

/** The changed fields of a correction with old and new values, one per line, in the same order. */
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

/** Caches formatted numbers: parsing one takes longer than the rest of its row. */
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
