import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import { ApiKey } from '@gatehouse/validation/endpoints/api-keys'
import type { ApiKeyState } from '@gatehouse/validation/vocabulary'
import { and, count, desc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import type { Context, StaffActor } from '../../context.ts'
import { apiKeys } from '../../db/schema/api-keys.ts'
import { clients } from '../../db/schema/clients.ts'
import { users } from '../../db/schema/users.ts'
import { selectPage, withListScope } from '../../db/select-page.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'

type Key = typeof apiKeys.$inferSelect

export function stateOf({ revokedAt, endsAt }: Pick<Key, 'revokedAt' | 'endsAt'>, now: Date): ApiKeyState {
  if (revokedAt) return 'revoked'
  return endsAt && endsAt <= now ? 'expired' : 'active'
}

/** The same rule as an SQL condition. */
export function isInState(state: ApiKeyState, now: Date): SQL | undefined {
  if (state === 'revoked') return isNotNull(apiKeys.revokedAt)
  const ends = apiKeys.endsAt
  return and(
    isNull(apiKeys.revokedAt),
    state === 'expired' ? lte(ends, now) : or(isNull(ends), gt(ends, now)),
  )
}

export function listApiKeys(
  { db, actor, now }: Context<StaffActor>,
  query: InputOf<'listApiKeys'>['query'],
): Promise<OutputOf<'listApiKeys'>> {
  return withListScope(db, actor.scope, async (tx) => {
    const { items, total } = await selectPage(query, {
      scope: undefined,
      search: { texts: [apiKeys.foldedName] },
      filters: { state: (state: ApiKeyState) => isInState(state, now) },
      sort: {
        created_at: apiKeys.createdAt,
        name: apiKeys.foldedName,
        // Keys that were never used come last.
        last_used_at: (direction) => [
          direction === desc
            ? sql`${apiKeys.lastUsedAt} desc nulls last`
            : sql`${apiKeys.lastUsedAt} nulls first`,
        ],
      },
      lastSort: apiKeys.id,
      rows: (where) => selectKeys(tx).where(where).$dynamic(),
      count: (where) => tx.select({ total: count() }).from(apiKeys).where(where),
    })
    return { items: items.map((row) => toApiKey(row, now)), total }
  })
}

/** @throws AppError `not_found` */
export async function getKeyOrThrow(tx: Transaction, id: string) {
  const [row] = await selectKeys(tx).where(eq(apiKeys.id, id))
  if (!row) throw new AppError('not_found')
  return row
}

function selectKeys(tx: Transaction) {
  return tx
    .select({
      key: apiKeys,
      clientName: clients.name,
      createdBy: sql<string | null>`nullif(trim(${users.firstName} || ' ' || ${users.lastName}), '')`,
    })
    .from(apiKeys)
    .innerJoin(clients, eq(clients.id, apiKeys.clientId))
    .leftJoin(users, hasValues(users, { clientId: apiKeys.clientId, id: apiKeys.createdBy }))
}

/** The response contains no secret. */
export function toApiKey(
  { key, clientName, createdBy }: Awaited<ReturnType<typeof getKeyOrThrow>>,
  now: Date,
): ApiKey {
  return toFields(ApiKey, { ...key, clientName, createdBy, state: stateOf(key, now), expiresAt: key.endsAt })
}
