import { and } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { hasValues } from '../../db/has-values.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { limitGuesses } from '../identity/limit-guesses.ts'
import { type Person, tryReadVisitor } from '../identity/person-key.ts'
import { isVisibleUser } from '../users/policy.ts'
import type { BanPlace } from './policy.ts'

/** A person to ban. `userId` is set for an account. */
export interface Whom extends Person {
  userId: string | null
}

export type GivenWhom = { user_id: string } | { first_name: string; last_name: string; mobile: string }

/** Limits guesses, because the response shows whether a masked mobile is the given one. */
export async function limitNamed(ctx: Context<StaffActor>, given: GivenWhom): Promise<void> {
  if ('first_name' in given)
    await limitGuesses(ctx, { firstName: given.first_name, lastName: given.last_name })
}

/**
 * The person that a form names: a user that the actor may see, or a name and mobile. The number may
 * be unknown to the numbering plan where guests may give such numbers.
 * @throws AppError `not_found`, `invalid_phone`
 */
export async function readWhom(
  tx: Transaction,
  actor: StaffActor,
  place: BanPlace,
  given: GivenWhom,
): Promise<Whom> {
  if ('user_id' in given) {
    const { id: userId, firstName, lastName, mobile } = users
    const [user] = await tx
      .select({ userId, firstName, lastName, mobile })
      .from(users)
      .where(and(hasValues(users, { clientId: place.clientId, id: given.user_id }), isVisibleUser(actor)))
    if (!user) throw new AppError('not_found', { fields: { user_id: 'person_required' } })
    return user
  }
  const visitor = tryReadVisitor(() => '', place, {
    firstName: given.first_name,
    lastName: given.last_name,
    mobile: given.mobile,
    mobileConfirmed: true,
  })
  if (!visitor) throw new AppError('invalid_phone', { fields: { mobile: 'phone_invalid' } })
  const { personKey: _, ...person } = visitor
  return { ...person, userId: null }
}
