import type { UserData, UserDataRequest } from '@gatehouse/validation/endpoints/check-in'
import type { Context } from '../../context.ts'
import { findMethodById } from '../../db/tenant-lookups.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { findCheckInForm } from './find-check-in-form.ts'
import { checkInFormFor, presentCheckInForm } from './check-in-form.ts'
import type { PersonKeys } from '../identity/person-key.ts'
import { findOpenMethod } from '../sign-in-methods/open-method.ts'
import { readVisitor } from './visitor.ts'

/**
 * The roles and questions for somebody at a method (`id`). For known and unknown people the same queries run and the answer has the
 * same shape.
 * @throws AppError `not_found` or `invalid_phone`
 */
export async function getUserDataOrThrow(
  { db }: Pick<Context, 'db'>,
  personKeys: PersonKeys,
  { id, language, ...person }: UserDataRequest,
): Promise<UserData> {
  const found = await findMethodById(db, id)
  if (!found) throw new AppError('not_found')
  return withScope(
    db,
    found.scope,
    async (tx) => {
      const open = await findOpenMethod(tx, found)
      if (!open) throw new AppError('not_found')
      const { site } = open
      const { personKey } = readVisitor(personKeys, site, person)
      const offer = await findCheckInForm(tx, { clientId: site.clientId, siteId: site.id }, personKey)
      return presentCheckInForm(checkInFormFor(offer, site.questionsByUser), language ?? open.language)
    },
    { readOnly: true },
  )
}
