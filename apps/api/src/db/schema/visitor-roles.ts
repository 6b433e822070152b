import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { clientId, createdAt, id, lastModified, spellingKey } from './columns.ts'
import type { Translated } from './sign-in-methods.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'
import { reference } from './references.ts'

/** The roles from which a visitor of a site chooses. */
export const visitorRoles = pgTable(
  'visitor_roles',
  {
    clientId: clientId(),
    id: id(),
    siteId: uuid('site_id').notNull(),
    name: text('name').notNull(),
    names: jsonb('names').$type<Translated>().notNull().default({}),
    position: integer('position').notNull().default(0),
    enabled: boolean('enabled').notNull().default(true),
    createdAt: createdAt(),
    lastModified: lastModified(),
  },
  (table) => [
    primaryKey({ name: 'visitor_roles_pkey', columns: [table.clientId, table.id] }),
    reference('visitor_roles_site_fkey', [table.clientId, table.siteId], sites),
    index('visitor_roles_site_idx').on(table.clientId, table.siteId, table.position),
    uniqueIndex('visitor_roles_name_key').on(table.clientId, table.siteId, spellingKey(table.name)),
  ],
)

/** The roles of a known user, where a site asks by user. */
export const userVisitorRoles = pgTable(
  'user_visitor_roles',
  {
    clientId: clientId(),
    userId: uuid('user_id').notNull(),
    roleId: uuid('role_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'user_visitor_roles_pkey', columns: [table.clientId, table.userId, table.roleId] }),
    reference('user_visitor_roles_user_fkey', [table.clientId, table.userId], users).onDelete('cascade'),
    reference('user_visitor_roles_role_fkey', [table.clientId, table.roleId], visitorRoles).onDelete(
      'cascade',
    ),
    index('user_visitor_roles_role_idx').on(table.clientId, table.roleId),
  ],
)
