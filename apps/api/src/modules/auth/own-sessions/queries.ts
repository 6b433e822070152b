import type { OwnSession, Program, RememberedDevice } from '@gatehouse/validation/endpoints/own-sessions'
import { foldText } from '@gatehouse/validation/fold-text'
import { matchesTerms, readSearch } from '@gatehouse/validation/search-terms'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context, StaffActor } from '../../../context.ts'
import { sessions } from '../../../db/schema/sessions.ts'
import { rememberedDevices } from '../../../db/schema/two-step.ts'
import { withScope } from '../../../db/tenancy.ts'
import { labelOf, programOfLabel } from '../program.ts'
import { endFor, isSessionLive } from '../session-life.ts'

interface Listing<Field extends string> {
  page: number
  per_page: number
  search?: string | undefined
  sort: { field: Field; direction: 'asc' | 'desc' }
}

interface Page<Item> {
  items: Item[]
  total: number
}

/** The person's live sessions. A person has few, so they are searched, sorted and paged in memory. */
export async function listOwnSessions(
  { db, actor, now }: Context<StaffActor>,
  listing: Listing<'last_seen_at' | 'created_at' | 'program'>,
): Promise<Page<OwnSession>> {
  const { clientId, userId, sessionId } = actor
  const rows = await withScope(
    db,
    actor.ownScope,
    (tx) =>
      tx
        .select()
        .from(sessions)
        .where(
          and(
            eq(sessions.clientId, clientId),
            eq(sessions.userId, userId),
            isNull(sessions.revokedAt),
            gt(sessions.expiresAt, now),
          ),
        ),
    { readOnly: true },
  )
  const items = rows
    .filter((row) => isSessionLive(row, actor, now))
    .map((row) => ({
      id: row.id,
      program: programOfLabel(row.userAgent),
      current: row.id === sessionId,
      authenticated: row.authenticated,
      created_at: row.createdAt.toISOString(),
      last_seen_at: row.lastSeenAt.toISOString(),
      expires_at: endFor(actor, row).toISOString(),
    }))
  return pageOf(items, listing)
}

/** The devices on which the second factor is remembered. */
export async function listRememberedDevices(
  { db, actor, now }: Context<StaffActor>,
  listing: Listing<'last_used_at' | 'created_at' | 'program'>,
): Promise<Page<RememberedDevice>> {
  const { clientId, userId } = actor
  const rows = await withScope(
    db,
    actor.ownScope,
    (tx) =>
      tx
        .select()
        .from(rememberedDevices)
        .where(
          and(
            eq(rememberedDevices.clientId, clientId),
            eq(rememberedDevices.userId, userId),
            gt(rememberedDevices.expiresAt, now),
          ),
        ),
    { readOnly: true },
  )
  const items = rows.map((row) => ({
    id: row.id,
    program: programOfLabel(row.program),
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  }))
  return pageOf(items, listing)
}

/** Searches by the program's label. */
function pageOf<
  Field extends string,
  Item extends Record<Exclude<Field, 'program'>, string> & { id: string; program: Program },
>(
  items: Item[],
  { page, per_page: perPage, search = '', sort: { field, direction } }: Listing<Field>,
): Page<Item> {
  const sign = direction === 'asc' ? 1 : -1
  const terms = readSearch(search)
  const labelled = items.map((item) => {
    const label = labelOf(item.program)
    return { item, label, key: field === 'program' ? label : item[field as Exclude<Field, 'program'>] }
  })
  const found = labelled
    .filter(({ label }) => matchesTerms(terms, { texts: [foldText(label)], phone: null }))
    .toSorted((a, b) => sign * (compare(a.key, b.key) || compare(a.item.id, b.item.id)))
  const onPage = found.slice((page - 1) * perPage, page * perPage)
  return { items: onPage.map(({ item }) => item), total: found.length }
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
