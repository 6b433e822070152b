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

/** Anonymises one batch, and answers of how many rows: fewer than the batch's size where that was all. Rows in use are left for later. */
export type AnonymiseBatch = (batch: Batch) => Promise<number>
