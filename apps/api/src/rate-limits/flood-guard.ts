import type { RateRule } from '@gatehouse/validation/limits'
import { refilled, secondsUntilToken } from './buckets.ts'

/** The most callers in memory. Beyond them the one with the oldest call is forgotten. */
const REMEMBERED = 20_000

/**
 * Creates a limit in the memory of this node. It stops a flood from one caller before
 * it costs a query.
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
