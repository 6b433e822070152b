import { sql } from 'drizzle-orm'
import {
  bigint,
  char,
  check,
  index,
  integer,
  pgTable,
  smallint,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, clientId, createdAt, id, moment, programColumns } from './columns.ts'
import { sessions } from './sessions.ts'
import { users } from './users.ts'
import { key, reference } from './references.ts'

const userId = () => uuid('user_id').notNull()

/** The session that prepares a method; only it may see and enable the method. Null once enabled. */
const preparedBy = () => uuid('prepared_by')

/** The shared state of an account's second factors, locked while a code or method changes. */
export const twoStepAccounts = pgTable(
  'two_step_accounts',
  {
    clientId: clientId(),
    userId: userId(),
    wrongInARow: integer('wrong_in_a_row').notNull().default(0),
    lockedUntil: moment('locked_until'),
  },
  (table) => [
    key(table.clientId, table.userId),
    reference([table.clientId, table.userId], users).onDelete('cascade'),
  ],
)

export const totpMethods = pgTable(
  'totp_methods',
  {
    clientId: clientId(),
    id: id(),
    userId: userId(),
    preparedBy: preparedBy(),
    /** Encrypted with a key that is not in the database. */
    encryptedSeed: bytes('encrypted_seed').notNull(),
    /** The latest time step whose code was accepted. Codes up to this step are invalid. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
    confirmedAt: moment('confirmed_at'),
    enabledAt: moment('enabled_at'),
    createdAt: createdAt(),
  },
  (table) => [
    key(table.clientId, table.id),
    reference([table.clientId, table.userId], users).onDelete('cascade'),
    reference([table.clientId, table.preparedBy], sessions, 'session').onDelete('cascade'),
    uniqueIndex('totp_methods_enabled_key')
      .on(table.clientId, table.userId)
      .where(sql`${table.enabledAt} is not null`),
    index('totp_methods_user_idx').on(table.clientId, table.userId),
    index('totp_methods_pending_idx')
      .on(table.createdAt)
      .where(sql`${table.enabledAt} is null`),
    // The methods that a session prepares are deleted with it.
    index('totp_methods_session_idx')
      .on(table.clientId, table.preparedBy)
      .where(sql`${table.preparedBy} is not null`),
    check('totp_methods_state_check', sql`(${table.enabledAt} is null) = (${table.preparedBy} is not null)`),
  ],
)

export const recoveryCodeSets = pgTable(
  'recovery_code_sets',
  {
    clientId: clientId(),
    id: id(),
    userId: userId(),
    preparedBy: preparedBy(),
    /** The readable codes while the set is prepared; null once enabled. */
    encryptedCodes: bytes('encrypted_codes'),
    enabledAt: moment('enabled_at'),
    createdAt: createdAt(),
  },
  (table) => [
    key(table.clientId, table.id),
    reference([table.clientId, table.userId], users).onDelete('cascade'),
    reference([table.clientId, table.preparedBy], sessions, 'session').onDelete('cascade'),
    uniqueIndex('recovery_code_sets_enabled_key')
      .on(table.clientId, table.userId)
      .where(sql`${table.enabledAt} is not null`),
    index('recovery_code_sets_user_idx').on(table.clientId, table.userId),
    index('recovery_code_sets_pending_idx')
      .on(table.createdAt)
      .where(sql`${table.enabledAt} is null`),
    // Deleting a session also deletes what it prepared.
    index('recovery_code_sets_session_idx')
      .on(table.clientId, table.preparedBy)
      .where(sql`${table.preparedBy} is not null`),
    check(
      'recovery_code_sets_state_check',
      sql`(${table.enabledAt} is null) = (${table.preparedBy} is not null) and (${table.enabledAt} is null) = (${table.encryptedCodes} is not null)`,
    ),
  ],
)

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    clientId: clientId(),
    setId: uuid('set_id').notNull(),
    position: smallint('position').notNull(),
    codeHash: bytes('code_hash').notNull(),
    /** The last two characters, by which the owner finds a code on paper. */
    tail: char('tail', { length: 2 }).notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    key(table.clientId, table.setId, table.position),
    reference([table.clientId, table.setId], recoveryCodeSets).onDelete('cascade'),
    unique('recovery_codes_hash_key').on(table.clientId, table.setId, table.codeHash),
  ],
)

/** Devices that skip the second factor for a fixed time after it was verified. */
export const rememberedDevices = pgTable(
  'remembered_devices',
  {
    clientId: clientId(),
    id: id(),
    userId: userId(),
    tokenHash: bytes('token_hash').notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    ...programColumns(),
  },
  (table) => [
    key(table.clientId, table.id),
    reference([table.clientId, table.userId], users).onDelete('cascade'),
    unique('remembered_devices_token_key').on(table.clientId, table.userId, table.tokenHash),
    index('remembered_devices_expires_at_idx').on(table.expiresAt),
  ],
)
