import type { OwnSession, RememberedDevice } from '@gatehouse/validation/endpoints/sessions'
import { foldText } from '@gatehouse/validation/fold-text'
import { matchesTerms, readSearch } from '@gatehouse/validation/search-terms'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context, Staff } from '../../../context.ts'
import { sessions } from '../../../db/schema/sessions.ts'
import { rememberedDevices } from '../../../db/schema/two-step.ts'
import { withScope } from '../../../db/tenancy.ts'
import { endFor, isAlive } from '../session-life.ts'

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

/** The own sessions that are alive. A person has few, so that they are sorted and cut here. */
export async function listOwnSessions(
  { db, actor, now }: Context<Staff>,
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
    .filter((row) => isAlive(row, actor, now))
    .map((row) => ({
      id: row.id,
      program: row.userAgent,
      current: row.id === sessionId,
      authenticated: row.authenticated,
      created_at: row.createdAt.toISOString(),
      last_seen_at: row.lastSeenAt.toISOString(),
      expires_at: endFor(actor, row).toISOString(),
    }))
  return cut(items, listing)
}

/** The devices on which the second step is remembered. */
export async function listRememberedDevices(
  { db, actor, now }: Context<Staff>,
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
    program: row.program,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  }))
  return cut(items, listing)
}

function cut<Field extends string, Item extends Record<Field, string> & { id: string; program: string }>(
  items: Item[],
  { page, per_page: perPage, search = '', sort: { field, direction } }: Listing<Field>,
): Page<Item> {
  const sign = direction === 'asc' ? 1 : -1
  const terms = readSearch(search)
  const byId = (a: Item, b: Item) => (a.id < b.id ? -1 : 1)
  const found = items
    .filter(({ program }) => matchesTerms(terms, { texts: [foldText(program)], phone: null }))
    .toSorted((a, b) => sign * (a[field] === b[field] ? byId(a, b) : a[field] < b[field] ? -1 : 1))
  return { items: found.slice((page - 1) * perPage, page * perPage), total: found.length }
}
