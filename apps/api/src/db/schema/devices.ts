import type { DeviceVersions } from '@gatehouse/validation/device-protocol'
import { deviceCommands } from '@gatehouse/validation/vocabulary'
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, clientId, createdAt, id, moment, oneOf } from './columns.ts'
import { signInMethods } from './sign-in-methods.ts'
import { key, reference } from './references.ts'

/** The device paired to a sign-in method, with its last reported state. */
export const devices = pgTable(
  'devices',
  {
    clientId: clientId(),
    methodId: uuid('method_id').notNull(),
    /** Keyed hash of its token. */
    tokenHash: bytes('token_hash').notNull(),
    serialNumber: text('serial_number').notNull(),
    pairedAt: moment('paired_at').notNull(),
    /**
     * The boot id of the last start that said hello, and the one before it. An earlier boot id that
     * returns is another device with the same token.
     */
    bootId: uuid('boot_id'),
    earlierBootId: uuid('earlier_boot_id'),
    kioskId: text('kiosk_id').notNull().default(''),
    versions: jsonb('versions').$type<DeviceVersions>().notNull().default({}),
    /** The open connection, or null. A crash leaves it set, so `last_seen_at` counts too. */
    connectionId: uuid('connection_id'),
    lastSeenAt: moment('last_seen_at'),
    /** The last settings sent to the device, whether it applies them, and if not, why. */
    settingsVersion: text('settings_version'),
    settingsAccepted: boolean('settings_accepted'),
    settingsReason: text('settings_reason').notNull().default(''),
    settingsReportedAt: moment('settings_reported_at'),
    lowPressureSince: moment('low_pressure_since'),
    filterCartridgeSince: moment('filter_cartridge_since'),
    /** When it was last seen before it was reported offline; null again after its next hello. */
    offlineSince: moment('offline_since'),
  },
  (table) => [
    key(table.clientId, table.methodId),
    reference([table.clientId, table.methodId], signInMethods),
    index('devices_heard_idx')
      .on(table.lastSeenAt)
      .where(sql`${table.offlineSince} is null`),
  ],
)

/** The code that pairs the next device to a method. A new code replaces it. */
export const pairingCodes = pgTable(
  'pairing_codes',
  {
    clientId: clientId(),
    methodId: uuid('method_id').notNull(),
    codeHash: text('code_hash').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    key(table.codeHash),
    reference([table.clientId, table.methodId], signInMethods),
    index('pairing_codes_method_idx').on(table.clientId, table.methodId),
    index('pairing_codes_expires_at_idx').on(table.expiresAt),
  ],
)

export const deviceCommandRequests = pgTable(
  'device_commands',
  {
    clientId: clientId(),
    id: id(),
    methodId: uuid('method_id').notNull(),
    command: text('command', { enum: deviceCommands }).notNull(),
    createdAt: createdAt(),
    sentAt: moment('sent_at'),
    doneAt: moment('done_at'),
  },
  (table) => [
    key(table.clientId, table.id),
    reference([table.clientId, table.methodId], signInMethods),
    index('device_commands_method_idx')
      .on(table.clientId, table.methodId)
      .where(sql`${table.sentAt} is null`),
    index('device_commands_created_at_idx').on(table.createdAt),
    oneOf(table.command, deviceCommands),
  ],
)
