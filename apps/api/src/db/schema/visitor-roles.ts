import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientId, createdAt, id, lastModified, spellingKey } from './columns.ts'
import type { Translated } from './sign-in-methods.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'
import { key, reference } from './references.ts'

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
    key(table.clientId, table.id),
    reference([table.clientId, table.siteId], sites),
    index('visitor_roles_site_idx').on(table.clientId, table.siteId, table.position),
    uniqueIndex('visitor_roles_name_key').on(table.clientId, table.siteId, spellingKey(table.name)),
  ],
)

/** A known user's roles, for sites that ask by user. */
export const userVisitorRoles = pgTable(
  'user_visitor_roles',
  {
    clientId: clientId(),
    userId: uuid('user_id').notNull(),
    roleId: uuid('role_id').notNull(),
  },
  (table) => [
    key(table.clientId, table.userId, table.roleId),
    reference([table.clientId, table.userId], users).onDelete('cascade'),
    reference([table.clientId, table.roleId], visitorRoles).onDelete('cascade'),
    index('user_visitor_roles_role_idx').on(table.clientId, table.roleId),
  ],
)
