import type { RateRule } from '@gatehouse/validation/limits'

/** Where buckets are kept, for all nodes alike. A bucket that is not there is full. */
export interface BucketStore {
  /**
   * Takes a token where there is one, in one step: any number of calls at once take no more than there are.
   * @returns what the bucket held; below 1 nothing was taken
   */
  take(rule: RateRule, key: string, now: Date): Promise<number>
  giveBack(rule: RateRule, key: string): Promise<void>
}
