import type { UserData, UserDataRequest } from '@gatehouse/validation/endpoints/check-in'
import type { Context } from '../../context.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import type { CheckInDeps } from './attempt.ts'
import type { OpenedPage } from './check-in-limits.ts'
import { findCheckInForm } from './check-in-form.ts'
import { checkInFormFor, toUserData } from './check-in-form.ts'
import { readVisitor } from '../identity/person-key.ts'
import { findOpenMethod } from '../sign-in-methods/queries.ts'

/**
 * The roles and questions for a visitor at a method. Known and unknown people cost the same queries
 * and get an answer of the same shape; once many mobiles were tried for a name, the same answer.
 * @throws AppError `not_found` or `invalid_phone`
 */
export async function getUserDataOrThrow(
  ctx: Context,
  { methods, personKeys, limits }: Pick<CheckInDeps, 'methods' | 'personKeys' | 'limits'>,
  { language, mobile, ...person }: Omit<UserDataRequest, 'draft' | 'id'>,
  page: OpenedPage,
): Promise<UserData> {
  const found = await methods.find(ctx.db, page.methodId)
  if (!found) throw new AppError('not_found')
  const read = <T>(query: (tx: Transaction) => Promise<T>) =>
    withScope(ctx.db, found.scope, query, { readOnly: true })
  const open = await read((tx) => findOpenMethod(tx, found))
  if (!open) throw new AppError('not_found')
  const { site, acceptsUnknownMobiles } = open
  const visitor =
    mobile === null
      ? undefined
      : readVisitor(personKeys, { ...site, acceptsUnknownMobiles }, { ...person, mobile })
  const mayBeUser =
    site.questionsByUser &&
    visitor !== undefined &&
    (await limits.mayBeUser(ctx, page, site.clientId, visitor))
  const form = await read((tx) =>
    findCheckInForm(
      tx,
      { clientId: site.clientId, siteId: site.id, methodId: page.methodId },
      visitor?.personKey,
    ),
  )
  return toUserData(checkInFormFor(form, mayBeUser), language ?? open.language)
}
