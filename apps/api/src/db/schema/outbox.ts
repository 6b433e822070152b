import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { clientId, createdAt, id, moment } from './columns.ts'
import { webhooks } from './webhooks.ts'
import { key, ofClient, reference } from './references.ts'

/** What waits in the outbox: events that are not yet deliveries, deliveries to webhooks, mails, text messages, and what people are told of. */
export const outboxQueues = ['event', 'webhook', 'mail', 'text', 'notice'] as const
export type OutboxQueue = (typeof outboxQueues)[number]

const isOpen = (table: Record<'deliveredAt' | 'failedAt', AnyPgColumn>) =>
  sql`${table.deliveredAt} is null and ${table.failedAt} is null`

/** What follows a change. It is written with the change and delivered at least once, in the order of `position` for each subject. */
export const outbox = pgTable(
  'outbox',
  {
    clientId: clientId(),
    id: id(),
    type: text('type').notNull(),
    subject: text('subject').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull().default({}),
    /** When it happened. */
    createdAt: createdAt(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    deliveredAt: moment('delivered_at'),
    /** The recipient of a mail at the time when it was recorded. It is cleared when the mail is delivered or has failed. */
    recipient: text('recipient'),
    /** When the delivery was given up. `failure` has a code, never a text of the server, which can contain an email. */
    failedAt: moment('failed_at'),
    failure: text('failure'),
    webhookId: uuid('webhook_id'),
    /** Given when the row is written. Rows of one subject are written under the lock of what they are about, so this is the order of their commits. */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** From when the time for attempts counts: when it was written, or sent again. */
    queuedAt: moment('queued_at').notNull().defaultNow(),
    /** The event of a delivery to a webhook. It is the same for all webhooks. */
    eventId: uuid('event_id'),
    /** How the last attempt of a delivery to a webhook went. `outcome` is null where none was made. */
    attemptedAt: moment('attempted_at'),
    outcome: text('outcome'),
    status: integer('status'),
    /** The beginning of the response. */
    response: text('response'),
    milliseconds: integer('milliseconds'),
    queue: text('queue', { enum: outboxQueues })
      .notNull()
      .generatedAlwaysAs(
        sql`case when type like 'mail.%' then 'mail' when type like 'text.%' then 'text' when type like 'notice.%' then 'notice' when webhook_id is null then 'event' else 'webhook' end`,
      ),
  },
  (table) => [
    key(table.clientId, table.id),
    ofClient(table),
    reference([table.clientId, table.webhookId], webhooks),
    index('outbox_queued_at_idx')
      .on(table.queuedAt)
      .where(sql`${table.failedAt} is null`),
    index('outbox_failed_at_idx')
      .on(table.failedAt)
      .where(sql`${table.failedAt} is not null`),
    index('outbox_failed_idx')
      .on(table.clientId, table.failedAt)
      .where(sql`${table.failedAt} is not null`),
    // What is delivered leaves these indexes, so it does not slow what is not.
    index('outbox_due_idx')
      .on(table.queue, table.clientId, table.nextAttemptAt, table.position)
      .where(isOpen(table)),
    index('outbox_webhook_due_idx')
      .on(table.clientId, table.webhookId, table.nextAttemptAt, table.position)
      .where(sql`${table.webhookId} is not null and ${isOpen(table)}`),
    index('outbox_order_idx').on(table.clientId, table.subject, table.position).where(isOpen(table)),
    index('outbox_event_idx')
      .on(table.clientId, table.position)
      .where(sql`${table.queue} = 'event'`),
    index('outbox_webhook_idx')
      .on(table.clientId, table.webhookId, table.position)
      .where(sql`${table.webhookId} is not null`),
    // What a person was sent of what happened.
    index('outbox_alert_idx')
      .on(table.clientId, table.subject, table.position)
      .where(sql`${table.type} in ('mail.alert', 'text.alert')`),
  ],
)
