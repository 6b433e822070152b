import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientId, createdAt, foldedColumn, id, lastModified, moment } from './columns.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'
import { key, ofClient, reference } from './references.ts'

/**
 * A person who must not sign in at one site, or without a site at all sites of the client. It has the data of the person at the time
 * of the ban, and their user as long as that exists.
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
    /** By a Manager, and no admin has changed it since: a Manager may lift it. */
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

/** The keys by which a ban is found, each with the name and mobile behind it: a new way of folding names needs new keys. */
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
 * That a banned person may come in at one site for some hours. One person asks for it and another one grants it; the database refuses a
 * grant by whoever asked.
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
    /** Null while it waits. */
    isGranted: boolean('is_granted'),
    /** Null where nobody decided in time; the row says so once somebody asks again. */
    decidedBy: uuid('decided_by'),
    decidedAt: moment('decided_at'),
    /** The end of one that was granted. */
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
