import type { RateRule } from '@gatehouse/validation/limits'
import { inArray, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { hasValues } from '../db/has-values.ts'
import { rateBuckets, rateMembers } from '../db/schema/rate-limits.ts'
import { type Transaction, withoutTenant } from '../db/tenancy.ts'
import { periodSeconds, refilled } from './buckets.ts'

/**
 * The largest clock difference between nodes. Within it, no time refills a bucket twice. A clock
 * that was further ahead stops a bucket's refill for no longer than this.
 */
const CLOCK_TOLERANCE_SECONDS = 60

/**
 * Refills a bucket and takes a token if there is one, in one statement, so concurrent calls never
 * take more tokens than there are. A missing bucket is full.
 * @returns the content of the bucket; below 1 nothing was taken
 */
export async function takeToken(db: Database, rule: RateRule, key: string, at: Date): Promise<number> {
  const now = at.toISOString()
  const tokens = tokensAt(now, rule)
  return withoutTenant(db, async (tx) => {
    const taken = await tx.execute<{ tokens: number }>(sql`
      insert into rate_buckets (key, tokens, updated_at) values (${key}, ${rule.burst - 1}, ${now}::timestamptz)
      on conflict (key) do update set tokens = ${tokens} - 1, updated_at = ${refillTime(now)}
      where ${tokens} >= 1
      returning tokens + 1 as tokens`)
    const [found] =
      taken.length > 0
        ? taken
        : await tx.execute<{ tokens: number }>(
            sql`select ${tokens} as tokens from rate_buckets where key = ${key}`,
          )
    return found?.tokens ?? 0
  })
}

export async function refundToken(db: Database, { burst }: RateRule, key: string): Promise<void> {
  await withoutTenant(db, (tx) =>
    tx.execute(sql`update rate_buckets set tokens = least(${burst}::float8, tokens + 1) where key = ${key}`),
  )
}

export interface MemberOfBucket {
  key: string
  member: string
  /** The tokens that the bucket must contain. */
  wanted: number
  /** How long the member is remembered after its last use. */
  lifeSeconds: number
  /** The most members that a bucket remembers. Beyond, those that expire first are forgotten. */
  most: number
}

/**
 * Takes a token for a member of the bucket's set, atomically. A remembered member is free, and its
 * life starts again.
 * @returns the content of the bucket; below `wanted` nothing was taken; `free` for a
 *   remembered member
 */
export async function takeTokenForMember(
  db: Database,
  rule: RateRule,
  { key, member, wanted, lifeSeconds, most }: MemberOfBucket,
  at: Date,
): Promise<number | 'free'> {
  const [row] = await withoutTenant(db, (tx) =>
    tx.execute<{ tokens: number }>(sql`
      select gatehouse_take_for_member(${key}, ${member}, ${at.toISOString()}::timestamptz, ${rule.burst}::float8,
        ${rule.amount / periodSeconds(rule)}::float8, ${wanted}::float8, ${lifeSeconds}::integer, ${most}::integer) as tokens`),
  )
  const tokens = row?.tokens ?? 0
  return tokens === Infinity ? 'free' : tokens
}

export async function setMemberLife(
  db: Database,
  { key, member, lifeSeconds }: Pick<MemberOfBucket, 'key' | 'member' | 'lifeSeconds'>,
  at: Date,
): Promise<void> {
  const expiresAt = new Date(at.getTime() + lifeSeconds * 1000)
  await withoutTenant(db, (tx) =>
    tx
      .update(rateMembers)
      .set({ lifeSeconds, expiresAt })
      .where(hasValues(rateMembers, { bucket: key, member })),
  )
}

interface WantedBucket {
  rule: RateRule
  key: string
}

/**
 * Locks buckets in the given order until the transaction ends.
 * @returns the content of each, and a function that takes one token from each
 */
export async function reserveTokens(
  tx: Transaction,
  buckets: readonly WantedBucket[],
  at: Date,
): Promise<{ tokens: number[]; commit(): Promise<void> }> {
  const now = at.toISOString()
  const tokens = await Promise.all(
    buckets.map(async ({ rule, key }) => {
      const [row] = await tx.execute<{ tokens: number }>(sql`
        insert into rate_buckets (key, tokens, updated_at) values (${key}, ${rule.burst}, ${now}::timestamptz)
        on conflict (key) do update set tokens = ${tokensAt(now, rule)}, updated_at = ${refillTime(now)}
        returning tokens`)
      return row?.tokens ?? 0
    }),
  )
  return {
    tokens,
    commit: async () => {
      await Promise.all(
        buckets.map(({ key }) =>
          tx.execute(sql`update rate_buckets set tokens = tokens - 1 where key = ${key}`),
        ),
      )
    },
  }
}

/** @returns the content of each bucket, refilled since its last change */
export async function peekBuckets(
  tx: Transaction,
  buckets: readonly WantedBucket[],
  at: Date,
): Promise<number[]> {
  const rows = await tx
    .select()
    .from(rateBuckets)
    .where(
      inArray(
        rateBuckets.key,
        buckets.map(({ key }) => key),
      ),
    )
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return buckets.map(({ rule, key }) => {
    const row = byKey.get(key)
    return row ? refilled(rule, row.tokens, (at.getTime() - row.updatedAt.getTime()) / 1000) : rule.burst
  })
}

/** Takes tokens from each bucket in the given order, even more than there are, as a debt. */
export async function chargeBuckets(
  tx: Transaction,
  charges: readonly (WantedBucket & { tokens: number })[],
  at: Date,
): Promise<void> {
  const now = at.toISOString()
  await Promise.all(
    charges.map(({ rule, key, tokens }) => {
      const { burst } = rule
      const charged = sql`least(${burst}::float8, ${tokensAt(now, rule)} - ${tokens}::float8)`
      return tx.execute(sql`
        insert into rate_buckets (key, tokens, updated_at)
        values (${key}, ${Math.min(burst, burst - tokens)}::float8, ${now}::timestamptz)
        on conflict (key) do update set tokens = ${charged}, updated_at = ${refillTime(now)}`)
    }),
  )
}

/** The content of a bucket at a time, refilled since its last change. */
function tokensAt(now: string, rule: RateRule) {
  return sql`least(${rule.burst}::float8, rate_buckets.tokens
    + greatest(0, extract(epoch from ${now}::timestamptz - rate_buckets.updated_at)) * ${rule.amount}::float8 / ${periodSeconds(rule)}::float8)`
}

/**
 * The time of a bucket's last refill. A node with a slow clock does not set it back, so that no
 * time refills a bucket twice.
 */
function refillTime(now: string) {
  return sql`greatest(${now}::timestamptz,
    least(rate_buckets.updated_at, ${now}::timestamptz + make_interval(secs => ${CLOCK_TOLERANCE_SECONDS}::float8)))`
}
