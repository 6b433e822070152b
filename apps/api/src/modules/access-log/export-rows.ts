import { exportTimeZone } from '@gatehouse/validation/export-name'
import { toWrittenNumber } from '@gatehouse/validation/phone-numbers'
import type { GivenAnswer } from '../../db/schema/visits.ts'
import type { CsvValues } from '../../lib/csv.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import type { ExportedRow } from './export-columns.ts'
import { toLogEntry } from './responses.ts'

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

const SLICE_ENTRIES = 50

/** The rows of entries, a slice at a time: writing a part takes longer than other requests may wait. */
export async function* toExportRows(parts: AsyncIterable<ExportedRow[]>): AsyncGenerator<CsvValues[]> {
  const clock = createClock()
  for await (const part of parts) {
    const slices = Array.from({ length: Math.ceil(part.length / SLICE_ENTRIES) }, (_, at) =>
      part.slice(at * SLICE_ENTRIES, (at + 1) * SLICE_ENTRIES),
    )
    for await (const slice of takeTurns(slices)) yield slice.flatMap((row) => rowsOf(row, clock))
  }
}

function rowsOf(row: ExportedRow, clock: Clock): CsvValues[] {
  const entry = toLogEntry(row)
  const here = clock(row.at, row.time_zone)
  const log = clock(row.at, exportTimeZone)
  const shared: CsvValues = {
    log_date: `${log.local}${log.offset}`,
    site_time: here.local,
    site_time_zone: row.time_zone,
    site_utc_offset: `UTC${here.offset}`,
    utc: entry.at,
    event: entry.event,
    result: entry.result,
    site: entry.site,
    method: entry.method,
    source: entry.source,
    sent_later: entry.signed_in_offline ? 'yes' : 'no',
    person: entry.person,
    kind: entry.kind,
    role: entry.role,
    // A number that begins with a plus would be taken for a formula.
    mobile:
      entry.mobile === null || entry.mobile_masked ? entry.mobile : toWrittenNumber(entry.mobile, row.region),
    dependents: entry.dependents,
    temperature_celsius: entry.temperature,
    stay_minutes: entry.stay_minutes,
  }
  const answers: (GivenAnswer | undefined)[] = row.answers?.length ? row.answers : [undefined]
  return answers.map((answer) =>
    Object.assign({}, shared, {
      question: answer?.question_text ?? null,
      answer: answer?.answer_text ?? null,
      answer_failed: answer ? (answer.failed ? 'yes' : 'no') : null,
      record_id: entry.record_id,
    }),
  )
}

type Clock = (at: number, timeZone: string) => { local: string; offset: string }

/** No zone changes its offset within a quarter hour. */
const QUARTER_MS = 15 * MINUTE_MS
const REMEMBERED = 2000

/** What the clock of a zone shows at a moment, to the second, with its offset. Offsets are remembered: each takes long to find out. */
export function createClock(): Clock {
  const offsets = new Map<string, number>()
  return (at, timeZone) => {
    const key = `${Math.floor(at / QUARTER_MS)} ${timeZone}`
    let offset = offsets.get(key)
    if (offset === undefined) {
      if (offsets.size >= REMEMBERED) offsets.clear()
      const zoned = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(timeZone)
      offset = zoned.offsetNanoseconds / 1e6
      offsets.set(key, offset)
    }
    const local = new Date(at + offset).toISOString().slice(0, 19).replace('T', ' ')
    return { local, offset: offsetText(offset) }
  }
}

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE_MS)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
