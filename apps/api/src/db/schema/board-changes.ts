import { sql } from 'drizzle-orm'
import { customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { clientId, moment, oneOf } from './columns.ts'
import { key, ofClient } from './references.ts'

/** The two lists of a board: the people on site, and the site's own people who are away. */
export const boardLists = ['on_site', 'away'] as const
export type BoardList = (typeof boardLists)[number]

/**
 * What a change affects: the lists of boards, the musters of sites, or the devices of a client,
 * whose changes have the site `EVERY_SITE`.
 */
export const changedLists = [...boardLists, 'muster', 'devices'] as const

/** The `site_id` of a change that affects every site of the client. */
export const EVERY_SITE = '00000000-0000-0000-0000-000000000000'

/** A transaction id that never wraps around, as text. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * The transactions that changed what a list of a board shows. Triggers write the rows, so no
 * statement can omit them. Rows are only added, so transactions that change the same board do not
 * block each other.
 */
export const boardChanges = pgTable(
  'board_changes',
  {
    clientId: clientId(),
    siteId: uuid('site_id').notNull(),
    list: text('list', { enum: changedLists }).notNull(),
    transactionId: transactionId('transaction_id')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (table) => [
    key(table.clientId, table.siteId, table.list, table.transactionId),
    ofClient(table),
    index('board_changes_changed_at_idx').on(table.changedAt),
    oneOf(table.list, changedLists),
  ],
)
