import { limits, type RateRule, type RateRuleName, rateRules } from '@gatehouse/validation/limits'
import type { Database } from '../db/client.ts'
import type { Transaction } from '../db/tenancy.ts'
import { AppError } from '../lib/app-error.ts'
import type { KeyedHash } from '../lib/keyed-hash.ts'
import {
  chargeBuckets,
  peekBuckets,
  refundToken,
  reserveTokens,
  setMemberLife,
  takeToken,
  takeTokenForMember,
} from './bucket-queries.ts'
import { secondsUntilToken, createNodeShares, sharedPart } from './buckets.ts'

export type RateLimits = ReturnType<typeof createRateLimits>

/** A resource that a caller requests, and how long it is remembered. */
export interface Member {
  key: string
  name: string
  lifeSeconds: number
}

export type Bucket = readonly [rule: RateRuleName, key: string]

export type Charge = readonly [rule: RateRuleName, key: string, tokens: number]

export interface ReservedTokens {
  /** Takes the tokens when the transaction commits. */
  commit(): Promise<void>
}

/**
 * Creates the rate limits from token buckets in the database, which all nodes share. Keys are
 * stored as keyed hashes, because they contain emails and IP addresses.
 */
export function createRateLimits(db: Database, hash: KeyedHash, clock: () => Date) {
  const keyOf = (rule: RateRuleName, key: string) => hash.digest(rule, key).toString('base64url')

  const memberOf = (rule: RateRuleName, { key, name, lifeSeconds }: Member) => ({
    key: keyOf(rule, key),
    member: hash.digest(rule, key, name).toString('base64url'),
    lifeSeconds,
  })

  const shares = createNodeShares()

  return {
    /**
     * Takes one token of a rule for a key: from this node's share where the rule has one, then from
     * the bucket that all nodes share.
     * @throws AppError `too_many_requests` with the seconds until the next token
     */
    async take(name: RateRuleName, key: string): Promise<void> {
      const now = clock()
      if (shares.take(rateRules[name], `${name} ${key}`, now)) return
      const rule = sharedPart(rateRules[name])
      assertToken(name, await takeToken(db, rule, keyOf(name, key), now), rule)
    },
    /** Takes one token if there is one. @returns the seconds until the next one, or 0 */
    async takeIfAny(rule: RateRuleName, key: string): Promise<number> {
      const held = await takeToken(db, rateRules[rule], keyOf(rule, key), clock())
      return secondsUntilToken(rateRules[rule], held >= 1 ? held - 1 : held)
    },
    /**
     * Takes one token for a resource, where a caller may request few different ones. A resource
     * that the caller requested lately is free.
     * @param wanted the tokens that must be there for a new resource
     * @throws AppError `too_many_requests` with the seconds until the next token
     */
    async takeForMember(rule: RateRuleName, member: Member, wanted: number): Promise<'free' | 'paid'> {
      const most = limits.methodKeys.rememberedMost
      const tokens = await takeTokenForMember(
        db,
        rateRules[rule],
        { ...memberOf(rule, member), wanted, most },
        clock(),
      )
      if (tokens === 'free') return 'free'
      if (tokens >= wanted) return 'paid'
      // Where more than one token is wanted, the flood ends sooner than the bucket gains them.
      throw new AppError('too_many_requests', {
        retryAfterSeconds: Math.max(1, secondsUntilToken(rateRules[rule], tokens)),
      })
    },
    /** Changes how long a caller's resource stays free. */
    setMemberLife: (rule: RateRuleName, member: Member): Promise<void> =>
      setMemberLife(db, memberOf(rule, member), clock()),
    /** Refunds a token, for an attempt that does not count. */
    async refund(name: RateRuleName, key: string): Promise<void> {
      if (shares.refund(rateRules[name], `${name} ${key}`)) return
      await refundToken(db, sharedPart(rateRules[name]), keyOf(name, key))
    },
    /**
     * Reserves one token of each rule until the transaction ends. Concurrent attempts wait for each
     * other, so together they can't exceed the limit. Only committed tokens are taken. Every caller
     * must name the rules in the same order, or two could deadlock.
     * @throws AppError `too_many_requests` with the seconds until each of them has a token
     */
    async reserve(tx: Transaction, buckets: readonly Bucket[]): Promise<ReservedTokens> {
      const wanted = buckets.map(([rule, key]) => ({ rule: rateRules[rule], key: keyOf(rule, key) }))
      const held = await reserveTokens(tx, wanted, clock())
      const byWait = buckets
        .map(([name], index) => ({ name, tokens: held.tokens[index] ?? 0 }))
        .toSorted((one, other) => waitFor(other) - waitFor(one))
      for (const { name, tokens } of byWait) assertToken(name, tokens)
      return held
    },
    /** Reads the content of buckets in the database without locks. */
    peek: (tx: Transaction, buckets: readonly Bucket[]): Promise<number[]> =>
      peekBuckets(
        tx,
        buckets.map(([rule, key]) => ({ rule: rateRules[rule], key: keyOf(rule, key) })),
        clock(),
      ),
    /** Takes tokens with the commit, even more than there are. A negative number refunds. */
    charge: (tx: Transaction, charges: readonly Charge[]): Promise<void> =>
      chargeBuckets(
        tx,
        charges.map(([rule, key, tokens]) => ({ rule: rateRules[rule], key: keyOf(rule, key), tokens })),
        clock(),
      ),
  }
}

const waitFor = ({ name, tokens }: { name: RateRuleName; tokens: number }) =>
  secondsUntilToken(rateRules[name], tokens)

function assertToken(limit: RateRuleName, tokens: number, rule: RateRule = rateRules[limit]): void {
  const retryAfterSeconds = secondsUntilToken(rule, tokens)
  if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds, limit })
}
