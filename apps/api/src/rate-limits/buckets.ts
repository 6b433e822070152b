import type { RateRule } from '@gatehouse/validation/limits'
import { LRUCache } from 'lru-cache'

/**
 * The seconds in which a bucket gains the `amount` of its rule. Multiply by one before dividing by
 * the other, so that whole tokens stay whole.
 */
export function periodSeconds({ minutes }: RateRule): number {
  return minutes * 60
}

/** The content of a bucket some seconds later. A clock that goes backwards removes nothing. */
export function refilled(rule: RateRule, tokens: number, seconds: number): number {
  return Math.min(rule.burst, tokens + (Math.max(0, seconds) * rule.amount) / periodSeconds(rule))
}

/** The whole seconds until a bucket contains the wanted tokens; 0 where it already does. */
export function secondsUntilToken(rule: RateRule, tokens: number, wanted = 1): number {
  return tokens >= wanted
    ? 0
    : Math.max(1, Math.ceil(((wanted - tokens) * periodSeconds(rule)) / rule.amount))
}

/** The whole seconds until any bucket of the rule is full. A missing bucket counts as full. */
function secondsUntilFull(rule: RateRule): number {
  return Math.ceil((rule.burst * periodSeconds(rule)) / rule.amount)
}

/** The most buckets in a node's memory. */
const REMEMBERED = 20_000

/**
 * The first tokens of a bucket, which a node grants from its memory, so that a caller far from the
 * limit costs no query. A share does not refill; it is full again when its bucket has been unused
 * for as long as the rest of the bucket takes to fill. So a single node grants exactly what the
 * rule says, and each further node at most its share more. When the memory is full, further buckets
 * get no share, so that nobody gains a new share by flooding.
 */
export function createNodeShares(remembered = REMEMBERED) {
  const shares = new LRUCache<string, { tokens: number; fullAt: number }>({ max: remembered })
  const isRoomFor = (now: number) => {
    if (shares.size < remembered) return true
    const [usedLongestAgo = ''] = shares.rkeys()
    return now >= (shares.peek(usedLongestAgo)?.fullAt ?? 0)
  }
  return {
    /** Takes a token from this node's share. @returns false where the share is used up */
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

/**
 * Creates a limit in the memory of this node. It stops a flood from one caller before it
 * costs a query. Beyond `REMEMBERED` callers the one with the oldest call is forgotten.
 * @returns the seconds to wait, or 0 where the call may proceed
 */
export function createFloodGuard(rule: RateRule) {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return (key: string, now: number): number => {
    const known = buckets.get(key)
    const tokens = known ? refilled(rule, known.tokens, (now - known.at) / 1000) : rule.burst
    buckets.delete(key)
    buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now })
    const oldest = buckets.keys().next()
    if (buckets.size > REMEMBERED && !oldest.done) buckets.delete(oldest.value)
    return secondsUntilToken(rule, tokens)
  }
}
