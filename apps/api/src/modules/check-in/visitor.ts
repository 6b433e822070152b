import { AppError } from '../../lib/app-error.ts'
import { toE164 } from '@gatehouse/validation/phone-numbers'
import type { Person, PersonKeys } from '../identity/person-key.ts'

/** Who says to stand at a site's door: the name as typed, the mobile in E.164, and who that is to the client. */
export interface Visitor extends Person {
  personKey: string
}

/** Reads who it is. @throws AppError `invalid_phone` where the mobile is none in the site's region */
export function readVisitor(
  personKeys: PersonKeys,
  { clientId, region }: { clientId: string; region: string },
  { firstName, lastName, mobile: typed }: Person,
): Visitor {
  const mobile = toE164(typed, region)
  if (mobile === undefined) throw new AppError('invalid_phone', { fields: { mobile: 'phone_invalid' } })
  const person = { firstName, lastName, mobile }
  return { ...person, personKey: personKeys(clientId, person) }
}
