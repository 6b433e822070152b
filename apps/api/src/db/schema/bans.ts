import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { clients } from './clients.ts'
import { clientId, createdAt, id, lastModified, moment } from './columns.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'

/**
 * Somebody who must not come in, at one site or, with no site, at all of the client's: a person as they were when they were banned,
 * and the user they are, as long as that user exists.
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
      // The migration says which column: only the user is forgotten, the ban stays the client's.
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

/** Every key that a ban is found by, with the name and mobile that it was made from: when names are folded anew, so is the key. */
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
