import { randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
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
 * Tokens of emailed links: 32 random bytes, stored as a keyed hash. Only the newest of each purpose is valid. All tokens of an account end
 * when its security version changes.
 */
export interface OneTimeTokens {
  /** Makes a token and drops the earlier one of the same purpose. */
  mint(tx: Transaction, token: NewToken): Promise<string>
  /** The link of a valid token, or undefined. */
  find(db: Database, token: string, purpose: OneTimePurpose, now: Date): Promise<FoundLink | undefined>
  /** Uses up a token while the account is locked. Of several attempts at once only one gets true. */
  redeem(tx: Transaction, token: string, clientId: string, now: Date): Promise<boolean>
}

const TOKEN = /^[\w-]{43}$/

export function createOneTimeTokens(hash: KeyedHash): OneTimeTokens {
  const hashOf = (token: string) => hash.digest(token).toString('base64url')
  return {
    async mint(tx, { clientId, userId, purpose, email, now, minutes }) {
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
    async find(db, token, purpose, now) {
      if (!TOKEN.test(token)) return undefined
      const link = await findOneTimeToken(db, hashOf(token))
      return link?.purpose === purpose && now < link.expiresAt ? link : undefined
    },
    async redeem(tx, token, clientId, now) {
      const used = await tx
        .delete(oneTimeTokens)
        .where(
          and(
            eq(oneTimeTokens.clientId, clientId),
            eq(oneTimeTokens.tokenHash, hashOf(token)),
            gt(oneTimeTokens.expiresAt, now),
          ),
        )
        .returning({ userId: oneTimeTokens.userId })
      return used.length === 1
    },
  }
}

/** Ends an account's links of a purpose. */
export async function dropTokens(
  tx: Transaction,
  { clientId, userId }: { clientId: string; userId: string },
  purpose: OneTimePurpose,
): Promise<void> {
  await tx
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.clientId, clientId),
        eq(oneTimeTokens.userId, userId),
        eq(oneTimeTokens.purpose, purpose),
      ),
    )
}
