import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { hasValues } from '../../db/has-values.ts'
import type { Context, KeyActor } from '../../context.ts'
import { apiKeys } from '../../db/schema/api-keys.ts'
import { clients } from '../../db/schema/clients.ts'
import { scopeOfToken } from '../../db/tenant-lookups.ts'
import { withScope } from '../../db/tenancy.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import { stateOf } from './key-list.ts'
import { type ApiKeyTokens, keyMark } from './key-tokens.ts'

/** The API key that a request carries, valid or not. */
export function presentedKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  return token?.startsWith(keyMark) ? token : undefined
}

/**
 * Finds the API key of a call and takes one token from its rate limit.
 * @returns undefined for a key that is unknown, expired or revoked, or whose client is disabled
 * @throws AppError `too_many_requests`
 */
export async function findCallingKey(
  { db, now, limits }: Pick<Context, 'db' | 'now' | 'limits'>,
  tokens: ApiKeyTokens,
  token: string,
): Promise<KeyActor | undefined> {
  const named = tokens.read(token)
  if (!named) return undefined
  const { clientId, keyId } = named
  const scope = scopeOfToken(clientId)
  const isNamed = hasValues(apiKeys, { clientId, id: keyId })
  const scopes = await withScope(db, scope, async (tx) => {
    const [row] = await tx
      .select({ key: apiKeys, isEnabled: clients.enabled })
      .from(apiKeys)
      .innerJoin(clients, eq(clients.id, apiKeys.clientId))
      .where(isNamed)
    if (!row?.isEnabled || !tokens.isValid(token, row.key.keyHash)) return undefined
    if (stateOf(row.key, now) !== 'active') return undefined
    const { lastUsedAt } = row.key
    if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= MINUTE_MS)
      await tx.update(apiKeys).set({ lastUsedAt: now }).where(isNamed)
    return row.key.scopes
  })
  if (!scopes) return undefined
  await limits.take('apiKeyCalls', keyId)
  return { kind: 'key', keyId, clientId, scopes, admin: true, siteAdmin: false, scope }
}
