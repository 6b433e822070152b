import type { DeviceMessageOf, DeviceRefusal } from '@gatehouse/validation/device-protocol'
import { hasValues } from '../../db/has-values.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import type { FoundMethod } from '../../db/tenant-lookups.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { LateRefusalReason } from '../notifications/event-words.ts'
import { tellFurtherRefusal, tellStoredRefusal } from '../notifications/tell-stored-refusal.ts'
import { isSiteOf } from '../sites/queries.ts'
import { type AccessPins, findByPin } from '../users/access-pins.ts'
import type { EventContext } from './accept-event.ts'
import { placeOf } from './connections.ts'
import { DepartureDoubtedError, type DeviceRefusedError } from './refused-error.ts'

/** The refusals of a PIN for good. */
const reasons: Partial<Record<DeviceRefusal, LateRefusalReason>> = {
  out_of_service: 'closed',
  pin_unknown: 'pin_unknown',
  not_on_site: 'not_on_site',
  same_name: 'same_name',
  temperature_required: 'code',
  reading_unusable: 'code',
  implausible: 'implausible',
  too_late: 'time_out_of_range',
}

export const reasonOfRefusal = (error: DeviceRefusedError): LateRefusalReason | undefined =>
  error instanceof DepartureDoubtedError ? 'departure_doubted' : reasons[error.code]

/**
 * Tells of a PIN that a device had stored, and that is refused: whoever typed it has left the device. Where staff were told of many already, it is
 * counted, so that nothing behind it waits in the device.
 */
export async function tellRefusedPin(
  tx: Transaction,
  { now, limits }: EventContext,
  pins: AccessPins,
  found: FoundMethod,
  { event, at, reason }: { event: DeviceMessageOf<'pin'>; at: Date; reason: LateRefusalReason },
): Promise<void> {
  const { clientId, methodId } = placeOf(found)
  const [place] = await tx
    .select({
      site: { id: sites.id, name: sites.name, timeZone: sites.timeZone },
      method: { id: signInMethods.id, name: signInMethods.name },
    })
    .from(signInMethods)
    .innerJoin(sites, isSiteOf(signInMethods))
    .where(hasValues(signInMethods, { clientId, id: methodId }))
  if (!place) return
  const user = await findByPin(tx, pins, event.pin, { clientId, id: place.site.id })
  const person = user ? `${user.firstName} ${user.lastName}` : ''
  const refusal = { ...place, clientId, person, direction: event.direction, at, reason }
  const [left = 0] = await limits.peek(tx, [['lateRefusals', methodId]])
  if (left < 1) return tellFurtherRefusal(tx, refusal, now)
  await tellStoredRefusal(tx, refusal, now)
  await limits.charge(tx, [['lateRefusals', methodId, 1]])
}
