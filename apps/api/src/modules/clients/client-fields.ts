import type { ClientChanges } from '@gatehouse/validation/endpoints/client'
import { isRegion, toE164 } from '@gatehouse/validation/phone-numbers'
import { AppError } from '../../lib/app-error.ts'

/**
 * Checks the fields that depend on one another, and writes the phone number in E.164.
 * @param before the client as it is: a phone number is read by the region that the client will have
 * @throws AppError `invalid_phone`, or `bad_request` for a region without a numbering plan
 */
export function readClientFields<Given extends ClientChanges>(
  given: Given,
  before: { region: string },
): Given {
  const region = given.region ?? before.region
  if (!isRegion(region)) throw new AppError('bad_request', { fields: { region: 'region_unknown' } })
  if (!given.phone) return given
  const phone = toE164(given.phone, region)
  if (phone === undefined) throw new AppError('invalid_phone', { fields: { phone: 'phone_invalid' } })
  return { ...given, phone }
}
