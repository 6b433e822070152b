import type { ErrorCode } from '@gatehouse/validation/error-codes'
import { serverLimits } from '@gatehouse/validation/limits'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { idempotencyKeys } from '../../db/schema/visits.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError, errorBody } from '../../lib/app-error.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { StoredResponse } from '../../lib/serializer.ts'
import type { LateRefusalReason } from '../notifications/event-words.ts'
import { tellStoredRefusal } from '../notifications/tell-stored-refusal.ts'
import { isOrWasKiosk } from '../sign-in-methods/paired-kiosks.ts'
import type { Attempt, CheckInResponse } from './attempt.ts'
import { DuplicateRequestError } from './write-check-in.ts'

/** The refusals of a sign-in that store nothing. Where the visitor has left the kiosk, nobody can correct them, so staff are told. */
const reasons: Partial<Record<ErrorCode, LateRefusalReason>> = {
  not_found: 'closed',
  invalid_phone: 'invalid_phone',
  unknown_role: 'unknown_role',
  answers_incomplete: 'questions_changed',
  questions_changed: 'questions_changed',
  time_out_of_range: 'time_out_of_range',
}

/**
 * Signs in somebody who has left the kiosk. A refusal is stored under the idempotency key, and staff of the site are told once, however
 * often the kiosk sends the sign-in. A phone learns in this way whether the server knows its sign-in, and nobody is told: its visitor stands
 * before it. As the refusal is stored, a call of the phone that is still on its way cannot sign the visitor in any more.
 */
export async function checkInLate(
  attempt: Attempt,
  checkIn: (attempt: Attempt) => Promise<CheckInResponse>,
): Promise<CheckInResponse> {
  for (;;) {
    const outcome = await checkIn(attempt).catch((error: unknown) => asRefusal(error))
    if (!('reason' in outcome)) return outcome
    try {
      await storeRefusal(attempt, outcome)
      return { response: outcome.response, counts: true }
    } catch (error) {
      // An equal request was faster. Its response is found now.
      if (!(error instanceof DuplicateRequestError)) throw error
    }
  }
}

interface Refusal {
  reason: LateRefusalReason
  response: StoredResponse
}

/** @throws the error where it does not decide about the sign-in */
function asRefusal(error: unknown): Refusal {
  const reason = error instanceof AppError ? reasonOf(error) : undefined
  if (!(error instanceof AppError) || reason === undefined) throw error
  return { reason, response: new StoredResponse(error.status, JSON.stringify(errorBody(error))) }
}

function reasonOf({ code, fields = {} }: AppError): LateRefusalReason | undefined {
  return 'verificationCode' in fields ? 'code' : reasons[code]
}

/** @throws DuplicateRequestError where the key is in use by now; nothing is written then */
async function storeRefusal(attempt: Attempt, { reason, response }: Refusal): Promise<void> {
  const { ctx, method, idempotency } = attempt
  if (!idempotency) throw new Error('A late sign-in has an idempotency key')
  await withScope(ctx.db, method.scope, async (tx) => {
    // The key comes before the lock of those who are told, as where a sign-in is stored: two equal requests cannot wait for each other.
    const stored = await tx
      .insert(idempotencyKeys)
      .values({
        clientId: method.scope.clientId,
        methodId: method.methodId,
        ...idempotency,
        status: response.status,
        response: response.text,
        createdAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key })
    if (stored.length === 0) throw new DuplicateRequestError()
    await notifyOfLateRefusal(tx, attempt, reason)
  })
}

/**
 * Tells the staff of the site whose sign-in was refused after the person had left the kiosk; of a phone, nobody. The calls of one method are limited, because
 * anybody who knows its key can make them: a kiosk that gets 429 tries again later.
 * @throws AppError `too_many_requests`
 */
export async function notifyOfLateRefusal(
  tx: Transaction,
  { ctx, method, submission, offlineAt = ctx.now }: Attempt,
  reason: LateRefusalReason,
): Promise<void> {
  const { clientId } = method.scope
  const retiredSince = new Date(ctx.now.getTime() - serverLimits.idempotencyKeyDays * DAY_MS)
  const [place] = await tx
    .select({
      site: { id: sites.id, name: sites.name, timeZone: sites.timeZone },
      method: { id: signInMethods.id, name: signInMethods.name, type: signInMethods.type },
    })
    .from(signInMethods)
    .innerJoin(sites, and(eq(sites.clientId, signInMethods.clientId), eq(sites.id, signInMethods.siteId)))
    .where(
      and(
        eq(signInMethods.clientId, clientId),
        eq(signInMethods.id, method.methodId),
        // No kiosk of a method that was retired so long ago is believed, because its key may be known.
        or(isNull(signInMethods.retiredAt), gt(signInMethods.retiredAt, retiredSince)),
      ),
    )
  if (!place || !(await isOrWasKiosk(tx, place.method))) return
  const reserved = await ctx.limits.reserve(tx, [['lateRefusals', method.methodId]])
  const person = `${submission.firstName} ${submission.lastName}`
  await tellStoredRefusal(tx, { ...place, clientId, person, direction: 'in', at: offlineAt, reason }, ctx.now)
  await reserved.commit()
}
