import { limits, type RateRule, type RateRuleName, rateRules } from '@gatehouse/validation/limits'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/client.ts'
import type { Transaction } from '../db/tenancy.ts'
import { AppError } from '../lib/app-error.ts'
import type { KeyedHash } from '../lib/keyed-hash.ts'
import { type BucketStore, secondsUntilToken } from './buckets.ts'
import { postgresBuckets, chargeBuckets, reserveTokens, peekBuckets } from './postgres-buckets.ts'
import { redisBuckets } from './redis-buckets.ts'

export interface RateLimits {
  /**
   * Takes one token of a rule for a key.
   * @throws AppError `too_many_requests` with the seconds until the next token
   */
  take(rule: RateRuleName, key: string): Promise<void>
  /** Takes one token where there is one. @returns the seconds until there is another one */
  takeIfAny(rule: RateRuleName, key: string): Promise<number>
  /**
   * Takes one token for a thing of which a caller may ask for few different ones. Whatever the caller asked for lately is free.
   * @param wanted how many tokens there must be for a thing that is not
   * @throws AppError `too_many_requests` with the seconds until the next token
   */
  takeForMember(rule: RateRuleName, member: Member, wanted: number): Promise<'free' | 'paid'>
  /** Gives what a caller has paid for another life. */
  setMemberLife(rule: RateRuleName, member: Member): Promise<void>
  /** Puts a token back: the try that it was reserved for did not count. */
  refund(rule: RateRuleName, key: string): Promise<void>
  /**
   * Reserves one token of each rule until the transaction ends: tries take turns, so that none outruns the limit, and one that is
   * not spent has cost nothing. Everybody has to name the rules in the same order.
   * @throws AppError `too_many_requests` with the seconds until the next token
   */
  reserve(tx: Transaction, buckets: readonly Bucket[]): Promise<ReservedTokens>
  /** What buckets in the database hold, without taking turns. */
  peek(tx: Transaction, buckets: readonly Bucket[]): Promise<number[]>
  /** Takes tokens, also more than there are, if the transaction comes to its end; a negative number gives them back. */
  charge(tx: Transaction, charges: readonly Charge[]): Promise<void>
}

/** One of the different things that a caller asks for, and how it is remembered. */
export interface Member {
  key: string
  name: string
  lifeSeconds: number
}

export type Bucket = readonly [rule: RateRuleName, key: string]

export type Charge = readonly [rule: RateRuleName, key: string, tokens: number]

export interface ReservedTokens {
  /** The try counts, if the transaction comes to its end. */
  commit(): Promise<void>
}

/**
 * The limits by token buckets. Keys are kept as keyed hashes, since they hold addresses of people. What is held with a
 * transaction lives and ends with it, so it is always in PostgreSQL.
 */
export function createRateLimits(store: BucketStore, hash: KeyedHash, clock: () => Date): RateLimits {
  const keyOf = (rule: RateRuleName, key: string) => hash.digest(rule, key).toString('base64url')

  const memberOf = (rule: RateRuleName, { key, name, lifeSeconds }: Member) => ({
    key: keyOf(rule, key),
    member: hash.digest(rule, key, name).toString('base64url'),
    lifeSeconds,
  })

  return {
    async take(rule, key) {
      assertToken(rateRules[rule], await store.take(rateRules[rule], keyOf(rule, key), clock()))
    },
    async takeIfAny(rule, key) {
      const held = await store.take(rateRules[rule], keyOf(rule, key), clock())
      return secondsUntilToken(rateRules[rule], held >= 1 ? held - 1 : held)
    },
    async takeForMember(rule, member, wanted) {
      const most = limits.methodKeys.rememberedMost
      const tokens = await store.takeForMember(
        rateRules[rule],
        { ...memberOf(rule, member), wanted, most },
        clock(),
      )
      if (tokens === 'free') return 'free'
      if (tokens >= wanted) return 'paid'
      // Where more than one is wanted, that passes sooner than so many come in.
      throw new AppError('too_many_requests', {
        retryAfterSeconds: Math.max(1, secondsUntilToken(rateRules[rule], tokens)),
      })
    },
    setMemberLife: (rule, member) => store.setMemberLife(memberOf(rule, member), clock()),
    refund: (rule, key) => store.refund(rateRules[rule], keyOf(rule, key)),
    async reserve(tx, buckets) {
      const wanted = buckets.map(([rule, key]) => ({ rule: rateRules[rule], key: keyOf(rule, key) }))
      const held = await reserveTokens(tx, wanted, clock())
      for (const [index, { rule }] of wanted.entries()) assertToken(rule, held.tokens[index] ?? 0)
      return held
    },
    peek: (tx, buckets) =>
      peekBuckets(
        tx,
        buckets.map(([rule, key]) => ({ rule: rateRules[rule], key: keyOf(rule, key) })),
        clock(),
      ),
    charge: (tx, charges) =>
      chargeBuckets(
        tx,
        charges.map(([rule, key, tokens]) => ({ rule: rateRules[rule], key: keyOf(rule, key), tokens })),
        clock(),
      ),
  }
}

function assertToken(rule: RateRule, tokens: number): void {
  const retryAfterSeconds = secondsUntilToken(rule, tokens)
  if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds })
}

/** The buckets of an installation: in Redis where one is set, with PostgreSQL standing by, else in PostgreSQL. */
export async function openBuckets(
  app: FastifyInstance,
  db: Database,
  redisUrl: string | undefined,
): Promise<BucketStore> {
  const inDatabase = postgresBuckets(db)
  if (redisUrl === undefined) return inDatabase
  const buckets = await redisBuckets(redisUrl, inDatabase, {
    onAway: (code) => app.log.warn({ code }, 'Redis is away: limits are counted in PostgreSQL'),
    onBack: () => app.log.info('Redis is back: limits are counted there'),
  })
  app.addHook('onClose', async () => buckets.close())
  return buckets
}
