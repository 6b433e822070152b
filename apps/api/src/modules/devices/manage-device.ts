import type { DeviceCommand } from '@gatehouse/validation/vocabulary'
import type { Context, StaffActor } from '../../context.ts'
import { byStaff, recordAudit } from '../../db/audit.ts'
import { deviceCommandRequests, devices } from '../../db/schema/devices.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { getMethodOrThrow, type MethodRow } from '../sign-in-methods/method-list.ts'
import { isDeviceOf } from './pairing.ts'

/**
 * Asks the device of a method to do something. The node that holds its connection sends the command within a second.
 * @throws AppError `not_found`, `device_offline`
 */
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
      ...byStaff(clientId, actor.userId, now),
      action: 'device.commanded',
      target: { kind: 'sign_in_method', id },
      details: { type: command },
    })
  })
}

/**
 * Ends the warnings of low pressure and of the filter cartridge.
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
    await recordAudit(tx, {
      ...byStaff(method.clientId, actor.userId, now),
      action: 'device.cartridge_replaced',
      target: { kind: 'sign_in_method', id },
    })
    return getMethodOrThrow(tx, actor, 'manage', id)
  })
}
