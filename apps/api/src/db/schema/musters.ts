import { markStates } from '@gatehouse/validation/muster'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { clientId, createdAt, id, moment, oneOf } from './columns.ts'
import { sites } from './sites.ts'
import { personKinds } from './visits.ts'
import { key, reference } from './references.ts'

/**
 * The musters and drills of sites. Each write of the roll or of marks locks this row and increments
 * its version, so the versions of both are in commit order.
 */
export const musters = pgTable(
  'musters',
  {
    clientId: clientId(),
    id: id(),
    siteId: uuid('site_id').notNull(),
    drill: boolean('drill').notNull(),
    startedAt: moment('started_at').notNull(),
    startedBy: uuid('started_by').notNull(),
    endedAt: moment('ended_at'),
    /** Also null where the muster ended automatically. */
    endedBy: uuid('ended_by'),
    /** When the wardens were last notified that it is still open. */
    forgottenToldAt: moment('forgotten_told_at'),
    version: integer('version').notNull().default(1),
    /** The database state at which the roll was last compared with the people on site. */
    rollSnapshot: text('roll_snapshot').notNull(),
    rollServerStartedAt: text('roll_server_started_at').notNull(),
    /** The people at the end, including their dependants. */
    safe: integer('safe'),
    missing: integer('missing'),
    total: integer('total'),
    createdAt: createdAt(),
    /** When a drill became a real muster. */
    becameRealAt: moment('became_real_at'),
    /** When the roll was last compared, by the database's clock. */
    rollComparedAt: moment('roll_compared_at').notNull(),
  },
  (table) => [
    key(table.clientId, table.id),
    reference([table.clientId, table.siteId], sites),
    uniqueIndex('musters_running_key')
      .on(table.clientId, table.siteId)
      .where(sql`${table.endedAt} is null`),
    index('musters_started_at_idx').on(table.clientId, table.startedAt, table.id),
    check('musters_ended_check', sql`(${table.endedAt} is null) = (${table.total} is null)`),
  ],
)

/** The people on the list of a muster, with their names at the time they were added. */
export const musterRoll = pgTable(
  'muster_roll',
  {
    clientId: clientId(),
    musterId: uuid('muster_id').notNull(),
    /** As on the board: the id of the user, or of a visitor's visit. */
    personId: uuid('person_id').notNull(),
    personKey: text('person_key').notNull(),
    kind: text('kind', { enum: personKinds }).notNull(),
    visitId: uuid('visit_id').notNull(),
    signedInAt: moment('signed_in_at').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    mobile: text('mobile').notNull().default(''),
    role: text('role').notNull().default(''),
    employeeNumber: text('employee_number').notNull().default(''),
    phoneExtension: text('phone_extension').notNull().default(''),
    dependents: smallint('dependents').notNull().default(0),
    leftAt: moment('left_at'),
    /** The person left before the muster began. */
    hadLeft: boolean('had_left').notNull().default(false),
    version: integer('version').notNull(),
    createdAt: createdAt(),
    anonymisedAt: moment('anonymised_at'),
    /** The person signed in on several phones, and one of them reported the departure. */
    leftByOtherPhone: boolean('left_by_other_phone').notNull().default(false),
  },
  (table) => [
    key(table.clientId, table.musterId, table.personId),
    reference([table.clientId, table.musterId], musters),
    uniqueIndex('muster_roll_person_key').on(table.clientId, table.musterId, table.personKey),
    index('muster_roll_version_idx').on(table.clientId, table.musterId, table.version),
    index('muster_roll_kept_idx')
      .on(table.clientId, table.createdAt)
      .where(sql`${table.anonymisedAt} is null`),
    oneOf(table.kind, personKinds),
    check('muster_roll_left_check', sql`not ${table.hadLeft} or ${table.leftAt} is not null`),
  ],
)

/** The marks of a muster. Rows are only added; retention empties their texts. */
export const musterMarks = pgTable(
  'muster_marks',
  {
    clientId: clientId(),
    musterId: uuid('muster_id').notNull(),
    id: id(),
    personId: uuid('person_id').notNull(),
    state: text('state', { enum: markStates }).notNull(),
    madeAt: moment('made_at').notNull(),
    /** The user who made it; null where the person did. */
    madeBy: uuid('made_by'),
    targets: uuid('targets').array().notNull(),
    pointId: uuid('point_id'),
    text: text('text').notNull().default(''),
    receivedAt: moment('received_at').notNull(),
    isFlagged: boolean('is_flagged').notNull().default(false),
    version: integer('version').notNull(),
  },
  (table) => [
    key(table.clientId, table.musterId, table.id),
    reference([table.clientId, table.musterId], musters),
    index('muster_marks_person_idx').on(table.clientId, table.musterId, table.personId),
    index('muster_marks_version_idx').on(table.clientId, table.musterId, table.version),
    index('muster_marks_text_kept_idx')
      .on(table.clientId, table.receivedAt)
      .where(sql`${table.text} <> ''`),
    oneOf(table.state, markStates),
  ],
)
