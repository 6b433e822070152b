import type { DeviceMessageOf, DeviceRefusal } from '@gatehouse/validation/device-protocol'
import { and, eq } from 'drizzle-orm'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import type { FoundMethod } from '../../db/tenant-lookups.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { LateRefusalReason } from '../notifications/late-refusal-words.ts'
import { tellStoredRefusal } from '../notifications/tell-stored-refusal.ts'
import type { EventContext } from './accept-event.ts'
import { placeOf } from './connections.ts'

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

export const reasonOfRefusal = (code: DeviceRefusal): LateRefusalReason | undefined => reasons[code]

/**
 * Tells of a PIN that a device had stored, and that is refused: whoever typed it has left the device.
 * @throws AppError `too_many_requests`: the device sends it again later, and nothing is decided
 */
export async function tellRefusedPin(
  tx: Transaction,
  { now, limits }: EventContext,
  found: FoundMethod,
  {
    event,
    at,
    person = '',
    reason,
  }: { event: DeviceMessageOf<'pin'>; at: Date; person?: string; reason: LateRefusalReason },
): Promise<void> {
  const { clientId, methodId } = placeOf(found)
  const reserved = await limits.reserve(tx, [['lateRefusals', methodId]])
  const [place] = await tx
    .select({
      site: { id: sites.id, name: sites.name, timeZone: sites.timeZone },
      method: { id: signInMethods.id, name: signInMethods.name },
    })
    .from(signInMethods)
    .innerJoin(sites, and(eq(sites.clientId, signInMethods.clientId), eq(sites.id, signInMethods.siteId)))
    .where(and(eq(signInMethods.clientId, clientId), eq(signInMethods.id, methodId)))
  if (!place) return
  await tellStoredRefusal(tx, { ...place, clientId, person, direction: event.direction, at, reason }, now)
  await reserved.commit()
}
