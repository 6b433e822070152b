import { randomBytes } from 'node:crypto'
import { and, gt } from 'drizzle-orm'
import type { Context, GuestActor } from '../../context.ts'
import { hasValues } from '../../db/has-values.ts'
import { type FoundLink, findOneTimeToken } from '../../db/tenant-lookups.ts'
import { type OneTimePurpose, oneTimeTokens } from '../../db/schema/one-time-tokens.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import { lockAccount } from './account.ts'

interface NewToken {
  clientId: string
  userId: string
  purpose: OneTimePurpose
  email?: string
  now: Date
  minutes: number
}

/**
 * Tokens of emailed links: 32 random bytes, stored as a keyed hash. Only the newest of each purpose
 * is valid. All tokens of an account end when its security version changes.
 */
export type OneTimeTokens = ReturnType<typeof createOneTimeTokens>

const TOKEN = /^[\w-]{43}$/

export function createOneTimeTokens(hash: KeyedHash) {
  const hashOf = (token: string) => hash.digest(token).toString('base64url')
  return {
    /** Creates a token and invalidates the earlier one of the same purpose. */
    async mint(
      tx: Transaction,
      { clientId, userId, purpose, email, now, minutes }: NewToken,
    ): Promise<string> {
      const token = randomBytes(32).toString('base64url')
      await lockAccount(tx, { clientId, userId })
      await dropTokens(tx, { clientId, userId }, purpose)
      await tx.insert(oneTimeTokens).values({
        tokenHash: hashOf(token),
        clientId,
        userId,
        purpose,
        email: email ?? null,
        createdAt: now,
        expiresAt: new Date(now.getTime() + minutes * 60_000),
      })
      return token
    },
    /** @throws AppError `too_many_requests` */
    async find(
      ctx: Context<GuestActor>,
      token: string,
      purpose: OneTimePurpose,
    ): Promise<FoundLink | undefined> {
      const { db, now } = ctx
      const link = TOKEN.test(token) ? await findOneTimeToken(db, hashOf(token)) : undefined
      await limitLink(ctx, token, link !== undefined)
      return link?.purpose === purpose && now < link.expiresAt ? link : undefined
    },
    /** Uses up a token while the account is locked. Of parallel attempts only one gets true. */
    async redeem(tx: Transaction, token: string, clientId: string, now: Date): Promise<boolean> {
      const { count: used } = await tx
        .delete(oneTimeTokens)
        .where(
          and(
            hasValues(oneTimeTokens, { clientId, tokenHash: hashOf(token) }),
            gt(oneTimeTokens.expiresAt, now),
          ),
        )
      return used === 1
    },
  }
}

/**
 * Limits the calls with a link's token. Unknown tokens have a bucket per IP address, so guesses do
 * not block the valid links of others at that address.
 * @throws AppError `too_many_requests`
 */
export function limitLink(
  { limits, clientIp }: Pick<Context, 'limits' | 'clientIp'>,
  token: string,
  isKnown: boolean,
): Promise<void> {
  return isKnown ? limits.take('oneTimeToken', token) : limits.take('unknownOneTimeToken', clientIp)
}

/** Invalidates an account's links of a purpose. */
export async function dropTokens(
  tx: Transaction,
  { clientId, userId }: { clientId: string; userId: string },
  purpose: OneTimePurpose,
): Promise<void> {
  await tx.delete(oneTimeTokens).where(hasValues(oneTimeTokens, { clientId, userId, purpose }))
}
