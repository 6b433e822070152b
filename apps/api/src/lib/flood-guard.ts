import type { RateRule } from '@gatehouse/validation/limits'

/** How many callers are remembered; beyond it the longest silent one is forgotten. */
const REMEMBERED = 20_000

/**
 * The first and cheapest limit, in this node's memory: stops a flood from one network before it costs a query.
 * @returns the seconds to wait, or 0 where the call may go on
 */
export function createFloodGuard({ burst, amount, minutes }: RateRule) {
  const perMillisecond = amount / (minutes * 60_000)
  const buckets = new Map<string, { tokens: number; at: number }>()
  return (key: string, now: number): number => {
    const known = buckets.get(key)
    const refilled = known
      ? Math.min(burst, known.tokens + Math.max(0, now - known.at) * perMillisecond)
      : burst
    buckets.delete(key)
    buckets.set(key, { tokens: refilled >= 1 ? refilled - 1 : refilled, at: now })
    const oldest = buckets.keys().next()
    if (buckets.size > REMEMBERED && !oldest.done) buckets.delete(oldest.value)
    return refilled >= 1 ? 0 : Math.ceil((1 - refilled) / perMillisecond / 1000)
  }
}
