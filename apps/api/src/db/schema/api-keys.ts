import { type ApiKeyScope, apiKeyScopes } from '@gatehouse/validation/vocabulary'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, clientId, createdAt, foldedColumn, id, moment } from './columns.ts'
import { key, ofClient } from './references.ts'

/** API keys for programs that read. Revoked and expired ones stay: the audit log names them. */
export const apiKeys = pgTable(
  'api_keys',
  {
    clientId: clientId(),
    id: id(),
    name: text('name').notNull(),
    foldedName: foldedColumn('folded_name', ['name']),
    /** The prefix of the key. */
    prefix: text('prefix').notNull(),
    /** A keyed hash of the whole key. */
    keyHash: bytes('key_hash').notNull(),
    scopes: text('scopes', { enum: apiKeyScopes }).$type<ApiKeyScope>().array().notNull(),
    /** The user id alone: a site_admin who made it belongs to another client. */
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    /** Null where the key has no expiry. */
    endsAt: moment('ends_at'),
    revokedAt: moment('revoked_at'),
    /** Updated at most once a minute. */
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [key(table.clientId, table.id), ofClient(table)],
)
