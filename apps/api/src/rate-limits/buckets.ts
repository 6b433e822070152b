import type { RateRule } from '@gatehouse/validation/limits'

/** A store of token buckets that all nodes share. A missing bucket is full. */
export interface BucketStore {
  /**
   * Takes a token if there is one. This is atomic: concurrent calls never take more tokens than there are.
   * @returns what the bucket contained; below 1 nothing was taken
   */
  take(rule: RateRule, key: string, now: Date): Promise<number>
  refund(rule: RateRule, key: string): Promise<void>
  /**
   * Takes a token for a member of the set of a bucket, atomically. A remembered member is free, and its life starts again.
   * @returns what the bucket contained; below `wanted` nothing was taken; `free` for a remembered member
   */
  takeForMember(rule: RateRule, member: MemberOfBucket, now: Date): Promise<number | 'free'>
  /** Changes the life of a remembered member. */
  setMemberLife(member: Pick<MemberOfBucket, 'key' | 'member' | 'lifeSeconds'>, now: Date): Promise<void>
}

export interface MemberOfBucket {
  key: string
  member: string
  /** How many tokens the bucket must contain. */
  wanted: number
  /** How long the member is remembered after its last use. */
  lifeSeconds: number
  /** How many members a bucket remembers. Beyond them, those that expire first are forgotten. */
  most: number
}

/**
 * How far the clocks of the nodes may be apart. Time that has refilled a bucket once does not refill it again within this tolerance. A clock
 * that was further ahead stops a bucket's refill for no longer than this.
 */
export const CLOCK_TOLERANCE_SECONDS = 60

/** The seconds in which a bucket gains the `amount` of its rule. Multiply by one before dividing by the other: whole tokens stay whole. */
export function periodSeconds({ minutes }: RateRule): number {
  return minutes * 60
}

/** The content of a bucket some seconds after it contained `tokens`. A clock that goes backwards takes nothing away. */
export function refilled(rule: RateRule, tokens: number, seconds: number): number {
  return Math.min(rule.burst, tokens + (Math.max(0, seconds) * rule.amount) / periodSeconds(rule))
}

/** The whole seconds until a bucket contains the wanted tokens; 0 where it already does. */
export function secondsUntilToken(rule: RateRule, tokens: number, wanted = 1): number {
  return tokens >= wanted
    ? 0
    : Math.max(1, Math.ceil(((wanted - tokens) * periodSeconds(rule)) / rule.amount))
}

/** The whole seconds until any bucket of the rule is full again. It can then be deleted, because a missing bucket is full. */
export function secondsUntilFull(rule: RateRule): number {
  return Math.ceil((rule.burst * periodSeconds(rule)) / rule.amount)
}
