import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { clientId, id, moment, oneOf } from './columns.ts'
import { key, ofClient } from './references.ts'

export const actorKinds = ['staff', 'key', 'guest', 'device', 'system'] as const
export type ActorKind = (typeof actorKinds)[number]

/**
 * Who did what, written in the transaction of the action. The runtime role can only add rows and,
 * for retention, update `details` and `redacted_at`.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    clientId: clientId(),
    id: id(),
    at: moment('at').notNull(),
    actorKind: text('actor_kind', { enum: actorKinds }).notNull(),
    actorId: uuid('actor_id'),
    action: text('action').notNull(),
    targetKind: text('target_kind').notNull(),
    targetId: uuid('target_id'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    redactedAt: moment('redacted_at'),
  },
  (table) => [
    key(table.clientId, table.id),
    ofClient(table),
    index('audit_entries_time_idx').on(table.clientId, table.at, table.id),
    // One index for each filter of the list, in its order.
    index('audit_entries_target_idx').on(table.clientId, table.targetId, table.at, table.id),
    index('audit_entries_actor_idx').on(table.clientId, table.actorId, table.at, table.id),
    index('audit_entries_action_idx').on(
      table.clientId,
      sql`${table.action} collate "C"`,
      table.at,
      table.id,
    ),
    index('audit_entries_details_kept_idx')
      .on(table.clientId, table.at)
      .where(sql`${table.redactedAt} is null`),
    oneOf(table.actorKind, actorKinds),
  ],
)
