import { visitEndings, hostAnswers } from '@gatehouse/validation/vocabulary'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, celsius, clientId, createdAt, id, moment, oneOf, foldedColumn } from './columns.ts'
import type { QuestionType } from './questions.ts'
import { signInMethods } from './sign-in-methods.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'
import { key, reference } from './references.ts'

export const personKinds = ['user', 'visitor'] as const
export type PersonKind = (typeof personKinds)[number]

export const signInSources = ['phone', 'kiosk', 'device', 'staff'] as const
export type SignInSource = (typeof signInSources)[number]

/** An answer with the question as shown. `answer_text` has the text of what was chosen. */
export interface GivenAnswer {
  question_id: string
  version: number
  type: QuestionType
  question_text: string
  answer: string | string[]
  answer_text: string
  failed: boolean
}

/** The columns about the person in visits, refused attempts and presence. */
export const personColumns = () => ({
  kind: text('kind', { enum: personKinds }).notNull(),
  userId: uuid('user_id'),
  personKey: text('person_key').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  /** E.164, or empty. */
  mobile: text('mobile').notNull().default(''),
  dependents: smallint('dependents').notNull().default(0),
  roleId: uuid('role_id'),
  roleName: text('role_name').notNull().default(''),
})

/** A kiosk sent the stored sign-in later. Its time is the kiosk's; `created_at` is its arrival. */
export const signedInOffline = () => boolean('signed_in_offline').notNull().default(false)

/**
 * The history of visits. The millisecond of the UUIDv7 is `signed_in_at`. `ended_at` is when the
 * visit was closed; `signed_out_at` is when the person left, null where that is unknown.
 */
export const visits = pgTable(
  'visits',
  {
    clientId: clientId(),
    id: id(),
    siteId: uuid('site_id').notNull(),
    methodId: uuid('method_id'),
    source: text('source', { enum: signInSources }).notNull().default('phone'),
    ...personColumns(),
    answers: jsonb('answers').$type<GivenAnswer[]>().notNull().default([]),
    temperature: celsius('temperature'),
    signedInAt: moment('signed_in_at').notNull(),
    signedOutAt: moment('signed_out_at'),
    endedAs: text('ended_as', { enum: visitEndings }),
    endedAt: moment('ended_at'),
    endedBy: uuid('ended_by'),
    endReason: text('end_reason').notNull().default(''),
    /** When the names, the mobile and the person key were replaced. */
    anonymisedAt: moment('anonymised_at'),
    createdAt: createdAt(),
    /** The person's next visit at the site, which closed this one. */
    supersededBy: uuid('superseded_by'),
    signedInOffline: signedInOffline(),
    /** Signed in during the person's open stay, by a phone that has none of its passes. */
    otherPhone: boolean('other_phone').notNull().default(false),
    /** The departure followed sign-ins on several phones, so it may not be the person's. */
    leftByOtherPhone: boolean('left_by_other_phone').notNull().default(false),
    /** Within the day before, an answer refused somebody with this mobile at the site. */
    afterRefusal: boolean('after_refusal').notNull().default(false),
    /** When a rule closed the visit. Kept when the actual departure is reported later. */
    assumedLeftAt: moment('assumed_left_at'),
  },
  (table) => [
    key(table.clientId, table.id, table.signedInAt),
    reference([table.clientId, table.siteId], sites),
    reference([table.clientId, table.methodId], signInMethods),
    reference([table.clientId, table.userId], users),
    // The id contains the time.
    check(
      'visits_id_check',
      sql`gatehouse_id_milliseconds(${table.id}) = (extract(epoch from ${table.signedInAt}) * 1000)::bigint`,
    ),
    index('visits_site_time_idx').on(table.clientId, table.siteId, table.signedInAt, table.id),
    // When people left, or are assumed to have left. Behind row-level security an index over both
    // times is not used.
    index('visits_site_signed_out_idx')
      .on(table.clientId, table.siteId, table.signedOutAt, table.id)
      .where(sql`${table.signedOutAt} is not null`),
    // Departures in doubt, by the time they were reported.
    index('visits_doubted_idx')
      .on(table.clientId, table.siteId, table.endedAt)
      .where(sql`${table.leftByOtherPhone}`),
    index('visits_assumed_left_idx')
      .on(table.clientId, table.assumedLeftAt, table.id)
      .where(sql`${table.assumedLeftAt} is not null`),
    index('visits_site_assumed_left_idx')
      .on(table.clientId, table.siteId, table.assumedLeftAt, table.id)
      .where(sql`${table.assumedLeftAt} is not null`),
    // Stays of more than two days. A query for who was on site at a time searches only two days
    // back for all others.
    index('visits_long_stay_idx')
      .on(table.clientId, table.siteId, table.signedInAt)
      .where(sql`coalesce(${table.signedOutAt}, ${table.endedAt}) - ${table.signedInAt} > interval '2 days'`),
    index('visits_person_idx').on(table.clientId, table.personKey, table.signedInAt),
    // Rows that still need to be anonymised, by class of data.
    index('visits_contact_kept_idx')
      .on(table.clientId, table.signedInAt)
      .where(sql`${table.anonymisedAt} is null`),
    index('visits_answers_kept_idx')
      .on(table.clientId, table.signedInAt)
      .where(sql`${table.answers} <> '[]'`),
    index('visits_temperature_kept_idx')
      .on(table.clientId, table.signedInAt)
      .where(sql`${table.temperature} is not null`),
    oneOf(table.kind, personKinds),
    oneOf(table.source, signInSources),
    oneOf(table.endedAs, visitEndings),
    check('visits_user_check', sql`(${table.kind} = 'user') = (${table.userId} is not null)`),
    check('visits_ended_check', sql`(${table.endedAs} is null) = (${table.endedAt} is null)`),
    check(
      'visits_signed_out_check',
      sql`(${table.signedOutAt} is null) = (${table.endedAs} is null or ${table.endedAs} in ('assumed_left', 'superseded'))`,
    ),
    check('visits_order_check', sql`${table.signedOutAt} >= ${table.signedInAt}`),
    check(
      'visits_superseded_by_check',
      sql`${table.supersededBy} is null or ${table.endedAs} = 'superseded'`,
    ),
  ],
)

/**
 * One row for each person on site. The board and every count of people read it. A second
 * sign-in moves the open visit into the `superseded_` columns, so that its transaction knows
 * which visit to close.
 */
export const presence = pgTable(
  'presence',
  {
    clientId: clientId(),
    siteId: uuid('site_id').notNull(),
    methodId: uuid('method_id'),
    ...personColumns(),
    visitId: uuid('visit_id').notNull(),
    signedInAt: moment('signed_in_at').notNull(),
    supersededVisitId: uuid('superseded_visit_id'),
    supersededSignedInAt: moment('superseded_signed_in_at'),
    foldedName: foldedColumn('folded_name', ['last_name', 'first_name']),
    foldedRole: foldedColumn('folded_role', ['role_name']),
    signedInOffline: signedInOffline(),
  },
  (table) => [
    key(table.clientId, table.siteId, table.personKey),
    reference([table.clientId, table.siteId], sites),
    reference([table.clientId, table.userId], users),
    // People are counted with this index alone.
    index('presence_time_idx').on(table.clientId, table.siteId, table.signedInAt, table.dependents),
    index('presence_user_idx').on(table.clientId, table.userId),
    oneOf(table.kind, personKinds),
    check('presence_user_check', sql`(${table.kind} = 'user') = (${table.userId} is not null)`),
  ],
)

/**
 * The response of a check-in by its idempotency key. An equal request gets the same bytes. `status`
 * and `response` are null only within the transaction that writes them.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    clientId: clientId(),
    methodId: uuid('method_id').notNull(),
    key: uuid('key').notNull(),
    requestHash: bytes('request_hash').notNull(),
    status: integer('status'),
    response: text('answer'),
    createdAt: createdAt(),
  },
  (table) => [
    key(table.clientId, table.methodId, table.key),
    reference([table.clientId, table.methodId], signInMethods),
    index('idempotency_keys_created_at_idx').on(table.createdAt),
  ],
)

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
