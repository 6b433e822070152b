import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { celsius, clientId, createdAt, id, moment, oneOf } from './columns.ts'
import { signInMethods } from './sign-in-methods.ts'
import { sites } from './sites.ts'
import { type GivenAnswer, personColumns, personKinds, signedInOffline, signInSources } from './visits.ts'
import { key, reference } from './references.ts'

export const refusalReasons = ['banned', 'high', 'low', 'failed_answer'] as const
export type RefusalReason = (typeof refusalReasons)[number]

/**
 * Sign-ins that a rule refused. They appear in the access log and are not visits. The millisecond
 * of the id is `attempted_at`.
 */
export const refusedAttempts = pgTable(
  'refused_attempts',
  {
    clientId: clientId(),
    id: id(),
    siteId: uuid('site_id').notNull(),
    methodId: uuid('method_id'),
    source: text('source', { enum: signInSources }).notNull().default('phone'),
    reason: text('reason', { enum: refusalReasons }).notNull(),
    banId: uuid('ban_id'),
    ...personColumns(),
    answers: jsonb('answers').$type<GivenAnswer[]>().notNull().default([]),
    temperature: celsius('temperature'),
    attemptedAt: moment('attempted_at').notNull(),
    anonymisedAt: moment('anonymised_at'),
    createdAt: createdAt(),
    signedInOffline: signedInOffline(),
  },
  (table) => [
    key(table.clientId, table.id, table.attemptedAt),
    reference([table.clientId, table.siteId], sites),
    reference([table.clientId, table.methodId], signInMethods),
    // The id contains the time.
    check(
      'refused_attempts_id_check',
      sql`gatehouse_id_milliseconds(${table.id}) = (extract(epoch from ${table.attemptedAt}) * 1000)::bigint`,
    ),
    index('refused_attempts_time_idx').on(table.clientId, table.attemptedAt, table.id),
    index('refused_attempts_site_time_idx').on(table.clientId, table.siteId, table.attemptedAt, table.id),
    index('refused_attempts_person_idx').on(table.clientId, table.personKey, table.attemptedAt),
    index('refused_attempts_mobile_idx').on(table.clientId, table.mobile, table.attemptedAt),
    index('refused_attempts_contact_kept_idx')
      .on(table.clientId, table.attemptedAt)
      .where(sql`${table.anonymisedAt} is null`),
    index('refused_attempts_answers_kept_idx')
      .on(table.clientId, table.attemptedAt)
      .where(sql`${table.answers} <> '[]'`),
    index('refused_attempts_temperature_kept_idx')
      .on(table.clientId, table.attemptedAt)
      .where(sql`${table.temperature} is not null`),
    // Finds the answers that lately refused a person.
    index('refused_attempts_answer_idx')
      .on(table.clientId, table.attemptedAt)
      .where(sql`${table.reason} = 'failed_answer'`),
    oneOf(table.reason, refusalReasons),
    oneOf(table.kind, personKinds),
    oneOf(table.source, signInSources),
  ],
)
