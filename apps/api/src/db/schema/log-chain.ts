import { bigint, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { clients } from './clients.ts'
import { bytes, clientId, moment, oneOf } from './columns.ts'

/** What the chain has entries of. */
export const chainedRecords = ['visit', 'refused', 'correction'] as const
export type ChainedRecord = (typeof chainedRecords)[number]

/**
 * The moments at a site whose records are to be chained, in the order in which their transactions were committed. The fold of the roll-ups
 * adds them, and a job deletes them once they are chained.
 */
export const logChanges = pgTable(
  'log_changes',
  {
    clientId: clientId(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity(),
    siteId: uuid('site_id').notNull(),
    /** When the sign-in or the refused attempt was. */
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'log_changes_pkey', columns: [table.clientId, table.id] }),
    foreignKey({ name: 'log_changes_client_fkey', columns: [table.clientId], foreignColumns: [clients.id] }),
    index('log_changes_order_idx').on(table.id),
  ],
)

/**
 * The states of the records of a client and month, each with a hash over the one before it. Digests are keyed, and those of personal data
 * stand for themselves, so the chain stays whole when that data is deleted. The runtime role may only add rows.
 */
export const logChain = pgTable(
  'log_chain',
  {
    clientId: clientId(),
    /** The first moment of the month of the sign-in, in UTC. */
    month: moment('month').notNull(),
    position: integer('position').notNull(),
    record: text('record', { enum: chainedRecords }).notNull(),
    recordId: uuid('record_id').notNull(),
    /** The time of the sign-in or of the refused attempt. */
    at: moment('at').notNull(),
    /** Of what is kept for ever. */
    facts: bytes('facts_digest').notNull(),
    /** Of the name and the mobile, of the answers and of the temperature; null where there is none. */
    contact: bytes('contact_digest'),
    answers: bytes('answers_digest'),
    temperature: bytes('temperature_digest'),
    hash: bytes('hash').notNull(),
    chainedAt: moment('chained_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'log_chain_pkey', columns: [table.clientId, table.month, table.position] }),
    foreignKey({ name: 'log_chain_client_fkey', columns: [table.clientId], foreignColumns: [clients.id] }),
    // Not by client: before statistics exist, PostgreSQL takes any index with the client for a look-up as good as this one, and reads the whole month.
    index('log_chain_record_idx').on(table.recordId, table.month, table.position),
    oneOf('log_chain_record_check', table.record, chainedRecords),
  ],
)
