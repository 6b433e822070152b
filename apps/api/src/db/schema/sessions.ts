import { boolean, index, integer, pgTable, uuid, unique } from 'drizzle-orm/pg-core'
import { bytes, clientId, createdAt, id, moment, programColumns } from './columns.ts'
import { users } from './users.ts'
import { key, reference } from './references.ts'

/** A signed-in browser or program. Read on each request, so that changes take effect at once. */
export const sessions = pgTable(
  'sessions',
  {
    clientId: clientId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    /** The second factor was verified, or none is required. */
    authenticated: boolean('authenticated').notNull().default(false),
    /** SHA-256 of the session-binding cookie, which the token needs; null for no browser. */
    cookieHash: bytes('cookie_hash'),
    createdAt: createdAt(),
    lastSeenAt: moment('last_seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    /** Wrong second-factor codes in this session before it was authenticated. */
    wrongCodes: integer('wrong_codes').notNull().default(0),
    /** When this session last passed a second-factor check. */
    provedAt: moment('proved_at'),
    ...programColumns(),
  },
  (table) => [
    key(table.clientId, table.id),
    reference([table.clientId, table.userId], users).onDelete('cascade'),
    index('sessions_user_idx').on(table.clientId, table.userId),
    index('sessions_expires_at_idx').on(table.expiresAt),
  ],
)

/** Browsers that signed in to an account before, by a keyed hash of the token in their cookie. */
export const deviceCookies = pgTable(
  'device_cookies',
  {
    clientId: clientId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    tokenHash: bytes('token_hash').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    key(table.clientId, table.id),
    reference([table.clientId, table.userId], users).onDelete('cascade'),
    unique('device_cookies_token_key').on(table.clientId, table.userId, table.tokenHash),
    index('device_cookies_expires_at_idx').on(table.expiresAt),
  ],
)
