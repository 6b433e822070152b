import type { ClientChanges } from '@gatehouse/validation/endpoints/client'
import { toE164 } from '@gatehouse/validation/phone-numbers'
import { AppError } from '../../lib/app-error.ts'

/**
 * Writes the phone number in E.164.
 * @param before the client as it is: a phone number is read by the region that the client will have
 * @throws AppError `invalid_phone`
 */
export function readClientFields<Given extends ClientChanges>(
  given: Given,
  before: { region: string },
): Given {
  if (!given.phone) return given
  const phone = toE164(given.phone, given.region ?? before.region)
  if (phone === undefined) throw new AppError('invalid_phone', { fields: { phone: 'phone_invalid' } })
  return { ...given, phone }
}
