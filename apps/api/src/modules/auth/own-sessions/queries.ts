import type { InputOf } from '@gatehouse/validation/endpoints/all'
import { OwnSession, RememberedDevice } from '@gatehouse/validation/endpoints/own-sessions'
import { and, count, gt, isNull } from 'drizzle-orm'
import { hasValues } from '../../../db/has-values.ts'
import type { Context, StaffActor } from '../../../context.ts'
import { sessions } from '../../../db/schema/sessions.ts'
import { rememberedDevices } from '../../../db/schema/two-step.ts'
import { selectPage, withListScope } from '../../../db/select-page.ts'
import { toFields } from '../../../db/to-columns.ts'
import { endFor, sessionBounds } from '../session-life.ts'

interface Page<Item> {
  items: Item[]
  total: number
}

/** The person's live sessions. */
export async function listOwnSessions(
  { db, actor, now }: Context<StaffActor>,
  query: InputOf<'listOwnSessions'>['query'],
): Promise<Page<OwnSession>> {
  const { clientId, userId, sessionId, ownScope } = actor
  const { createdAfter, seenAfter } = sessionBounds(actor, now)
  const { items, total } = await withListScope(db, ownScope, (tx) =>
    selectPage(query, {
      scope: and(
        hasValues(sessions, { clientId, userId }),
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
  )
  return {
    total,
    items: items.map(({ browser, system, ...row }) =>
      toFields(OwnSession, {
        ...row,
        program: { browser, system },
        current: row.id === sessionId,
        expiresAt: endFor(actor, row),
      }),
    ),
  }
}

export async function listRememberedDevices(
  { db, actor, now }: Context<StaffActor>,
  query: InputOf<'listRememberedDevices'>['query'],
): Promise<Page<RememberedDevice>> {
  const { clientId, userId, ownScope } = actor
  const { items, total } = await withListScope(db, ownScope, (tx) =>
    selectPage(query, {
      scope: and(hasValues(rememberedDevices, { clientId, userId }), gt(rememberedDevices.expiresAt, now)),
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
  )
  return {
    total,
    items: items.map(({ browser, system, ...row }) =>
      toFields(RememberedDevice, { ...row, program: { browser, system } }),
    ),
  }
}
