import type { RateRule } from '@gatehouse/validation/limits'

/**
 * The seconds in which a bucket gains the `amount` of its rule. Multiply by one before dividing by
 * the other, so that whole tokens stay whole.
 */
export function periodSeconds({ minutes }: RateRule): number {
  return minutes * 60
}

/**
 * The content of a bucket some seconds after it contained `tokens`. A clock that goes backwards
 * removes nothing.
 */
export function refilled(rule: RateRule, tokens: number, seconds: number): number {
  return Math.min(rule.burst, tokens + (Math.max(0, seconds) * rule.amount) / periodSeconds(rule))
}

/** The whole seconds until a bucket contains the wanted tokens; 0 where it already does. */
export function secondsUntilToken(rule: RateRule, tokens: number, wanted = 1): number {
  return tokens >= wanted
    ? 0
    : Math.max(1, Math.ceil(((wanted - tokens) * periodSeconds(rule)) / rule.amount))
}

/**
 * The whole seconds until any bucket of the rule is full again. It can then be deleted, because a
 * missing bucket is full.
 */
export function secondsUntilFull(rule: RateRule): number {
  return Math.ceil((rule.burst * periodSeconds(rule)) / rule.amount)
}
