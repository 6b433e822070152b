import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { clientId, id, moment } from './columns.ts'
import { sites } from './sites.ts'
import { key, reference } from './references.ts'

/** The fields of a visit that a correction changed. Unchanged fields are absent. */
export interface CorrectedFields {
  first_name?: string
  last_name?: string
  /** E.164 */
  mobile?: string
  role?: string
  dependents?: number
  signed_out_at?: string | null
  /** When a rule closed the visit; null once the actual departure is known. */
  assumed_left_at?: string | null
}

/**
 * The content of the access log's `corrected` entries: corrections of visits, and notes on visits
 * and refused attempts. For a refused attempt, `visitId` and `signedInAt` are its id and time. The
 * visit has the present values, its corrections the earlier ones. The runtime role can only add
 * rows and, for retention, empty `before`, `after` and `note`.
 */
export const logCorrections = pgTable(
  'log_corrections',
  {
    clientId: clientId(),
    id: id(),
    at: moment('at').notNull(),
    siteId: uuid('site_id').notNull(),
    visitId: uuid('visit_id').notNull(),
    /** The sign-in time of the visit, from which retention counts. */
    signedInAt: moment('signed_in_at').notNull(),
    /**
     * Null where the person checked out after a rule or staff had closed the visit. The correction
     * has no values then.
     */
    correctedBy: uuid('corrected_by'),
    before: jsonb('before').$type<CorrectedFields>().notNull().default({}),
    after: jsonb('after').$type<CorrectedFields>().notNull().default({}),
    note: text('note').notNull().default(''),
    anonymisedAt: moment('anonymised_at'),
  },
  (table) => [
    key(table.clientId, table.id),
    reference([table.clientId, table.siteId], sites),
    index('log_corrections_visit_idx').on(table.clientId, table.visitId),
    index('log_corrections_contact_kept_idx')
      .on(table.clientId, table.signedInAt)
      .where(sql`${table.anonymisedAt} is null`),
  ],
)
