import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { clientId, id, moment } from './columns.ts'
import { sites } from './sites.ts'
import { key, reference } from './references.ts'

/** What a correction changed of a visit. A field that it left as it was is missing. */
export interface CorrectedFields {
  first_name?: string
  last_name?: string
  /** E.164 */
  mobile?: string
  role?: string
  dependents?: number
  signed_out_at?: string | null
  /** When a rule closed the visit; null once the departure is known. */
  assumed_left_at?: string | null
}

/**
 * What the `corrected` entries of the access log say: corrections of visits, and notes to visits and refused attempts. For a refused attempt, `visitId` and `signedInAt` are its id and time. A visit has the values that hold now; its corrections have those that held before. The runtime
 * role may add rows and, for retention, empty `before`, `after` and `note`.
 */
export const logCorrections = pgTable(
  'log_corrections',
  {
    clientId: clientId(),
    id: id(),
    at: moment('at').notNull(),
    siteId: uuid('site_id').notNull(),
    visitId: uuid('visit_id').notNull(),
    /** Of the visit: from it the days of retention are counted. */
    signedInAt: moment('signed_in_at').notNull(),
    /** Null where the person's own check-out came after a rule had closed the visit, or after staff had: then it has no values. */
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
