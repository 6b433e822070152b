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

/** The final refusals of a PIN. */
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
 * Notifies staff that a stored PIN was refused after the person had left the device. Once there
 * were many notifications, further ones are only counted; the event is accepted all the same, so
 * that it does not block those behind it in the device's queue.
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
