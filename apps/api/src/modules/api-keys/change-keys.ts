import type { ApiKey, ApiKeyWithSecret, NewApiKey } from '@gatehouse/validation/endpoints/api-keys'
import { limits } from '@gatehouse/validation/limits'
import { and, eq, isNull } from 'drizzle-orm'
import { auditedActorOf, type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { recordAudit, auditOf } from '../../db/audit.ts'
import { apiKeys } from '../../db/schema/api-keys.ts'
import { clients } from '../../db/schema/clients.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { startOfCalendarDay } from '../../lib/zoned-time.ts'
import { getKeyOrThrow, isInState, toApiKey } from './key-list.ts'
import type { ApiKeyTokens } from './key-tokens.ts'

/** @throws AppError `client_not_chosen`, `time_out_of_range` for a past day, `too_many_parts` */
export function createApiKey(
  { db, actor, now }: Context<StaffActor>,
  tokens: ApiKeyTokens,
  { name, scopes, last_day: lastDay }: NewApiKey,
): Promise<ApiKeyWithSecret> {
  const scope = getWorkingScope(actor)
  const { clientId } = scope
  return withScope(db, scope, async (tx) => {
    // Locked, so that parallel calls cannot exceed the limit of keys.
    const [client] = await tx
      .select({ timeZone: clients.timeZone })
      .from(clients)
      .where(eq(clients.id, clientId))
      .for('no key update')
    if (!client) throw new AppError('not_found')
    const endsAt = lastDay === null ? null : endOfDay(lastDay, client.timeZone)
    if (endsAt && endsAt <= now) throw new AppError('time_out_of_range')
    const isActive = and(eq(apiKeys.clientId, clientId), isInState('active', now))
    if ((await tx.$count(apiKeys, isActive)) >= limits.apiKeys.perClient) throw new AppError('too_many_parts')
    const id = newId(now)
    const { token, prefix, hash } = tokens.mint({ clientId, keyId: id })
    await tx.insert(apiKeys).values({
      clientId,
      id,
      name,
      prefix,
      keyHash: hash,
      scopes,
      createdBy: actor.userId,
      createdAt: now,
      endsAt,
    })
    await recordAudit(tx, {
      ...auditOf({ actor: auditedActorOf(actor), now }, 'api_key.created', 'api_key', { clientId, id }),
      details: { after: { name, scopes, expires_at: endsAt?.toISOString() ?? null } },
    })
    return { ...toApiKey(await getKeyOrThrow(tx, id), now), key: token }
  })
}

function endOfDay(day: string, timeZone: string): Date {
  return startOfCalendarDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString(), timeZone)
}

/** Once committed, the key is invalid on every node. Revoking it again changes nothing. */
export function revokeApiKey({ db, actor, now }: Context<StaffActor>, id: string): Promise<ApiKey> {
  return withScope(db, actor.scope, async (tx) => {
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: now })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .returning({ clientId: apiKeys.clientId })
    if (revoked)
      await recordAudit(
        tx,
        auditOf({ actor: auditedActorOf(actor), now }, 'api_key.revoked', 'api_key', {
          clientId: revoked.clientId,
          id,
        }),
      )
    return toApiKey(await getKeyOrThrow(tx, id), now)
  })
}
