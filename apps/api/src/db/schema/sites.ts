import { defaultRegion } from '@gatehouse/validation/vocabulary'
import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { clients } from './clients.ts'
import { celsius, clientId, createdAt, id, lastModified, oneOf, foldedColumn } from './columns.ts'

export const siteStatuses = ['active', 'archived'] as const
export type SiteStatus = (typeof siteStatuses)[number]

export const sites = pgTable(
  'sites',
  {
    clientId: clientId(),
    id: id(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    address: text('address').notNull().default(''),
    comments: text('comments').notNull().default(''),
    installedOn: date('installed_on', { mode: 'string' }),
    timeZone: text('time_zone').notNull().default('Australia/Sydney'),
    region: char('region', { length: 2 }).notNull().default(defaultRegion),
    status: text('status', { enum: siteStatuses }).notNull().default('active'),
    offlineUsers: boolean('offline_users').notNull().default(false),
    questionsByUser: boolean('questions_by_user').notNull().default(false),
    lowTemperature: celsius('low_temperature').notNull().default(35),
    highTemperature: celsius('high_temperature').notNull().default(37.5),
    overdueAfterHours: integer('overdue_after_hours').notNull().default(13),
    createdAt: createdAt(),
    lastModified: lastModified(),
    foldedName: foldedColumn('folded_name', ['name']),
  },
  (table) => [
    primaryKey({ name: 'sites_pkey', columns: [table.clientId, table.id] }),
    foreignKey({ name: 'sites_client_fkey', columns: [table.clientId], foreignColumns: [clients.id] }),
    oneOf('sites_status_check', table.status, siteStatuses),
    check('sites_temperature_check', sql`${table.lowTemperature} < ${table.highTemperature}`),
    check('sites_overdue_check', sql`${table.overdueAfterHours} > 0`),
    // The first sites by name, also of all clients together.
    index('sites_name_idx')
      .on(table.foldedName, table.id)
      .where(sql`${table.status} = 'active'`),
    index('sites_archived_idx')
      .on(table.clientId, table.id)
      .where(sql`${table.status} = 'archived'`),
  ],
)
