import { rateRules, type RateRuleName } from '@gatehouse/validation/limits'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { withoutClient } from '../db/tenancy.ts'
import { AppError } from '../lib/app-error.ts'
import type { KeyedHash } from '../lib/keyed-hash.ts'

export interface RateLimits {
  /**
   * Takes one token of a rule for a key.
   * @throws AppError `too_many_requests` with the seconds until the next token
   */
  take(rule: RateRuleName, key: string): Promise<void>
  /** Puts a token back: the try that it was reserved for did not count. */
  giveBack(rule: RateRuleName, key: string): Promise<void>
}

/**
 * Token buckets in PostgreSQL, so that every node counts the same. A token is taken in one statement: twenty tries at
 * once cannot take more than there are. Keys are kept as keyed hashes, since they hold addresses of people.
 */
export function createRateLimits(db: Database, hash: KeyedHash, clock: () => Date): RateLimits {
  const keyOf = (rule: RateRuleName, key: string) => hash.digest(rule, key).toString('base64url')

  return {
    async take(rule, key) {
      const { burst, amount, minutes } = rateRules[rule]
      const perSecond = amount / (minutes * 60)
      const now = clock().toISOString()
      const bucket = keyOf(rule, key)
      const refilled = sql`least(${burst}::float8, rate_buckets.tokens
        + greatest(0, extract(epoch from ${now}::timestamptz - rate_buckets.updated_at)) * ${perSecond}::float8)`
      const missing = await withoutClient(db, async (tx) => {
        const taken = await tx.execute(sql`
          insert into rate_buckets (key, tokens, updated_at) values (${bucket}, ${burst - 1}, ${now}::timestamptz)
          on conflict (key) do update set tokens = ${refilled} - 1, updated_at = ${now}::timestamptz
          where ${refilled} >= 1
          returning tokens`)
        if (taken.length > 0) return 0
        const [left] = await tx.execute<{ tokens: number }>(
          sql`select ${refilled} as tokens from rate_buckets where key = ${bucket}`,
        )
        return 1 - (left?.tokens ?? 0)
      })
      if (missing > 0) {
        throw new AppError('too_many_requests', {
          retryAfterSeconds: Math.max(1, Math.ceil(missing / perSecond)),
        })
      }
    },

    async giveBack(rule, key) {
      const { burst } = rateRules[rule]
      await withoutClient(db, (tx) =>
        tx.execute(sql`
          update rate_buckets set tokens = least(${burst}::float8, tokens + 1) where key = ${keyOf(rule, key)}`),
      )
    },
  }
}
