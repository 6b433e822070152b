import type { RateRule } from '@gatehouse/validation/limits'

/** Where buckets are kept, for all nodes alike. A bucket that is not there is full. */
export interface BucketStore {
  /**
   * Takes a token where there is one, in one step: any number of calls at once take no more than there are.
   * @returns what the bucket held; below 1 nothing was taken
   */
  take(rule: RateRule, key: string, now: Date): Promise<number>
  refund(rule: RateRule, key: string): Promise<void>
  /**
   * Takes a token for a member of a bucket's set, in one step; a member that is remembered is free, and its life begins anew.
   * @returns what the bucket held; below `wanted` nothing was taken; `free` for a remembered member
   */
  takeForMember(rule: RateRule, member: MemberOfBucket, now: Date): Promise<number | 'free'>
  /** Gives a remembered member another life. */
  setMemberLife(member: Pick<MemberOfBucket, 'key' | 'member' | 'lifeSeconds'>, now: Date): Promise<void>
}

export interface MemberOfBucket {
  key: string
  member: string
  /** How many tokens the bucket must hold. */
  wanted: number
  /** How long the member is remembered after its last use. */
  lifeSeconds: number
  /** How many members a bucket remembers; of more, those go whose time ends first. */
  most: number
}

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
