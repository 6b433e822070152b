import type { RateRule } from '@gatehouse/validation/limits'
import { LRUCache } from 'lru-cache'
import { secondsUntilFull } from './buckets.ts'

/**
 * The most buckets in a node's memory. When it is full, further buckets get no share, so that
 * nobody gains a new share by flooding.
 */
const REMEMBERED = 20_000

/**
 * The first tokens of a bucket, which a node grants from its memory, so that a caller far from the
 * limit costs no query. A share does not refill; it is full again when its bucket has been unused
 * for as long as the rest of the bucket takes to fill. So a single node grants exactly what the
 * rule says, and each further node at most its share more.
 */
export function createNodeShares(remembered = REMEMBERED) {
  const shares = new LRUCache<string, { tokens: number; fullAt: number }>({ max: remembered })
  const isRoomFor = (now: number) => {
    if (shares.size < remembered) return true
    const [usedLongestAgo = ''] = shares.rkeys()
    return now >= (shares.peek(usedLongestAgo)?.fullAt ?? 0)
  }
  return {
    /**
     * Takes a token from this node's share of a bucket. @returns false where the share is used up
     */
    take(rule: RateRule, bucket: string, date: Date): boolean {
      const { perNode = 0 } = rule
      const now = date.getTime()
      const known = shares.get(bucket)
      if (perNode === 0 || (!known && !isRoomFor(now))) return false
      const tokens = !known || now >= known.fullAt ? perNode : known.tokens
      const fullAt = now + secondsUntilFull(sharedPart(rule)) * 1000
      shares.set(bucket, { tokens: Math.max(0, tokens - 1), fullAt })
      return tokens >= 1
    },
    /** Puts a token back. @returns false where the share is full */
    refund({ perNode = 0 }: RateRule, bucket: string): boolean {
      const known = shares.get(bucket)
      if (!known || known.tokens >= perNode) return false
      known.tokens += 1
      return true
    },
  }
}

export function sharedPart(rule: RateRule): RateRule {
  return { ...rule, burst: rule.burst - (rule.perNode ?? 0) }
}
