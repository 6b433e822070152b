import { boolean, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytes, clientId, createdAt, id, moment, programColumns } from './columns.ts'
import { users } from './users.ts'
import { key, reference } from './references.ts'

/**
 * A signed-in browser or program. Read on each request, so that a revocation or changed rights
 * take effect at once.
 */
export const sessions = pgTable(
  'sessions',
  {
    clientId: clientId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    /** The second factor was verified, or none is required. */
    authenticated: boolean('authenticated').notNull().default(false),
    /**
     * SHA-256 of the session-binding cookie, which the bearer token needs; null where no
     * browser signed in.
     */
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
