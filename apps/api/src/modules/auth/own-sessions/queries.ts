import type { EndpointInput } from '@gatehouse/validation/endpoint'
import type {
  listOwnSessionsEndpoint,
  listRememberedDevicesEndpoint,
  OwnSession,
  RememberedDevice,
} from '@gatehouse/validation/endpoints/own-sessions'
import { and, count, eq, gt, isNull } from 'drizzle-orm'
import type { Context, StaffActor } from '../../../context.ts'
import { sessions } from '../../../db/schema/sessions.ts'
import { rememberedDevices } from '../../../db/schema/two-step.ts'
import { listTransaction, selectPage } from '../../../db/select-page.ts'
import { withScope } from '../../../db/tenancy.ts'
import { endFor, sessionBounds } from '../session-life.ts'

interface Page<Item> {
  items: Item[]
  total: number
}

/** The person's live sessions. */
export async function listOwnSessions(
  { db, actor, now }: Context<StaffActor>,
  query: EndpointInput<typeof listOwnSessionsEndpoint>['query'],
): Promise<Page<OwnSession>> {
  const { clientId, userId, sessionId, ownScope } = actor
  const { createdAfter, seenAfter } = sessionBounds(actor, now)
  const { items, total } = await withScope(
    db,
    ownScope,
    (tx) =>
      selectPage(query, {
        scope: and(
          eq(sessions.clientId, clientId),
          eq(sessions.userId, userId),
          isNull(sessions.revokedAt),
          gt(sessions.expiresAt, now),
          gt(sessions.createdAt, createdAfter),
          gt(sessions.lastSeenAt, seenAfter),
        ),
        search: { texts: [sessions.foldedProgram] },
        filters: {},
        sort: {
          last_seen_at: sessions.lastSeenAt,
          created_at: sessions.createdAt,
          program: sessions.foldedProgram,
        },
        lastSort: sessions.id,
        rows: (where) => tx.select().from(sessions).where(where).$dynamic(),
        count: (where) => tx.select({ total: count() }).from(sessions).where(where),
      }),
    listTransaction,
  )
  return {
    total,
    items: items.map(({ id, browser, system, authenticated, ...row }) => ({
      id,
      program: { browser, system },
      current: id === sessionId,
      authenticated,
      created_at: row.createdAt.toISOString(),
      last_seen_at: row.lastSeenAt.toISOString(),
      expires_at: endFor(actor, row).toISOString(),
    })),
  }
}

/** The devices on which the second factor is remembered. */
export async function listRememberedDevices(
  { db, actor, now }: Context<StaffActor>,
  query: EndpointInput<typeof listRememberedDevicesEndpoint>['query'],
): Promise<Page<RememberedDevice>> {
  const { clientId, userId, ownScope } = actor
  const { items, total } = await withScope(
    db,
    ownScope,
    (tx) =>
      selectPage(query, {
        scope: and(
          eq(rememberedDevices.clientId, clientId),
          eq(rememberedDevices.userId, userId),
          gt(rememberedDevices.expiresAt, now),
        ),
        search: { texts: [rememberedDevices.foldedProgram] },
        filters: {},
        sort: {
          last_used_at: rememberedDevices.lastUsedAt,
          created_at: rememberedDevices.createdAt,
          program: rememberedDevices.foldedProgram,
        },
        lastSort: rememberedDevices.id,
        rows: (where) => tx.select().from(rememberedDevices).where(where).$dynamic(),
        count: (where) => tx.select({ total: count() }).from(rememberedDevices).where(where),
      }),
    listTransaction,
  )
  return {
    total,
    items: items.map(({ id, browser, system, ...row }) => ({
      id,
      program: { browser, system },
      created_at: row.createdAt.toISOString(),
      last_used_at: row.lastUsedAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
    })),
  }
}
