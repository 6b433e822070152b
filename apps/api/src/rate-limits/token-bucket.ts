import type { RateRule } from '@gatehouse/validation/limits'

/** In how many seconds a rule's `amount` of tokens comes in. Multiply by the one before dividing by the other: whole tokens stay whole. */
export function periodSeconds({ minutes }: RateRule): number {
  return minutes * 60
}

/** What a bucket holds some seconds after it held `tokens`; a clock that goes backwards takes nothing away. */
export function refilled(rule: RateRule, tokens: number, seconds: number): number {
  return Math.min(rule.burst, tokens + (Math.max(0, seconds) * rule.amount) / periodSeconds(rule))
}

/** The whole seconds until a bucket holds a token, or as many as are wanted; 0 where it does. */
export function secondsUntilToken(rule: RateRule, tokens: number, wanted = 1): number {
  return tokens >= wanted
    ? 0
    : Math.max(1, Math.ceil(((wanted - tokens) * periodSeconds(rule)) / rule.amount))
}

/** After how many whole seconds without a call any bucket of the rule is full, and says no more than one that is not there. */
export function secondsUntilFull(rule: RateRule): number {
  return Math.ceil((rule.burst * periodSeconds(rule)) / rule.amount)
}
