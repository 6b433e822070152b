import type { OutputOf } from '@gatehouse/validation/endpoints/all'
import { CheckInResult } from '@gatehouse/validation/endpoints/check-in'
import type { NewVisit } from '@gatehouse/validation/endpoints/presence-changes'
import * as v from 'valibot'
import type { Context, StaffActor } from '../../context.ts'
import { withReadScope } from '../../db/tenancy.ts'
import type { StoredResponse } from '../../lib/serializer.ts'
import { limitGuesses } from '../identity/limit-guesses.ts'
import { getManagedSiteOrThrow } from '../sign-in-methods/queries.ts'
import type { CheckInDeps } from './attempt.ts'
import { submitCheckIn } from './submit-check-in.ts'

type Outcome = OutputOf<'signInPerson'>

/**
 * Signs in a visitor who cannot do it themselves, by the same rules.
 * @throws AppError `not_found`, `forbidden`, `too_many_requests`, and those of `submitCheckIn`
 */
export async function signInByStaff(
  ctx: Context<StaffActor>,
  deps: CheckInDeps,
  visit: NewVisit,
  key: string | undefined,
): Promise<Outcome> {
  const { db, actor } = ctx
  await withReadScope(db, actor.scope, (tx) => getManagedSiteOrThrow(tx, actor, visit.method))
  const { first_name, last_name, mobile, mobile_confirmed, dependents, questions, role } = visit
  // Limits guesses: the list then shows whether the mobile belongs to a user or a ban.
  if (mobile !== null) await limitGuesses(ctx, { firstName: first_name, lastName: last_name })
  const { host, temperature_code } = visit
  const submission = {
    machineId: visit.method,
    firstName: first_name,
    lastName: last_name,
    mobile,
    mobileConfirmed: mobile_confirmed,
    dependents,
    questions,
    role,
    host: host?.id === undefined ? host : { userId: host.id },
    verificationCode: temperature_code,
  }
  return readOutcome(ctx, deps, await submitCheckIn(ctx, deps, submission, key, ctx.actor))
}

/** The stored response is for a visitor's page; its token is not for staff. */
function readOutcome({ now }: Context, { checkOutTokens }: CheckInDeps, response: StoredResponse): Outcome {
  const refused = { visit_id: null, at: now.toISOString(), temperature: null }
  if (response.status !== 200) return { ...refused, outcome: 'failed_answer' }
  const result = v.parse(CheckInResult, JSON.parse(response.text))
  const { submissionTime: at, temperature, checkOutToken } = result
  const visitId = checkOutToken === null ? null : (checkOutTokens.read(checkOutToken)?.visitId ?? null)
  return { outcome: outcomeOf(result), visit_id: visitId, at, temperature }
}

function outcomeOf({
  invalidCode,
  banned,
  highTemperature,
  lowTemperature,
}: CheckInResult): Outcome['outcome'] {
  if (invalidCode) return 'invalid_code'
  if (banned) return 'banned'
  if (highTemperature) return 'high'
  return lowTemperature ? 'low' : 'signed_in'
}
