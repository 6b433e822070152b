import type { AuditAction } from '@gatehouse/validation/audit-actions'
import { deviceLimits, type DeviceMessageOf } from '@gatehouse/validation/device-protocol'
import { spellingKeyOf } from '@gatehouse/validation/spelling-key'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { isUniqueViolation } from '../../db/constraint-errors.ts'
import { hasValues } from '../../db/has-values.ts'
import { devices, pairingCodes, deviceCommandRequests } from '../../db/schema/devices.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { type FoundMethod, findPairingCode } from '../../db/tenant-lookups.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import { getMethodOrThrow, type MethodRow } from '../sign-in-methods/method-list.ts'
import { addPairedKiosk, unpairKiosks } from '../sign-in-methods/paired-kiosks.ts'
import { type DeviceTokens, drawPairingCode } from './device-tokens.ts'
import { DeviceRefusedError } from './refused-error.ts'
import type { DeviceCommand } from '@gatehouse/validation/vocabulary'
import { newId } from '../../lib/ids.ts'

/**
 * Issues a code that pairs a device or a kiosk's tablet with a method, and ends the method's
 * earlier code. A paired device stays paired until another one uses the code.
 * @throws AppError `not_found`, also for a QR code; `method_retired`
 */
export function issuePairingCode(
  { db, actor, now }: Context<StaffActor>,
  tokens: DeviceTokens,
  id: string,
): Promise<{ code: string; expiresAt: Date }> {
  return withScope(db, actor.scope, async (tx) => {
    const { method } = await getMethodOrThrow(tx, actor, 'manage', id, { lock: true })
    if (method.retiredAt) throw new AppError('method_retired')
    if (method.type === 'qr') throw new AppError('not_found')
    const { clientId } = method
    const code = drawPairingCode()
    const expiresAt = new Date(now.getTime() + deviceLimits.pairingMinutes * MINUTE_MS)
    await tx.delete(pairingCodes).where(hasValues(pairingCodes, { clientId, methodId: id }))
    await tx
      .insert(pairingCodes)
      .values({ clientId, methodId: id, codeHash: tokens.hashOfCode(code), createdAt: now, expiresAt })
    await recordAudit(
      tx,
      auditOf({ actor, now }, 'device.pairing_started', 'sign_in_method', { clientId, id }),
    )
    return { code, expiresAt }
  })
}

/**
 * Pairs a device with the method of a code. The code works once; the previous device is unpaired. A
 * method without a serial number gets that of the device.
 * @returns the device's token
 * @throws DeviceRefusedError `pairing_failed`, `wrong_device`, `serial_taken`
 * @throws AppError `too_many_requests`
 */
export async function pairDevice(
  { db, now, limits, clientIp }: Pick<Context, 'db' | 'now' | 'limits' | 'clientIp'>,
  tokens: DeviceTokens,
  { code, serial_number: serialNumber, versions }: DeviceMessageOf<'pair'>,
): Promise<string> {
  // Taken before the lookup, so that parallel tries cannot exceed the limit.
  await limits.take('pairing', clientIp)
  const codeHash = tokens.hashOfCode(code)
  const found = await findPairingCode(db, codeHash)
  if (!found || found.expiresAt <= now) throw new DeviceRefusedError('pairing_failed')
  const place = { clientId: found.scope.clientId, methodId: found.methodId }
  const { token, hash: tokenHash } = tokens.mint(place)
  await withScope(db, found.scope, async (tx) => {
    await bindSerialNumber(tx, found, serialNumber)
    if (!(await useCode(tx, place.clientId, codeHash))) throw new DeviceRefusedError('pairing_failed')
    await tx.delete(devices).where(isDeviceOf(place))
    await tx.insert(devices).values({ ...place, tokenHash, serialNumber, versions, pairedAt: now })
    await recordAudit(tx, {
      ...auditOfDevice(place, 'device.paired', now),
      details: { after: { serial_number: serialNumber } },
    })
  })
  await limits.refund('pairing', clientIp)
  return token
}

/**
 * Pairs a tablet with the kiosk of a code. The code works once; other paired tablets stay paired.
 * @returns the tablet's token
 * @throws AppError `not_found` for a code that is not valid for this method, `too_many_requests`
 */
export async function pairKiosk(
  { db, now, limits, clientIp }: Pick<Context, 'db' | 'now' | 'limits' | 'clientIp'>,
  tokens: DeviceTokens,
  { machineId: methodId, code }: { machineId: string; code: string },
): Promise<string> {
  await limits.take('pairing', clientIp)
  const codeHash = tokens.hashOfCode(code)
  const found = await findPairingCode(db, codeHash)
  if (!found || found.methodId !== methodId || found.expiresAt <= now) throw new AppError('not_found')
  const { clientId } = found.scope
  const { token, hash: tokenHash } = tokens.mint({ clientId, methodId })
  await withScope(db, found.scope, async (tx) => {
    // Waits for a parallel change of the method, which may unpair its tablets.
    const [method] = await tx
      .select({ type: signInMethods.type, retiredAt: signInMethods.retiredAt })
      .from(signInMethods)
      .where(hasValues(signInMethods, { clientId, id: methodId }))
      .for('update')
    if (method?.type !== 'kiosk' || method.retiredAt) throw new AppError('not_found')
    if (!(await useCode(tx, clientId, codeHash))) throw new AppError('not_found')
    await addPairedKiosk(tx, { clientId, methodId, tokenHash, pairedAt: now })
    await recordAudit(tx, auditOfDevice({ clientId, methodId }, 'device.paired', now))
  })
  await limits.refund('pairing', clientIp)
  return token
}

/** The audit entry for an action of a device or tablet. */
export const auditOfDevice = (
  { clientId, methodId }: { clientId: string; methodId: string },
  action: AuditAction,
  now: Date,
) =>
  auditOf({ actor: { kind: 'device', id: methodId }, now }, action, 'sign_in_method', {
    clientId,
    id: methodId,
  })

/** @returns false where the code was already used */
async function useCode(tx: Transaction, clientId: string, codeHash: string): Promise<boolean> {
  const { count: used } = await tx.delete(pairingCodes).where(hasValues(pairingCodes, { clientId, codeHash }))
  return used > 0
}

/** A method accepts only one device. @throws DeviceRefusedError */
async function bindSerialNumber(tx: Transaction, { scope, methodId }: FoundMethod, serialNumber: string) {
  const isMethod = hasValues(signInMethods, { clientId: scope.clientId, id: methodId })
  const [method] = await tx
    .select({
      type: signInMethods.type,
      serialNumber: signInMethods.serialNumber,
      retiredAt: signInMethods.retiredAt,
    })
    .from(signInMethods)
    .where(isMethod)
    .for('update')
  if (!method || method.retiredAt || method.type !== 'device') throw new DeviceRefusedError('pairing_failed')
  const expected = spellingKeyOf(method.serialNumber)
  if (expected === spellingKeyOf(serialNumber)) return
  if (expected !== '') throw new DeviceRefusedError('wrong_device')
  await tx
    .update(signInMethods)
    .set({ serialNumber })
    .where(isMethod)
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'sign_in_methods_serial_key')
        ? new DeviceRefusedError('serial_taken')
        : error
    })
}

/**
 * Ends the token of a method's paired device, or those of a kiosk's tablets. The device's
 * connection is closed within a second.
 */
export function unpairDevice({ db, actor, now }: Context<StaffActor>, id: string): Promise<void> {
  return withScope(db, actor.scope, async (tx) => {
    const { method } = await getMethodOrThrow(tx, actor, 'manage', id, { lock: true })
    const { count: ended } = await tx
      .delete(devices)
      .where(isDeviceOf({ clientId: method.clientId, methodId: id }))
    const tablets = await unpairKiosks(tx, method.clientId, [id])
    if (ended === 0 && tablets === 0) return
    await recordAudit(
      tx,
      auditOf({ actor, now }, 'device.unpaired', 'sign_in_method', { clientId: method.clientId, id }),
    )
  })
}

export function isDeviceOf({ clientId, methodId }: { clientId: string; methodId: string }) {
  return hasValues(devices, { clientId, methodId })
}

/** Queues a command for a method's device. The node that is connected to it sends it within 1 s. */
export function commandDevice(
  { db, actor, now }: Context<StaffActor>,
  id: string,
  command: DeviceCommand,
): Promise<void> {
  return withScope(db, actor.scope, async (tx) => {
    const { method, isOnline } = await getMethodOrThrow(tx, actor, 'manage', id)
    if (!isOnline) throw new AppError('device_offline')
    const { clientId } = method
    await tx
      .insert(deviceCommandRequests)
      .values({ clientId, id: newId(now), methodId: id, command, createdAt: now })
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'device.commanded', 'sign_in_method', { clientId, id }),
      details: { type: command },
    })
  })
}

/**
 * Clears the warnings about low pressure and the filter cartridge.
 * @throws AppError `not_found`, also where no device is paired
 */
export function noteCartridgeReplaced(
  { db, actor, now }: Context<StaffActor>,
  id: string,
): Promise<MethodRow> {
  return withScope(db, actor.scope, async (tx) => {
    const { method, device } = await getMethodOrThrow(tx, actor, 'manage', id, { lock: true })
    if (!device) throw new AppError('not_found')
    await tx
      .update(devices)
      .set({ lowPressureSince: null, filterCartridgeSince: null })
      .where(isDeviceOf({ clientId: method.clientId, methodId: id }))
    await recordAudit(
      tx,
      auditOf({ actor, now }, 'device.cartridge_replaced', 'sign_in_method', {
        clientId: method.clientId,
        id,
      }),
    )
    return getMethodOrThrow(tx, actor, 'manage', id)
  })
}
