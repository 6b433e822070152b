import type { LogEntry } from '@gatehouse/validation/endpoints/access-log'
import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { ReadingActor } from '../../context.ts'
import { type CorrectedFields, logEntries } from '../../db/schema/log-entries.ts'
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

/** The position of an entry in the log: milliseconds, rank among the events of that moment, id. */
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
 * A cursor as text. It needs no signature: it contains nothing that the page does not show, and
 * only names where to start. Rights and filters come from the request.
 */
export function writeCursor(direction: LogCursor['direction'], { at, rank, id }: LogPlace): string {
  return `${letters[direction]}.${at}.${rank}.${id}`
}

/** @param text a cursor; the endpoint's schema has validated it */
export function readCursor(text: string): LogCursor {
  const [letter, at = '', rank = '', id = ''] = text.split('.')
  return { direction: letter === letters.newer ? 'newer' : 'older', at: Number(at), rank: Number(rank), id }
}

/** An entry with the columns of its record that the log shows. */
export type LogRow = Omit<LogEntry, 'at' | 'mobile' | 'mobile_masked' | 'role' | 'correction'> & {
  at: number
  rank: number
  mobile: string
  can_read_mobile: MobilesReadable
  role: string
  /** Only for a correction. */
  before: CorrectedFields | null
  after: CorrectedFields | null
  note: string | null
  author: string | null
  has_author: boolean
}

/** The selected columns, from those of `partQuery`. */
export const logColumns = (actor: ReadingActor): SQL => sql`
  ${millisOf(sql`entry.at`)} as at, entry.rank, entry.id, entry.record_id, entry.event, entry.result, entry.kind,
  entry.dependents, ${sourceName} as source, entry.signed_in_offline, entry.by_other_phone, entry.after_refusal,
  entry.temperature::float8 as temperature, floor(entry.stay)::int as stay_minutes,
  entry.site_id, sites.name as site, sites.time_zone, method.name as method, entry.role_name as role,
  ${personName} as person, entry.mobile, ${canReadMobilesOfHistory(actor, sql`entry.is_open`)} as can_read_mobile,
  correction.before, correction.after, correction.note, ${authorName} as author, correction.corrected_by is not null as has_author`

/** Number of entries in the first filtered span. Each further span is `GROWTH` times larger. */
const FIRST = 2000
const GROWTH = 5
/**
 * The most entries that one request filters, which takes less than a second. The matches so far are
 * the page, and the next page continues from there.
 */
const MOST = 50_000

interface EntriesFound {
  rows: LogRow[]
  /** Set where the search stopped before the page was full. All nearer entries were read. */
  stoppedAt: LogPlace | undefined
}

/**
 * The entries of a page, nearest first. Where filters apply, or each site is read separately,
 * growing spans of entries are searched, nearest first, until the page is full.
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
  // Without filters, each site's own index finds the rows fast, so there is no limit.
  let left = isSifted ? most : Infinity
  for (let size = first; rest.from < rest.to; size *= GROWTH) {
    if (left <= 0) return { rows, stoppedAt: placeOf(isNewer ? rest.from : rest.to) }
    const edge = await findEdge(tx, question, rest, isNewer, Math.min(size, left))
    const span = isNewer ? { from: rest.from, to: edge } : { from: edge, to: rest.to }
    rows.push(...(await read(span, part.limit - rows.length)))
    if (rows.length >= part.limit) break
    rest = isNewer ? { from: edge, to: rest.to } : { from: rest.from, to: edge }
    left -= size
  }
  return { rows, stoppedAt: undefined }
}

/** Whether there are filters that the index in log order does not cover. */
function hasFilters({ people, method, kind, role, stay, weekday, hour, question, answer }: LogQuestion) {
  if (people?.keys) return false
  return [people, method, kind, role, stay, weekday, hour, question, answer].some(Boolean)
}

/** The part of a range on the cursor's side, including the cursor's own moment. */
function restOf({ from, to }: LogRange, cursor: LogCursor | undefined): LogRange {
  if (!cursor) return { from, to }
  return cursor.direction === 'newer'
    ? { from: new Date(Math.max(from.getTime(), cursor.at)), to }
    : { from, to: new Date(Math.min(to.getTime(), cursor.at + 1)) }
}

/** The end of a span of `count` entries, with its whole last moment; else the end of the range. */
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

/** The position before all entries of a moment. */
const placeOf = (at: Date): LogPlace => ({
  at: at.getTime(),
  rank: 0,
  id: '00000000-0000-0000-0000-000000000000',
})
