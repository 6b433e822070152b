import type { UserData, UserDataRequest } from '@gatehouse/validation/endpoints/check-in'
import type { Context } from '../../context.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { findCheckInForm } from './find-check-in-form.ts'
import { checkInFormFor, toUserData } from './check-in-form.ts'
import { type PersonKeys, readVisitor } from '../identity/person-key.ts'
import type { MethodDirectory } from '../sign-in-methods/method-directory.ts'
import { findOpenMethod } from '../sign-in-methods/queries.ts'

/**
 * The roles and questions for a visitor at a method (`id`). Known and unknown people cost the same queries and get an answer of the same
 * shape.
 * @throws AppError `not_found` or `invalid_phone`
 */
export async function getUserDataOrThrow(
  { db }: Pick<Context, 'db'>,
  { methods, personKeys }: { methods: MethodDirectory; personKeys: PersonKeys },
  { id, language, mobile, ...person }: Omit<UserDataRequest, 'draft'>,
): Promise<UserData> {
  const found = await methods.find(db, id.toLowerCase())
  if (!found) throw new AppError('not_found')
  return withScope(
    db,
    found.scope,
    async (tx) => {
      const open = await findOpenMethod(tx, found)
      if (!open) throw new AppError('not_found')
      const { method, site, acceptsUnknownMobiles } = open
      const personKey =
        mobile === null
          ? ''
          : readVisitor(personKeys, { ...site, acceptsUnknownMobiles }, { ...person, mobile }).personKey
      const siteForm = await findCheckInForm(
        tx,
        { clientId: site.clientId, siteId: site.id, methodId: method.id },
        personKey,
      )
      return toUserData(checkInFormFor(siteForm, site.questionsByUser), language ?? open.language)
    },
    { readOnly: true },
  )
}
