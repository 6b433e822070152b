import { hostAnswers } from '@gatehouse/validation/vocabulary'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { clientId, moment, oneOf } from './columns.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'
import { key, reference } from './references.ts'

/**
 * The host a visitor came to see: one row for each visit that names one. Deleted with the visitor's
 * name. `user_id` is the chosen person; null where the name was only typed, and nobody is notified.
 */
export const visitHosts = pgTable(
  'visit_hosts',
  {
    clientId: clientId(),
    visitId: uuid('visit_id').notNull(),
    siteId: uuid('site_id').notNull(),
    /** The sign-in time of the visit. */
    signedInAt: moment('signed_in_at').notNull(),
    userId: uuid('user_id'),
    name: text('name').notNull().default(''),
    answer: text('answer', { enum: hostAnswers }),
    answeredAt: moment('answered_at'),
  },
  (table) => [
    key(table.clientId, table.visitId),
    reference([table.clientId, table.siteId], sites),
    reference([table.clientId, table.userId], users),
    index('visit_hosts_user_idx')
      .on(table.clientId, table.userId, table.signedInAt)
      .where(sql`${table.userId} is not null`),
    index('visit_hosts_time_idx').on(table.clientId, table.signedInAt),
    oneOf(table.answer, hostAnswers),
    check('visit_hosts_named_check', sql`(${table.userId} is null) = (${table.name} <> '')`),
    check('visit_hosts_answered_check', sql`(${table.answer} is null) = (${table.answeredAt} is null)`),
  ],
)
