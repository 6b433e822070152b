import type { BoundedCount } from '@gatehouse/validation/endpoints/retention'
import type { RetentionClass } from '@gatehouse/validation/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/tenancy.ts'
import type { PhotoStore } from '../../storage/photos.ts'

/** How one class of data is removed from one table. Each module exports the steps of its tables from `retention.ts`. */
export interface RetentionStep {
  class: RetentionClass
  table: string
  /** The rows that it anonymises: a run takes them batch by batch, and a preview counts them. */
  due: (deadline: Deadline) => DueRows
  /** Counts them where the condition does not say everything. It looks at no more than `most` rows. */
  countDue?: (tx: Transaction, deadline: Deadline, most: number) => Promise<BoundedCount>
  /** The rows of a history that still hold this data, whether they are due or not. */
  kept?: KeptRows
  anonymise: AnonymiseBatch
}

/** A moment, or the expression of one in a query over several clients. */
export type Moment = Date | SQL

/** What is past its retention, of one client or of each that a query is about. */
export interface Deadline {
  clientId: string | SQL
  /** Rows up to this time are past their retention. */
  cutoff: Moment
  /** Rows up to this time were deleted by the step of an earlier class. */
  deletedUntil?: Date | undefined
}

/** A moment in a query. */
export const momentOf = (moment: Moment): SQL =>
  moment instanceof Date ? sql`${moment.toISOString()}::timestamptz` : moment

/** Rows as a query names them. */
export interface DueRows {
  from: SQL
  where: SQL
  /** The site that a row belongs to; null where rows of this kind belong to none. */
  site: SQL | null
}

/** Rows that a partial index has in the order of their time. */
export interface KeptRows {
  time: string
  /** The condition of that index. */
  where: string
}

/** Rows of one client and table that are past their retention, at most `size` of them. */
export interface Batch {
  clientId: string
  cutoff: Date
  now: Date
  tx: Transaction
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
