import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientId, createdAt, foldedColumn, id, lastModified, moment } from './columns.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'
import { key, ofClient, reference } from './references.ts'

/**
 * A person who must not sign in at one site, or at all sites of the client where `site_id` is null.
 * The row has the person's data at the time of the ban, and their user as long as it exists.
 */
export const bans = pgTable(
  'bans',
  {
    clientId: clientId(),
    id: id(),
    siteId: uuid('site_id'),
    personKey: text('person_key'),
    userId: uuid('user_id'),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    mobile: text('mobile').notNull().default(''),
    reason: text('reason').notNull(),
    fromAt: moment('from_at').notNull(),
    untilAt: moment('until_at'),
    liftedAt: moment('lifted_at'),
    liftedBy: uuid('lifted_by'),
    createdBy: uuid('created_by'),
    /** Set by a Manager and not changed by an administrator since: a Manager may lift it. */
    setByManager: boolean('set_by_manager').notNull().default(false),
    createdAt: createdAt(),
    lastModified: lastModified(),
    foldedName: foldedColumn('folded_name', ['last_name', 'first_name']),
  },
  (table) => [
    key(table.clientId, table.id),
    ofClient(table),
    reference([table.clientId, table.siteId], sites),
    reference([table.clientId, table.userId], users)
      // The migration names the column: only the user id is set to null.
      .onDelete('set null'),
    index('bans_person_idx').on(table.clientId, table.personKey),
    index('bans_user_idx').on(table.clientId, table.userId),
    check(
      'bans_whom_check',
      sql`${table.personKey} is not null or ${table.userId} is not null or ${table.lastName} <> ''`,
    ),
    check('bans_order_check', sql`${table.untilAt} > ${table.fromAt}`),
  ],
)

/** The keys that match a person to a ban, with name and mobile for a changed folding of names. */
export const banPersonKeys = pgTable(
  'ban_person_keys',
  {
    clientId: clientId(),
    personKey: text('person_key').notNull(),
    banId: uuid('ban_id').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    mobile: text('mobile').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    key(table.clientId, table.personKey, table.banId),
    reference([table.clientId, table.banId], bans).onDelete('cascade'),
    index('ban_person_keys_ban_idx').on(table.clientId, table.banId),
    index('ban_person_keys_mobile_idx').on(table.clientId, table.mobile),
  ],
)

/**
 * An exception that lets a banned person in at one site for some hours. One person requests it and
 * another one approves it; the database refuses an approval by the requester.
 */
export const banExceptions = pgTable(
  'ban_exceptions',
  {
    clientId: clientId(),
    id: id(),
    banId: uuid('ban_id').notNull(),
    siteId: uuid('site_id').notNull(),
    reason: text('reason').notNull(),
    hours: smallint('hours').notNull(),
    askedBy: uuid('asked_by').notNull(),
    askedAt: moment('asked_at').notNull(),
    /** Null while it is pending. */
    isGranted: boolean('is_granted'),
    /** Null where nobody decided in time; `is_granted` is then set at the next request. */
    decidedBy: uuid('decided_by'),
    decidedAt: moment('decided_at'),
    /** The end of a granted exception. */
    untilAt: moment('until_at'),
  },
  (table) => [
    key(table.clientId, table.id),
    reference([table.clientId, table.banId], bans).onDelete('cascade'),
    reference([table.clientId, table.siteId], sites),
    index('ban_exceptions_ban_idx').on(table.clientId, table.banId, table.askedAt),
    uniqueIndex('ban_exceptions_waiting_key')
      .on(table.clientId, table.banId, table.siteId)
      .where(sql`${table.isGranted} is null`),
    check(
      'ban_exceptions_decided_check',
      sql`(${table.isGranted} is null) = (${table.decidedAt} is null) and (${table.isGranted} is not null or ${table.decidedBy} is null)
        and (${table.isGranted} is not true or ${table.decidedBy} is not null) and (${table.isGranted} is true) = (${table.untilAt} is not null)`,
    ),
    check(
      'ban_exceptions_second_person_check',
      sql`${table.isGranted} is not true or ${table.decidedBy} <> ${table.askedBy}`,
    ),
  ],
)
