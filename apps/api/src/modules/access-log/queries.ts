import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import type { LogEntry } from '@gatehouse/validation/endpoints/access-log'
import { type Context, getWorkingScope, type ReadingActor } from '../../context.ts'
import { withListScope } from '../../db/select-page.ts'
import { type Transaction } from '../../db/tenancy.ts'
import { hasReadableRecords } from '../sites/policy.ts'
import { findReportZone, resolveSite } from '../sites/queries.ts'
import { showMobile } from '../people/mobile-visibility.ts'
import { toCorrectedValues } from './get-record.ts'
import { type LogRow, readCursor, readEntries, writeCursor } from './read-entries.ts'
import { dayOf } from '../../lib/zoned-time.ts'
import { rangeOf } from './range.ts'
import { findChoices, type LogQuestion } from './entries.ts'
import { findPeople } from './search-people.ts'

type Query = InputOf<'listAccessLog'>['query']

/**
 * A page of a client's access log at the sites that the actor may see, latest first. Keyset
 * pagination: new entries do not move the pages.
 * @throws AppError `client_not_chosen`, `not_found` for a site that the actor may not see,
 * `time_out_of_range`
 */
export function listAccessLog(
  { db, actor, now }: Context<ReadingActor>,
  query: Query,
): Promise<OutputOf<'listAccessLog'>> {
  return withListScope(db, getWorkingScope(actor), async (tx) => {
    const { question, timeZone } = await readQuestion(tx, actor, query, now)
    const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor)
    // One row more than the page has shows whether there are others beyond it.
    const { rows, stoppedAt } = await readEntries(tx, actor, question, {
      cursor,
      limit: query.per_page + 1,
    })
    const isNewer = cursor?.direction === 'newer'
    const nearest = rows.slice(0, query.per_page)
    const items = isNewer ? nearest.toReversed() : nearest
    const hasMore = rows.length > query.per_page || stoppedAt !== undefined
    // If the search stopped early, the next page starts there, even if this page is empty.
    const first = (isNewer ? stoppedAt : undefined) ?? items[0]
    const last = (isNewer ? undefined : stoppedAt) ?? items.at(-1)
    return {
      items: items.map(toLogEntry),
      next: last && (isNewer || hasMore) ? writeCursor('older', last) : null,
      previous: first ? writeCursor('newer', first) : null,
      has_newer: isNewer ? hasMore : cursor !== undefined,
      from: question.range.from.toISOString(),
      to: question.range.to.toISOString(),
      first_day: dayOf(question.range.from, timeZone),
      last_day: dayOf(new Date(question.range.to.getTime() - 1), timeZone),
      time_zone: timeZone,
      as_of: now.toISOString(),
    }
  })
}

/** Resolves the site, the range and the people of a query. @throws AppError as `listAccessLog` */
export async function readQuestion(
  tx: Transaction,
  actor: ReadingActor,
  query: Omit<Query, 'cursor' | 'per_page'>,
  now: Date,
): Promise<{ question: LogQuestion; timeZone: string }> {
  const { clientId } = getWorkingScope(actor)
  const asked = await resolveSite(tx, actor, 'see', query, hasReadableRecords)
  const timeZone = await findReportZone(tx, actor, asked.site)
  const range = rangeOf(query, timeZone, now)
  const people = await findPeople(tx, clientId, query.search)
  const choices = await findChoices(tx, clientId, query)
  return { question: { ...asked, clientId, range, people, choices, timeZone }, timeZone }
}

/** Suffixes of the visit's id. The plain id is the sign-in's entry. */
const endings: Partial<Record<LogRow['event'], string>> = { out: '.left', assumed_left: '.assumed_left' }

const toLogEntry = (row: LogRow): LogEntry => ({
  ...row,
  ...showMobile(row.mobile, row.can_read_mobile),
  id: `${row.id}${endings[row.event] ?? ''}`,
  at: new Date(row.at).toISOString(),
  role: row.role === '' ? null : row.role,
  correction: toCorrection(row),
})

function toCorrection(row: LogRow): LogEntry['correction'] {
  const { before, after, note, author, has_author: hasAuthor, can_read_mobile: canRead } = row
  if (!before || !after) return null
  return {
    by: author,
    by_visitor: !hasAuthor,
    note: note ?? '',
    before: toCorrectedValues(before, canRead),
    after: toCorrectedValues(after, canRead),
  }
}
