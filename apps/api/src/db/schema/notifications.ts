import type { ChannelsByEvent } from '@gatehouse/validation/channels-by-event'
import {
  type ChosenEvent,
  type NotificationChannel,
  notificationChannels,
  type NotificationEvent,
  notificationEventNames,
  notificationLevels,
} from '@gatehouse/validation/notification-events'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { clientId, createdAt, id, lastModified, moment, oneOf } from './columns.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'
import { key, reference } from './references.ts'

/** A person's notifications until they are cleared. Their text is chosen when they are read. */
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
    key(table.clientId, table.id),
    reference([table.clientId, table.userId], users).onDelete('cascade'),
    index('notifications_user_idx').on(table.clientId, table.userId, table.id),
    index('notifications_created_at_idx').on(table.createdAt),
    oneOf(table.level, notificationLevels),
  ],
)

/** A user's own notification settings, in place of the defaults for people with the same rights. */
export const notificationRecipients = pgTable(
  'notification_recipients',
  {
    clientId: clientId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    events: text('events', { enum: notificationEventNames }).$type<ChosenEvent>().array().notNull(),
    channels: text('channels', { enum: notificationChannels }).$type<NotificationChannel>().array().notNull(),
    /** `HH:MM` by the site's clock. Emails and texts in these hours wait until their end. */
    quietFrom: text('quiet_from'),
    quietUntil: text('quiet_until'),
    /** The same event of the same method or site notifies at most once in so many minutes. */
    repeatMinutes: integer('repeat_minutes').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    createdAt: createdAt(),
    lastModified: lastModified(),
    /** Events that use fewer channels. All others use all of them. */
    channelsByEvent: jsonb('channels_by_event').$type<ChannelsByEvent>().notNull().default({}),
  },
  (table) => [
    key(table.clientId, table.id),
    reference([table.clientId, table.userId], users).onDelete('cascade'),
    unique('notification_recipients_user_key').on(table.clientId, table.userId),
    check(
      'notification_recipients_quiet_check',
      sql`(${table.quietFrom} is null) = (${table.quietUntil} is null)`,
    ),
  ],
)

/** The sites of a recipient who is not notified about all. */
export const notificationRecipientSites = pgTable(
  'notification_recipient_sites',
  { clientId: clientId(), recipientId: uuid('recipient_id').notNull(), siteId: uuid('site_id').notNull() },
  (table) => [
    key(table.clientId, table.recipientId, table.siteId),
    reference([table.clientId, table.recipientId], notificationRecipients).onDelete('cascade'),
    reference([table.clientId, table.siteId], sites),
    index('notification_recipient_sites_site_idx').on(table.clientId, table.siteId),
  ],
)

/**
 * When a recipient was last notified of an event, and how often it has happened since. The count
 * starts below zero where several notifications are allowed first.
 */
export const notificationRepeats = pgTable(
  'notification_repeats',
  {
    clientId: clientId(),
    userId: uuid('user_id').notNull(),
    event: text('event').$type<NotificationEvent>().notNull(),
    /** What the event is about, such as the method or the site. */
    subject: text('subject').notNull(),
    toldAt: moment('told_at').notNull(),
    heldBack: integer('held_back').notNull().default(0),
  },
  (table) => [
    key(table.clientId, table.userId, table.event, table.subject),
    reference([table.clientId, table.userId], users).onDelete('cascade'),
    index('notification_repeats_told_at_idx').on(table.toldAt),
  ],
)
