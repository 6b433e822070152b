import { logEvents, logResults } from '@gatehouse/validation/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import { index, integer, pgTable, smallint, text, uniqueIndex, uuid, jsonb } from 'drizzle-orm/pg-core'
import { bytes, clientId, id, moment, oneOf, foldedText } from './columns.ts'
import { sites } from './sites.ts'
import { personKinds } from './visits.ts'
import { key, reference, ofClient } from './references.ts'

/** The events of the log, and other changes of a visit, which only the chain reads. */
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
    /** Digests of the name and mobile, of the answers, and of the temperature; null for none. */
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
    /** Null where the person checked out after it was closed: the correction has no values then. */
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
