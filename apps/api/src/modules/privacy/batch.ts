import type { Transaction } from '../../db/tenancy.ts'
import type { PhotoStore } from '../../storage/photos.ts'

/** The rows of one client and table that are past their days: those up to the cut-off, so many at once. */
export interface Batch {
  tx: Transaction
  clientId: string
  /** What is from this moment or before is past its days. */
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

/** Anonymises one batch. Rows that somebody holds are left for the next run. */
export type AnonymiseBatch = (batch: Batch) => Promise<BatchResult>

/** The result of a batch that found these rows, of which so many had something to lose. */
export function resultOf({ size }: Batch, found: number, changed = found): BatchResult {
  return { changed, hasMore: found === size }
}
