import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { clients } from './clients.ts'
import { clientId, createdAt, id, moment } from './columns.ts'

const isDueMail = (table: Record<'deliveredAt' | 'failedAt' | 'type', AnyPgColumn>) =>
  sql`${table.deliveredAt} is null and ${table.failedAt} is null and ${table.type} like 'mail.%'`

/** Events, written with their change and delivered at least once, in the order of ids for each subject. */
export const outbox = pgTable(
  'outbox',
  {
    clientId: clientId(),
    id: id(),
    type: text('type').notNull(),
    subject: text('subject').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    deliveredAt: moment('delivered_at'),
    /** The recipient of a mail at the time when it was recorded. It is cleared when the mail is delivered or has failed. */
    recipient: text('recipient'),
    /** When the delivery was given up. `failure` has the status code, never a text of the server, which can contain an email. */
    failedAt: moment('failed_at'),
    failure: text('failure'),
  },
  (table) => [
    primaryKey({ name: 'outbox_pkey', columns: [table.clientId, table.id] }),
    foreignKey({ name: 'outbox_client_fkey', columns: [table.clientId], foreignColumns: [clients.id] }),
    index('outbox_created_at_idx').on(table.createdAt),
    index('outbox_undelivered_idx')
      .on(table.id)
      .where(sql`${table.deliveredAt} is null`),
    // Few of the events are mails, and the mail worker looks for them every second.
    index('outbox_mail_idx').on(table.nextAttemptAt).where(isDueMail(table)),
    index('outbox_mail_order_idx').on(table.clientId, table.subject, table.id).where(isDueMail(table)),
  ],
)
