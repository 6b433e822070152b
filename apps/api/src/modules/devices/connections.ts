import {
  deviceLimits,
  type DeviceMessageOf,
  type DeviceVersions,
} from '@gatehouse/validation/device-protocol'
import type { DeviceCommand } from '@gatehouse/validation/vocabulary'
import { spellingKeyOf } from '@gatehouse/validation/spelling-key'
import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { recordAudit } from '../../db/audit.ts'
import type { Database } from '../../db/client.ts'
import { devices } from '../../db/schema/devices.ts'
import { type FoundMethod, methodOfToken } from '../../db/tenant-lookups.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { SECOND_MS } from '../../lib/durations.ts'
import { findConfiguration, type WantedConfiguration } from '../sign-in-methods/configuration.ts'
import { recordDeviceStates } from './device-states.ts'
import type { DeviceTokens } from './device-tokens.ts'
import { auditOfDevice, isDeviceOf } from './manage-device.ts'
import { DeviceRefusedError } from './refused-error.ts'
import { instant } from '../../db/sql-values.ts'

/**
 * Makes a connection the current one of its device. The node that holds the earlier one closes it.
 * @returns the device's method, pairing and wanted settings
 * @throws DeviceRefusedError `unauthenticated`, `wrong_device`, `copied`
 */
export async function openConnection(
  { db, now }: { db: Database; now: Date },
  tokens: DeviceTokens,
  {
    hello,
    connectionId,
    publicUrl,
  }: { hello: DeviceMessageOf<'hello'>; connectionId: string; publicUrl: string },
): Promise<{ found: FoundMethod; pairedAt: Date; wanted: WantedConfiguration }> {
  const place = tokens.read(hello.token)
  if (!place) throw new DeviceRefusedError('unauthenticated')
  const found = methodOfToken(place)
  const opened = await withScope(db, found.scope, async (tx) => {
    const [device] = await tx.select().from(devices).where(isDeviceOf(place)).for('update')
    if (!device || !tokens.isValid(hello.token, device.tokenHash)) return 'unauthenticated'
    if (spellingKeyOf(device.serialNumber) !== spellingKeyOf(hello.serial_number)) return 'wrong_device'
    if (device.earlierBootId === hello.boot_id) {
      await endCopiedToken(tx, { ...place, since: device.pairedAt }, now)
      return 'copied'
    }
    const wanted = await findConfiguration(tx, found, publicUrl)
    if (!wanted) return 'unauthenticated'
    const isNewStart = device.bootId !== hello.boot_id
    const isConfigured = hello.settings_version === wanted.version
    await tx
      .update(devices)
      .set({
        connectionId,
        lastSeenAt: now,
        offlineSince: null,
        bootId: hello.boot_id,
        ...(isNewStart && { earlierBootId: device.bootId }),
        ...(hello.kiosk_id !== undefined && { kioskId: hello.kiosk_id }),
        ...(hello.versions && {
          versions: isNewStart ? hello.versions : addVersions(device.versions, hello.versions),
        }),
        ...(isConfigured &&
          device.settingsVersion !== wanted.version && {
            settingsVersion: wanted.version,
            settingsAccepted: true,
            settingsReason: '',
            settingsReportedAt: now,
          }),
      })
      .where(isDeviceOf(place))
    const { offlineSince: since } = device
    if (since) await recordDeviceStates(tx, [{ ...place, type: 'device.back', at: now, since }])
    return { found, pairedAt: device.pairedAt, wanted }
  })
  if (typeof opened === 'string') throw new DeviceRefusedError(opened)
  return opened
}

/** Merges versions that a device reports in two messages, unless they exceed those of one. */
function addVersions(known: DeviceVersions, told: DeviceVersions): DeviceVersions {
  const all = { ...known, ...told }
  return Object.keys(all).length > deviceLimits.versions ? told : all
}

/** Two devices alternate with one token, and it is unknown which one is genuine. */
async function endCopiedToken(
  tx: Transaction,
  { since, ...place }: { clientId: string; methodId: string; since: Date },
  now: Date,
): Promise<void> {
  await recordDeviceStates(tx, [{ ...place, type: 'device.copied', at: now, since }])
  await tx.delete(devices).where(isDeviceOf(place))
  await recordAudit(tx, auditOfDevice(place, 'device.copied', now))
}

/**
 * Notes that a connection was replaced while its other end was still there, so two devices
 * alternate. If that happens repeatedly, staff are notified. The token stays valid, because nothing
 * proves which device is genuine.
 */
export async function noteTurn(
  { db, limits, now }: Pick<Context, 'db' | 'limits' | 'now'>,
  found: FoundMethod,
): Promise<void> {
  const take = (rule: 'deviceTurns' | 'deviceCopies') =>
    limits.take(rule, found.methodId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'too_many_requests') return false
        throw error
      },
    )
  if (await take('deviceTurns')) return
  if (!(await take('deviceCopies'))) return
  await withScope(db, found.scope, async (tx) => {
    const place = placeOf(found)
    const [device] = await tx
      .select({ since: devices.pairedAt })
      .from(devices)
      .where(isDeviceOf(place))
      .for('update')
    if (device)
      await recordDeviceStates(tx, [{ ...place, type: 'device.copied', at: now, since: device.since }])
  })
}

export interface OpenConnection {
  clientId: string
  methodId: string
  connectionId: string
  /** When its token was issued. */
  pairedAt: Date
  /** The version of the configuration's source rows at the last read. */
  stamp: string
  /** When the device was last seen, if that is not stored yet. */
  heardAt: Date | undefined
}

export interface ConnectionNews {
  methodId: string
  connectionId: string
  /** Whether it is still its device's current connection. */
  isOpen: boolean
  /** Whether its token is still valid. */
  isPaired: boolean
  stamp: string
}

const asJson = (connections: readonly OpenConnection[]) =>
  JSON.stringify(
    connections.map(({ clientId, methodId, connectionId, pairedAt, stamp, heardAt }) => ({
      client_id: clientId,
      method_id: methodId,
      connection_id: connectionId,
      paired_at: pairedAt,
      stamp,
      heard_at: heardAt,
    })),
  )

export async function storeBeats(tx: Transaction, heard: readonly OpenConnection[]): Promise<void> {
  await tx.execute(sql`
    update devices set last_seen_at = asked.heard_at
    from jsonb_to_recordset(${asJson(heard)}::jsonb)
      as asked (client_id uuid, method_id uuid, connection_id uuid, heard_at timestamptz)
    where devices.client_id = asked.client_id and devices.method_id = asked.method_id
      and devices.connection_id = asked.connection_id`)
}

/** The connections that are no longer current, and those whose configuration has changed. */
export async function findNews(
  tx: Transaction,
  connections: readonly OpenConnection[],
): Promise<ConnectionNews[]> {
  const found = await tx.execute<{
    method_id: string
    connection_id: string
    is_open: boolean
    is_paired: boolean
    stamp: string | null
  }>(sql`
    select * from (
      select asked.method_id, asked.connection_id, asked.stamp as known_stamp,
        coalesce(device.connection_id = asked.connection_id and method.retired_at is null, false) as is_open,
        coalesce(device.paired_at = asked.paired_at and method.retired_at is null, false) as is_paired,
        md5(row(method.name, method.use_temperature, method.enabled, method.look, method.settings, method_keys.key, site.name,
          site.status, site.time_zone, client.look, client.language, client.enabled)::text) as stamp
      from jsonb_to_recordset(${asJson(connections)}::jsonb)
        as asked (client_id uuid, method_id uuid, connection_id uuid, paired_at timestamptz, stamp text)
      left join devices device on device.client_id = asked.client_id and device.method_id = asked.method_id
      left join sign_in_methods method on method.client_id = asked.client_id and method.id = asked.method_id
      left join sites site on site.client_id = method.client_id and site.id = method.site_id
      left join clients client on client.id = asked.client_id
      left join method_keys on method_keys.client_id = asked.client_id and method_keys.method_id = asked.method_id
        and method_keys.retired_at is null) as connection
    where not is_open or stamp is distinct from known_stamp`)
  return found.map((row) => ({
    methodId: row.method_id,
    connectionId: row.connection_id,
    isOpen: row.is_open,
    isPaired: row.is_paired,
    stamp: row.stamp ?? '',
  }))
}

/**
 * Takes the waiting commands for the devices of these connections. Only the device's current
 * connection gets them, because another node may still hold a dead earlier one. Each command is
 * sent at most once: if it is lost, the device shows nothing and staff repeat it.
 */
export async function takeCommands(
  tx: Transaction,
  connections: readonly OpenConnection[],
  now: Date,
): Promise<{ id: string; connectionId: string; command: DeviceCommand }[]> {
  const earliest = new Date(now.getTime() - deviceLimits.commandSeconds * SECOND_MS)
  const taken = await tx.execute<{ id: string; connection_id: string; command: DeviceCommand }>(sql`
    update device_commands set sent_at = ${instant(now)}
    from jsonb_to_recordset(${asJson(connections)}::jsonb) as asked (client_id uuid, method_id uuid, connection_id uuid)
    join devices on devices.client_id = asked.client_id and devices.method_id = asked.method_id
      and devices.connection_id = asked.connection_id
    where device_commands.client_id = asked.client_id and device_commands.method_id = asked.method_id
      and device_commands.sent_at is null and device_commands.created_at > ${instant(earliest)}
    returning device_commands.id, asked.connection_id, device_commands.command`)
  return taken.map(({ id, connection_id: connectionId, command }) => ({ id, connectionId, command }))
}

/** Records that connections have ended, unless their devices have newer ones. */
export async function closeConnections(
  tx: Transaction,
  connections: readonly OpenConnection[],
): Promise<void> {
  await tx.execute(sql`
    update devices set connection_id = null
    from jsonb_to_recordset(${asJson(connections)}::jsonb) as asked (client_id uuid, method_id uuid, connection_id uuid)
    where devices.client_id = asked.client_id and devices.method_id = asked.method_id
      and devices.connection_id = asked.connection_id`)
}

/** Stores a device's report of its settings. */
export async function recordSettingsReport(
  tx: Transaction,
  place: { clientId: string; methodId: string },
  { version, accepted, reason }: DeviceMessageOf<'settings_reported'>,
  now: Date,
): Promise<void> {
  await tx
    .update(devices)
    .set({
      settingsVersion: version,
      settingsAccepted: accepted,
      settingsReason: accepted ? '' : reason,
      settingsReportedAt: now,
    })
    .where(isDeviceOf(place))
}

export async function recordCommandDone(
  tx: Transaction,
  { clientId, methodId }: { clientId: string; methodId: string },
  id: string,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update device_commands set done_at = ${instant(now)}
    where client_id = ${clientId} and id = ${id} and method_id = ${methodId} and done_at is null`)
}

export const placeOf = (found: FoundMethod) => ({ clientId: found.scope.clientId, methodId: found.methodId })
