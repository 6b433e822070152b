import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { clientId, createdAt, id, moment } from './columns.ts'
import { webhooks } from './webhooks.ts'
import { key, ofClient, reference } from './references.ts'

/** The queues: events before expansion, webhook deliveries, emails, text messages, and notices. */
export const outboxQueues = ['event', 'webhook', 'mail', 'text', 'notice'] as const
export type OutboxQueue = (typeof outboxQueues)[number]

const isOpen = (table: Record<'deliveredAt' | 'failedAt', AnyPgColumn>) =>
  sql`${table.deliveredAt} is null and ${table.failedAt} is null`

/**
 * The side effects of a change (transactional outbox): written with it and delivered at least once,
 * for each subject in the order of `position`.
 */
export const outbox = pgTable(
  'outbox',
  {
    clientId: clientId(),
    id: id(),
    type: text('type').notNull(),
    subject: text('subject').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull().default({}),
    /** When the event happened. */
    createdAt: createdAt(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    deliveredAt: moment('delivered_at'),
    /** The recipient's email at that time. Cleared once the email is delivered or has failed. */
    recipient: text('recipient'),
    /** When the delivery finally failed. `failure` is a code: other text can contain an email. */
    failedAt: moment('failed_at'),
    failure: text('failure'),
    webhookId: uuid('webhook_id'),
    /** Assigned on insert, under the subject's lock: the commit order of the subject's rows. */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** The start of the time allowed for attempts: when the row was written, or queued again. */
    queuedAt: moment('queued_at').notNull().defaultNow(),
    /** The event of a webhook delivery, the same for all webhooks. */
    eventId: uuid('event_id'),
    /** The last attempt of a webhook delivery. `outcome` is null where none was made. */
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
    // Delivered rows leave these indexes, so they do not slow down the queue.
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
    // The alerts that a person was sent.
    index('outbox_alert_idx')
      .on(table.clientId, table.subject, table.position)
      .where(sql`${table.type} in ('mail.alert', 'text.alert')`),
  ],
)
