import type { LogEvent, LogResult } from '@gatehouse/validation/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import type { ReadingActor } from '../../context.ts'
import type { CorrectedFields } from '../../db/schema/log-corrections.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { canReadMobilesOfHistory, type MobilesReadable } from '../people/mobile-visibility.ts'
import type { LogCursor } from './cursor.ts'
import {
  authorName,
  type LogPart,
  type LogQuestion,
  partQuery,
  personName,
  readsSites,
  searchedRange,
  sourceName,
} from './entries.ts'
import type { LogRange } from './range.ts'

/** An entry with what is shown of its record. */
export interface LogRow extends Record<string, unknown> {
  at: number
  rank: number
  id: string
  record_id: string
  event: LogEvent
  result: LogResult
  site_id: string
  site: string
  time_zone: string
  person: string
  mobile: string
  can_read_mobile: MobilesReadable
  kind: 'user' | 'visitor'
  role: string
  method: string | null
  temperature: number | null
  dependents: number
  stay_minutes: number | null
  source: 'phone' | 'kiosk' | 'device' | 'staff'
  signed_in_offline: boolean
  by_other_phone: boolean
  after_refusal: boolean
  /** Of a correction. */
  before: CorrectedFields | null
  after: CorrectedFields | null
  note: string | null
  author: string | null
  has_author: boolean
}

const columnsOf = (actor: ReadingActor): SQL => sql`
  (extract(epoch from entry.at) * 1000)::float8 as at, entry.rank, entry.id, entry.record_id, entry.event, entry.result, entry.kind,
  entry.dependents, ${sourceName} as source, entry.signed_in_offline, entry.by_other_phone, entry.after_refusal,
  entry.temperature::float8 as temperature, floor(entry.stay)::int as stay_minutes,
  entry.site_id, sites.name as site, sites.time_zone, method.name as method, entry.role_name as role,
  ${personName} as person, entry.mobile, ${canReadMobilesOfHistory(actor, sql`entry.is_open`)} as can_read_mobile,
  correction.before, correction.after, correction.note, ${authorName} as author, correction.corrected_by is not null as has_author`

const FIRST_SPAN_MS = DAY_MS
/** So many times as long as the span before is each. */
const GROWTH = 10

/**
 * The entries of a part, the nearest first. Where filters choose among them, or each site of a person is read by itself, they are searched for in
 * spans of time, the nearest first, until the part is full. In one query a site where little happens would be read to the end of the range.
 */
export async function readEntries(
  tx: Transaction,
  actor: ReadingActor,
  question: LogQuestion,
  part: LogPart,
): Promise<LogRow[]> {
  const spans = isSifted(actor, question) ? spansOf(searchedRange(question), part.cursor) : [question.range]
  const rows: LogRow[] = []
  for (const range of spans) {
    const rest = { ...part, limit: part.limit - rows.length }
    const query = partQuery(actor, { ...question, range }, rest, columnsOf(actor))
    // oxlint-disable-next-line no-await-in-loop -- a later span is read only where the ones before do not fill the part
    rows.push(...(await tx.execute<LogRow>(query)))
    if (rows.length >= part.limit) break
  }
  return rows
}

/** Whether entries are left out that the index of their order does not know. */
function isSifted(actor: ReadingActor, question: LogQuestion): boolean {
  const { people, method, kind, role, event, result, stay, weekday, hour, question: asked, answer } = question
  if (people?.keys) return false
  const filters = [people, method, kind, role, event, result, stay, weekday, hour, asked, answer]
  return readsSites(actor, question) || filters.some(Boolean)
}

/**
 * A range in spans from the cursor on, in its direction: each follows the one before, and is longer. They hold all moments of the range that lie
 * on that side of the cursor, and its own.
 */
export function* spansOf({ from, to }: LogRange, cursor: LogCursor | undefined): Generator<LogRange> {
  const [first, last] = [from.getTime(), to.getTime()]
  const within = (moment: number) => Math.min(Math.max(moment, first), last)
  const isNewer = cursor?.direction === 'newer'
  let edge = within(cursor ? cursor.at + (isNewer ? 0 : 1) : last)
  for (let length = FIRST_SPAN_MS; isNewer ? edge < last : edge > first; length *= GROWTH) {
    const next = within(isNewer ? edge + length : edge - length)
    yield isNewer
      ? { from: new Date(edge), to: new Date(next) }
      : { from: new Date(next), to: new Date(edge) }
    edge = next
  }
}
