import type { Transaction } from '../../db/tenancy.ts'
import type { PhotoStore } from '../../storage/photos.ts'

/** Data that a client keeps for a number of days of its own, in the order in which it is worked off. */
export const retentionClasses = ['contact', 'answer', 'temperature', 'photo'] as const
export type RetentionClass = (typeof retentionClasses)[number]

/** How one class of data is removed from one table. Each module exports the steps of its tables from `retention.ts`. */
export interface RetentionStep {
  class: RetentionClass
  table: string
  anonymise: AnonymiseBatch
}

/** Rows of one client and table that are past their retention, at most `size` of them. */
export interface Batch {
  tx: Transaction
  clientId: string
  /** Rows up to this time are past their retention. */
  cutoff: Date
  now: Date
  size: number
  photos: Pick<PhotoStore, 'remove'>
}

export interface BatchResult {
  /** Rows that hold less than before. */
  changed: number
  /** Whether rows may be left that are past their days. */
  hasMore: boolean
}

/** Anonymises one batch. Locked rows are left for the next run. */
export type AnonymiseBatch = (batch: Batch) => Promise<BatchResult>

/** The result of a batch that found these rows, of which so many had something to lose. */
export function resultOf({ size }: Batch, found: number, changed = found): BatchResult {
  return { changed, hasMore: found === size }
}
