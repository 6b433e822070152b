import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { clientId, foldedText, moment } from './columns.ts'
import { key, ofClient } from './references.ts'

/**
 * The people of the access log, one row each, so that its search does not scan millions of visits.
 * A job adds the people of new records, and removes those whose records all lost their names.
 */
export const logPeople = pgTable(
  'log_people',
  {
    clientId: clientId(),
    personKey: text('person_key').notNull(),
    userId: uuid('user_id'),
    /** The name as spelled in the last record. */
    foldedName: foldedText('folded_name').notNull(),
    mobile: text('mobile').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [
    key(table.clientId, table.personKey),
    ofClient(table),
    // All columns of a search, for an index-only scan.
    index('log_people_search_idx').on(
      table.clientId,
      table.foldedName,
      table.mobile,
      table.userId,
      table.personKey,
    ),
    // The people a ban would refuse.
    index('log_people_mobile_idx').on(table.clientId, table.mobile),
    index('log_people_last_idx').on(table.clientId, table.lastAt),
  ],
)
