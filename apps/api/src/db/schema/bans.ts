import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { clients } from './clients.ts'
import { clientId, createdAt, id, lastModified, moment } from './columns.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'

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
    createdAt: createdAt(),
    lastModified: lastModified(),
  },
  (table) => [
    primaryKey({ name: 'bans_pkey', columns: [table.clientId, table.id] }),
    foreignKey({ name: 'bans_client_fkey', columns: [table.clientId], foreignColumns: [clients.id] }),
    foreignKey({
      name: 'bans_site_fkey',
      columns: [table.clientId, table.siteId],
      foreignColumns: [sites.clientId, sites.id],
    }),
    foreignKey({
      name: 'bans_user_fkey',
      columns: [table.clientId, table.userId],
      foreignColumns: [users.clientId, users.id],
    })
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
    primaryKey({ name: 'ban_person_keys_pkey', columns: [table.clientId, table.personKey, table.banId] }),
    foreignKey({
      name: 'ban_person_keys_ban_fkey',
      columns: [table.clientId, table.banId],
      foreignColumns: [bans.clientId, bans.id],
    }).onDelete('cascade'),
    index('ban_person_keys_ban_idx').on(table.clientId, table.banId),
  ],
)
