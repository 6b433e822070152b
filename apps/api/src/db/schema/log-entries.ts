import { logEvents, logResults } from '@gatehouse/validation/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import { index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, clientId, id, moment, oneOf } from './columns.ts'
import { sites } from './sites.ts'
import { personKinds } from './visits.ts'
import { key, reference } from './references.ts'

/**
 * The events of the log, plus other changes of a visit, such as its end by the next sign-in. Only
 * the chain reads those.
 */
const events = [...logEvents, 'changed'] as const

/** The order of events at the same moment: an arrival comes before a departure. */
const eventRanks: Record<(typeof events)[number], number> = {
  in: 0,
  refused: 1,
  out: 2,
  assumed_left: 3,
  corrected: 4,
  changed: 5,
}

/** Events of which a client has few. */
export const rareEvents = ['refused', 'assumed_left', 'corrected'] as const

const rankOf: SQL = sql.raw(
  `case event ${events.map((event) => `when '${event}' then ${eventRanks[event]}`).join(' ')} end`,
)

/**
 * The access log. Triggers append an entry in the transaction of the event, and nothing changes it.
 * An entry has no personal data, so erasure and retention leave it alone: names, mobile, person key
 * and answers come from the visit or refused attempt it refers to, and the content of a correction
 * from `log_corrections`, by the same id. An undone or corrected departure keeps its entry; readers
 * see the visit's present departure.
 *
 * The digests form the chain: a job fills them in later, once. They are keyed, and those of
 * personal data are separate, so the chain stays verifiable after that data is deleted.
 */
export const logEntries = pgTable(
  'log_entries',
  {
    clientId: clientId(),
    at: moment('at').notNull(),
    rank: smallint('rank').notNull().generatedAlwaysAs(rankOf),
    /** The id of the record; for a correction, of the correction itself. */
    id: id(),
    siteId: uuid('site_id').notNull(),
    event: text('event', { enum: events }).notNull(),
    /** `ok` for a visit, else why the attempt was refused. */
    result: text('result', { enum: logResults }).notNull(),
    /** The visit or the refused attempt. */
    recordId: uuid('record_id').notNull(),
    methodId: uuid('method_id'),
    kind: text('kind', { enum: personKinds }).notNull(),
    /** Position in the client's chain; null until the entry is chained. */
    position: integer('position'),
    /** Digest of what is kept for ever. */
    facts: bytes('facts_digest'),
    /**
     * Digests of the name and mobile, of the answers, and of the temperature; null
     * where there is none.
     */
    contact: bytes('contact_digest'),
    answers: bytes('answers_digest'),
    temperature: bytes('temperature_digest'),
    hash: bytes('hash'),
    chainedAt: moment('chained_at'),
  },
  (table) => [
    key(table.clientId, table.at, table.rank, table.id),
    reference([table.clientId, table.siteId], sites),
    index('log_entries_site_idx').on(table.clientId, table.siteId, table.at, table.rank, table.id),
    index('log_entries_rare_idx')
      .on(table.clientId, table.at, table.rank, table.id)
      .where(sql.raw(`event in (${rareEvents.map((event) => `'${event}'`).join(', ')})`)),
    // A person's entries are found by their records: an erasure replaces the person key, and a
    // correction may change it.
    index('log_entries_record_idx').on(table.clientId, table.recordId),
    uniqueIndex('log_entries_chain_key').on(table.clientId, table.position),
    oneOf(table.event, events),
    oneOf(table.result, logResults),
    oneOf(table.kind, personKinds),
  ],
)
