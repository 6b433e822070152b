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
