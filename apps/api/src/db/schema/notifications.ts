import { foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { clientId, createdAt, id, oneOf } from './columns.ts'
import { users } from './users.ts'

export const notificationLevels = ['danger', 'warning', 'info'] as const
export type NotificationLevel = (typeof notificationLevels)[number]

/** The notifications of a person until they are cleared. The text is chosen at reading, in the language of the reader. */
export const notifications = pgTable(
  'notifications',
  {
    clientId: clientId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').notNull(),
    level: text('level', { enum: notificationLevels }).notNull(),
    values: jsonb('values').$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'notifications_pkey', columns: [table.clientId, table.id] }),
    foreignKey({
      name: 'notifications_user_fkey',
      columns: [table.clientId, table.userId],
      foreignColumns: [users.clientId, users.id],
    }).onDelete('cascade'),
    index('notifications_user_idx').on(table.clientId, table.userId, table.id),
    index('notifications_created_at_idx').on(table.createdAt),
    oneOf('notifications_level_check', table.level, notificationLevels),
  ],
)
