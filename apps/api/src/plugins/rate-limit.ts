import { type RateRule, type RateRuleName, rateRules } from '@gatehouse/validation/limits'
import type { Transaction } from '../db/tenancy.ts'
import { AppError } from '../lib/app-error.ts'
import type { KeyedHash } from '../lib/keyed-hash.ts'
import { secondsUntilToken } from '../lib/token-bucket.ts'
import type { BucketStore } from './bucket-store.ts'
import { holdBuckets } from './postgres-buckets.ts'

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
 * The limits by token buckets. Keys are kept as keyed hashes, since they hold addresses of people. What is held with a
 * transaction lives and ends with it, so it is always in PostgreSQL.
 */
export function createRateLimits(store: BucketStore, hash: KeyedHash, clock: () => Date): RateLimits {
  const keyOf = (rule: RateRuleName, key: string) => hash.digest(rule, key).toString('base64url')

  return {
    async take(rule, key) {
      assertToken(rateRules[rule], await store.take(rateRules[rule], keyOf(rule, key), clock()))
    },
    giveBack: (rule, key) => store.giveBack(rateRules[rule], keyOf(rule, key)),
    async hold(tx, buckets) {
      const wanted = buckets.map(([rule, key]) => ({ rule: rateRules[rule], key: keyOf(rule, key) }))
      const held = await holdBuckets(tx, wanted, clock())
      for (const [index, { rule }] of wanted.entries()) assertToken(rule, held.tokens[index] ?? 0)
      return held
    },
  }
}

function assertToken(rule: RateRule, tokens: number): void {
  const retryAfterSeconds = secondsUntilToken(rule, tokens)
  if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds })
}
