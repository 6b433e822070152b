import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientId, createdAt, id, moment, oneOf } from './columns.ts'
import { users } from './users.ts'
import { key, ofClient, reference } from './references.ts'

export const oneTimePurposes = ['password_reset', 'verify_email'] as const
export type OneTimePurpose = (typeof oneTimePurposes)[number]

/**
 * Links in emails, by a keyed hash of their token. They are looked up before the client is known.
 * An account has one for each purpose.
 */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    tokenHash: text('token_hash').notNull(),
    clientId: clientId(),
    userId: uuid('user_id').notNull(),
    purpose: text('purpose', { enum: oneTimePurposes }).notNull(),
    email: text('email'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    key(table.tokenHash),
    reference([table.clientId, table.userId], users).onDelete('cascade'),
    index('one_time_tokens_user_idx').on(table.clientId, table.userId, table.purpose),
    index('one_time_tokens_expires_at_idx').on(table.expiresAt),
    oneOf(table.purpose, oneTimePurposes),
  ],
)

/** Emails for which a reset was requested, known or not, until the mail worker looks them up. */
export const resetRequests = pgTable(
  'reset_requests',
  { id: id(), emailKey: text('email_key').notNull(), requestedAt: moment('requested_at').notNull() },
  (table) => [key(table.id)],
)

/** The one-time links for the first administrator of an empty installation, which has no client. */
export const firstAdminLinks = pgTable(
  'first_admin_links',
  { tokenHash: text('token_hash').notNull(), expiresAt: moment('expires_at').notNull() },
  (table) => [key(table.tokenHash), index('first_admin_links_expires_at_idx').on(table.expiresAt)],
)

/** The link by which the administrator of a client creates their account. A client has one. */
export const clientInvitations = pgTable(
  'client_invitations',
  {
    clientId: clientId(),
    tokenHash: text('token_hash').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    key(table.clientId),
    ofClient(table),
    uniqueIndex('client_invitations_token_key').on(table.tokenHash),
    index('client_invitations_expires_at_idx').on(table.expiresAt),
  ],
)
