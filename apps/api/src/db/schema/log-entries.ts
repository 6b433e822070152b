import { logEvents, logResults } from '@gatehouse/validation/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import { index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, clientId, id, moment, oneOf } from './columns.ts'
import { sites } from './sites.ts'
import { personKinds } from './visits.ts'
import { key, reference } from './references.ts'

/** Those of the log, and whatever else changed of a visit, such as its end by the next sign-in: only the chain reads that. */
const events = [...logEvents, 'changed'] as const

/** The place of events that share a moment: whoever leaves at the moment of the sign-in has come before. */
const eventRanks: Record<(typeof events)[number], number> = {
  in: 0,
  refused: 1,
  out: 2,
  assumed_left: 3,
  corrected: 4,
  changed: 5,
}

/** A client has few of them. */
export const rareEvents = ['refused', 'assumed_left', 'corrected'] as const

const rankOf: SQL = sql.raw(
  `case event ${events.map((event) => `when '${event}' then ${eventRanks[event]}`).join(' ')} end`,
)

/**
 * The access log. Triggers append an entry in the transaction of what happened, and nothing changes it. An entry says nothing about a
 * person, so erasure and retention touch none: names, mobile, person key and answers are read from the visit or the refused attempt that
 * it speaks of, and what a correction said from `log_corrections`, by the same id. A departure that was taken back or corrected keeps its
 * entry; readers see the one that the visit has now.
 *
 * The digests make the chain: a job fills them in afterwards, once. They are keyed, and those of personal data stand for themselves, so
 * the chain stays whole when that data is deleted.
 */
export const logEntries = pgTable(
  'log_entries',
  {
    clientId: clientId(),
    at: moment('at').notNull(),
    rank: smallint('rank').notNull().generatedAlwaysAs(rankOf),
    /** Of the record; of a correction, its own. */
    id: id(),
    siteId: uuid('site_id').notNull(),
    event: text('event', { enum: events }).notNull(),
    /** `ok` for a visit, else why the attempt was refused. */
    result: text('result', { enum: logResults }).notNull(),
    /** The visit or the refused attempt. */
    recordId: uuid('record_id').notNull(),
    methodId: uuid('method_id'),
    kind: text('kind', { enum: personKinds }).notNull(),
    /** In the chain of the client; null until the entry is chained. */
    position: integer('position'),
    /** Of what is kept for ever. */
    facts: bytes('facts_digest'),
    /** Of the name and the mobile, of the answers and of the temperature; null where there is none. */
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
    // A person's entries are those of their records: an erasure replaces the person key, and a correction may change it.
    index('log_entries_record_idx').on(table.clientId, table.recordId),
    uniqueIndex('log_entries_chain_key').on(table.clientId, table.position),
    oneOf(table.event, events),
    oneOf(table.result, logResults),
    oneOf(table.kind, personKinds),
  ],
)
