import { randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { type FoundLink, findOneTimeToken } from '../../db/tenant-lookups.ts'
import { type OneTimePurpose, oneTimeTokens } from '../../db/schema/one-time-tokens.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import { lockAccount } from './account.ts'

interface Minting {
  clientId: string
  userId: string
  purpose: OneTimePurpose
  email?: string
  now: Date
  minutes: number
}

/**
 * Tokens of emailed links: 32 random bytes, of which only a keyed hash is kept; the newest of a purpose alone counts. All of an
 * account end when its security version moves.
 */
export interface OneTimeTokens {
  /** Makes a token. Two at once take turns, so that the later one is the only one. */
  mint(tx: Transaction, minting: Minting): Promise<string>
  /** The link of a token that is still good, or undefined. */
  find(db: Database, token: string, purpose: OneTimePurpose, now: Date): Promise<FoundLink | undefined>
  /** Spends it, while the account is locked: of any number who try at once, one gets true. */
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
      const spent = await tx
        .delete(oneTimeTokens)
        .where(
          and(
            eq(oneTimeTokens.clientId, clientId),
            eq(oneTimeTokens.tokenHash, hashOf(token)),
            gt(oneTimeTokens.expiresAt, now),
          ),
        )
        .returning({ userId: oneTimeTokens.userId })
      return spent.length === 1
    },
  }
}

/** Makes an account's links of a purpose worthless. */
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
