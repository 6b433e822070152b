import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { clientId, foldedText, moment } from './columns.ts'
import { key, ofClient } from './references.ts'

/**
 * The people of the access log, each once: its search looks here, and not in millions of visits. A job adds those of new records. Whoever
 * has no record with a name any more is deleted.
 */
export const logPeople = pgTable(
  'log_people',
  {
    clientId: clientId(),
    personKey: text('person_key').notNull(),
    userId: uuid('user_id'),
    /** As the last record spells the name. */
    foldedName: foldedText('folded_name').notNull(),
    mobile: text('mobile').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [
    key(table.clientId, table.personKey),
    ofClient(table),
    // All that a search reads, so that it reads the index alone.
    index('log_people_search_idx').on(
      table.clientId,
      table.foldedName,
      table.mobile,
      table.userId,
      table.personKey,
    ),
    // Whom a ban would refuse.
    index('log_people_mobile_idx').on(table.clientId, table.mobile),
    index('log_people_last_idx').on(table.clientId, table.lastAt),
  ],
)
