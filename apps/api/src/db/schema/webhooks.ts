import { type WebhookEvent, webhookEvents } from '@gatehouse/validation/webhooks'
import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, clientId, createdAt, foldedColumn, id, lastModified, moment } from './columns.ts'
import { key, ofClient } from './references.ts'

/** External receivers of a client's events. */
export const webhooks = pgTable(
  'webhooks',
  {
    clientId: clientId(),
    id: id(),
    url: text('url').notNull(),
    foldedUrl: foldedColumn('folded_url', ['url']),
    events: text('events', { enum: webhookEvents }).$type<WebhookEvent>().array().notNull(),
    enabled: boolean('enabled').notNull().default(true),
    /** Encrypted for this client and webhook. */
    encryptedSecret: bytes('encrypted_secret').notNull(),
    /** The secret before the last rotation. Until it expires, deliveries are signed with both. */
    encryptedPreviousSecret: bytes('encrypted_previous_secret'),
    previousSecretUntil: moment('previous_secret_until'),
    /** The start of the present series of failures; null after a success. */
    failingSince: moment('failing_since'),
    /** When it was disabled after failing too long; null where a person did, or it is enabled. */
    givenUpAt: moment('given_up_at'),
    createdAt: createdAt(),
    lastModified: lastModified(),
  },
  (table) => [
    key(table.clientId, table.id),
    ofClient(table),
    check(
      'webhooks_previous_secret_check',
      sql`(${table.encryptedPreviousSecret} is null) = (${table.previousSecretUntil} is null)`,
    ),
    check('webhooks_given_up_check', sql`${table.givenUpAt} is null or not ${table.enabled}`),
  ],
)
