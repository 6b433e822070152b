import { rateRules, type RateRuleName } from '@gatehouse/validation/limits'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { type Transaction, withoutClient } from '../db/tenancy.ts'
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
  /**
   * Reserves one token of each rule until the transaction ends: tries take turns, so that none outruns the limit, and one that is
   * not spent has cost nothing. Everybody has to name the rules in the same order.
   * @throws AppError `too_many_requests` with the seconds until the next token
   */
  hold(tx: Transaction, buckets: readonly Bucket[]): Promise<HeldTokens>
}

export type Bucket = readonly [rule: RateRuleName, key: string]

export interface HeldTokens {
  /** The try counts, if the transaction comes to its end. */
  spend(): Promise<void>
}

/**
 * Token buckets in PostgreSQL, so that every node counts the same. A token is taken in one statement: twenty tries at
 * once cannot take more than there are. Keys are kept as keyed hashes, since they hold addresses of people.
 */
export function createRateLimits(db: Database, hash: KeyedHash, clock: () => Date): RateLimits {
  const keyOf = (rule: RateRuleName, key: string) => hash.digest(rule, key).toString('base64url')

  return {
    async take(rule, key) {
      const { burst } = rateRules[rule]
      const now = clock().toISOString()
      const bucket = keyOf(rule, key)
      const refilled = tokensAt(now, rule)
      const left = await withoutClient(db, async (tx) => {
        const taken = await tx.execute(sql`
          insert into rate_buckets (key, tokens, updated_at) values (${bucket}, ${burst - 1}, ${now}::timestamptz)
          on conflict (key) do update set tokens = ${refilled} - 1, updated_at = ${now}::timestamptz
          where ${refilled} >= 1
          returning tokens`)
        if (taken.length > 0) return 1
        const [found] = await tx.execute<{ tokens: number }>(
          sql`select ${refilled} as tokens from rate_buckets where key = ${bucket}`,
        )
        return found?.tokens ?? 0
      })
      assertToken(rule, left)
    },

    async giveBack(rule, key) {
      const { burst } = rateRules[rule]
      await withoutClient(db, (tx) =>
        tx.execute(sql`
          update rate_buckets set tokens = least(${burst}::float8, tokens + 1) where key = ${keyOf(rule, key)}`),
      )
    },

    async hold(tx, buckets) {
      const now = clock().toISOString()
      const held = buckets.map(([rule, key]) => ({ rule, bucket: keyOf(rule, key) }))
      await Promise.all(
        held.map(async ({ rule, bucket }) => {
          const [row] = await tx.execute<{ tokens: number }>(sql`
            insert into rate_buckets (key, tokens, updated_at)
            values (${bucket}, ${rateRules[rule].burst}, ${now}::timestamptz)
            on conflict (key) do update set tokens = ${tokensAt(now, rule)}, updated_at = ${now}::timestamptz
            returning tokens`)
          assertToken(rule, row?.tokens ?? 0)
        }),
      )
      return {
        spend: async () => {
          await Promise.all(
            held.map(({ bucket }) =>
              tx.execute(sql`update rate_buckets set tokens = tokens - 1 where key = ${bucket}`),
            ),
          )
        },
      }
    },
  }
}

/** What a bucket holds at a time, refilled since it was touched last. */
function tokensAt(now: string, rule: RateRuleName) {
  return sql`least(${rateRules[rule].burst}::float8, rate_buckets.tokens
    + greatest(0, extract(epoch from ${now}::timestamptz - rate_buckets.updated_at)) * ${perSecond(rule)}::float8)`
}

function perSecond(rule: RateRuleName): number {
  const { amount, minutes } = rateRules[rule]
  return amount / (minutes * 60)
}

function assertToken(rule: RateRuleName, left: number): void {
  if (left >= 1) return
  const retryAfterSeconds = Math.max(1, Math.ceil((1 - left) / perSecond(rule)))
  throw new AppError('too_many_requests', { retryAfterSeconds })
}
