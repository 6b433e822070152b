import type { LogEntry } from '@gatehouse/validation/endpoints/access-log'
import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { ReadingActor } from '../../context.ts'
import type { CorrectedFields } from '../../db/schema/log-corrections.ts'
import { logEntries } from '../../db/schema/log-entries.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { canReadMobilesOfHistory, type MobilesReadable } from '../people/mobile-visibility.ts'
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
import { millisOf } from '../../db/sql-values.ts'

/** Where an entry stands in the log: its time in milliseconds, its place among the events of that moment, its id. */
interface LogPlace {
  at: number
  rank: number
  id: string
}

export interface LogCursor extends LogPlace {
  direction: 'older' | 'newer'
}

const letters = { older: 'o', newer: 'n' } as const

/**
 * A place as text. It holds nothing that the page does not show, and whatever stands in it names only where to begin: rights and filters are
 * those of the request.
 */
export function writeCursor(direction: LogCursor['direction'], { at, rank, id }: LogPlace): string {
  return `${letters[direction]}.${at}.${rank}.${id}`
}

/** Reads a text of the form that the declaration of the endpoint has checked. */
export function readCursor(text: string): LogCursor {
  const [letter, at = '', rank = '', id = ''] = text.split('.')
  return { direction: letter === letters.newer ? 'newer' : 'older', at: Number(at), rank: Number(rank), id }
}

/** An entry with what is shown of its record. */
export type LogRow = Omit<LogEntry, 'at' | 'mobile' | 'mobile_masked' | 'role' | 'correction'> & {
  at: number
  rank: number
  mobile: string
  can_read_mobile: MobilesReadable
  role: string
  /** Of a correction. */
  before: CorrectedFields | null
  after: CorrectedFields | null
  note: string | null
  author: string | null
  has_author: boolean
}

/** What is read of each entry, from the columns of `partQuery`. */
export const logColumns = (actor: ReadingActor): SQL => sql`
  ${millisOf(sql`entry.at`)} as at, entry.rank, entry.id, entry.record_id, entry.event, entry.result, entry.kind,
  entry.dependents, ${sourceName} as source, entry.signed_in_offline, entry.by_other_phone, entry.after_refusal,
  entry.temperature::float8 as temperature, floor(entry.stay)::int as stay_minutes,
  entry.site_id, sites.name as site, sites.time_zone, method.name as method, entry.role_name as role,
  ${personName} as person, entry.mobile, ${canReadMobilesOfHistory(actor, sql`entry.is_open`)} as can_read_mobile,
  correction.before, correction.after, correction.note, ${authorName} as author, correction.corrected_by is not null as has_author`

/** Of the entries that filters choose among, so many are read first, and then so many times as many each time. */
const FIRST = 2000
const GROWTH = 5
/** So many are read for one answer, which takes less than a second. What is found by then is the page, and the next one goes on. */
const MOST = 50_000

interface EntriesFound {
  rows: LogRow[]
  /** Where it has stopped before the part was full: all that is nearer was read. */
  stoppedAt: LogPlace | undefined
}

/**
 * The entries of a part, the nearest first. Where filters choose among them, or each site of a person is read by itself, they are searched for in
 * spans of so many entries of the client or of the site, the nearest first, until the part is full.
 */
export async function readEntries(
  tx: Transaction,
  actor: ReadingActor,
  question: LogQuestion,
  part: LogPart,
  { first = FIRST, most = MOST } = {},
): Promise<EntriesFound> {
  if (question.people?.keys?.length === 0) return { rows: [], stoppedAt: undefined }
  const read = (range: LogRange, limit: number) =>
    tx.execute<LogRow>(partQuery(actor, { ...question, range }, { ...part, limit }, logColumns(actor)))
  const isSifted = hasFilters(question)
  if (!isSifted && !readsSites(actor, question))
    return { rows: await read(question.range, part.limit), stoppedAt: undefined }
  const isNewer = part.cursor?.direction === 'newer'
  const rows: LogRow[] = []
  let rest = restOf(searchedRange(question), part.cursor)
  // Each site has an index of its own, so without filters all is read quickly.
  let left = isSifted ? most : Infinity
  for (let size = first; rest.from < rest.to; size *= GROWTH) {
    if (left <= 0) return { rows, stoppedAt: placeOf(isNewer ? rest.from : rest.to) }
    // oxlint-disable-next-line no-await-in-loop -- a later span is read only where the ones before do not fill the part
    const edge = await findEdge(tx, question, rest, isNewer, Math.min(size, left))
    const span = isNewer ? { from: rest.from, to: edge } : { from: edge, to: rest.to }
    // oxlint-disable-next-line no-await-in-loop
    rows.push(...(await read(span, part.limit - rows.length)))
    if (rows.length >= part.limit) break
    rest = isNewer ? { from: edge, to: rest.to } : { from: rest.from, to: edge }
    left -= size
  }
  return { rows, stoppedAt: undefined }
}

/** Whether entries are left out that no index of their order knows. */
function hasFilters({ people, method, kind, role, stay, weekday, hour, question, answer }: LogQuestion) {
  if (people?.keys) return false
  return [people, method, kind, role, stay, weekday, hour, question, answer].some(Boolean)
}

/** What lies on the side of a cursor, with its own moment. */
function restOf({ from, to }: LogRange, cursor: LogCursor | undefined): LogRange {
  if (!cursor) return { from, to }
  return cursor.direction === 'newer'
    ? { from: new Date(Math.max(from.getTime(), cursor.at)), to }
    : { from, to: new Date(Math.min(to.getTime(), cursor.at + 1)) }
}

/** Where so many entries of a range end, with all others of their last moment; the end of the range where it has fewer. */
async function findEdge(
  tx: Transaction,
  { clientId, site }: LogQuestion,
  { from, to }: LogRange,
  isNewer: boolean,
  count: number,
): Promise<Date> {
  const [last] = await tx
    .select({ at: logEntries.at })
    .from(logEntries)
    .where(
      and(
        eq(logEntries.clientId, clientId),
        site && eq(logEntries.siteId, site.id),
        gte(logEntries.at, from),
        lt(logEntries.at, to),
      ),
    )
    .orderBy(isNewer ? asc(logEntries.at) : desc(logEntries.at))
    .offset(count - 1)
    .limit(1)
  if (!last) return isNewer ? to : from
  return isNewer ? new Date(last.at.getTime() + 1) : last.at
}

/** Before all entries of a moment. */
const placeOf = (at: Date): LogPlace => ({
  at: at.getTime(),
  rank: 0,
  id: '00000000-0000-0000-0000-000000000000',
})
