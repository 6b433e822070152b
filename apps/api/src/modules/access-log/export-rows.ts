import { exportTimeZone } from '@gatehouse/validation/export-name'
import { toWrittenNumber } from '@gatehouse/validation/phone-numbers'
import type { CsvRow } from '../../lib/csv.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import { createUtcWriter, createZoneClock } from '../../lib/zone-clock.ts'
import { showMobile } from '../people/mobile-visibility.ts'
import type { ExportedRow } from './export-columns.ts'

export const columns = [
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
]

/** The rows of entries. Other requests run in between. */
export async function* toExportRows(parts: AsyncIterable<readonly ExportedRow[]>): AsyncGenerator<CsvRow[]> {
  const toRows = createRowWriter()
  for await (const part of takeTurns(parts)) yield part.flatMap(toRows)
}

/** The rows of an entry: one for each answer, or one without any. */
function createRowWriter(): (entry: ExportedRow) => CsvRow[] {
  const clock = createZoneClock()
  const writeUtc = createUtcWriter()
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
  ]) => {
    // Seconds as a float are exact to the microsecond, and no further.
    const at = Math.floor(Math.round(seconds * 1e6) / 1000)
    const here = clock(at, timeZone)
    const log = clock(at, exportTimeZone)
    const shown = showMobile(mobile, canReadMobile)
    const rowWith = (question: string | null, answer: string | null, failed: string | null): CsvRow => [
      `${log.local}${log.offset}`,
      here.local,
      timeZone,
      `UTC${here.offset}`,
      writeUtc(at),
      event,
      result,
      site,
      method,
      source,
      isOffline ? 'yes' : 'no',
      person,
      kind,
      role === '' ? null : role,
      // A number that begins with a plus would be taken for a formula.
      shown.mobile === null || shown.isMasked ? shown.mobile : writeNumber(shown.mobile, region),
      dependents,
      temperature,
      stayMinutes,
      question,
      answer,
      failed,
      recordId,
    ]
    if (!answers || answers.length === 0) return [rowWith(null, null, null)]
    return answers.map(({ question_text: question, answer_text: answer, failed }) =>
      rowWith(question, answer, failed ? 'yes' : 'no'),
    )
  }
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
