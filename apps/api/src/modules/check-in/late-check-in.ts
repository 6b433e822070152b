import type { ErrorCode } from '@gatehouse/validation/error-codes'
import { limits, serverLimits } from '@gatehouse/validation/limits'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { idempotencyKeys } from '../../db/schema/visits.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError, errorBody } from '../../lib/app-error.ts'
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts'
import { StoredResponse } from '../../lib/serializer.ts'
import type { LateRefusalReason } from '../notifications/event-words.ts'
import { tellStoredRefusal } from '../notifications/tell-stored-refusal.ts'
import { isOrWasKiosk } from '../sign-in-methods/paired-kiosks.ts'
import type { Attempt, CheckInResponse } from './attempt.ts'
import { FactsChangedError } from './write-check-in.ts'

/** Refusals that store nothing. Staff are notified, because only they can correct them. */
const reasons: Partial<Record<ErrorCode, LateRefusalReason>> = {
  not_found: 'closed',
  invalid_phone: 'invalid_phone',
  unknown_role: 'unknown_role',
  answers_incomplete: 'questions_changed',
  questions_changed: 'questions_changed',
  time_out_of_range: 'time_out_of_range',
}

/**
 * Stores the refusal of a late sign-in, whose visitor has left the kiosk, under the idempotency
 * key. Staff of the site are notified once, however often the kiosk sends it. A phone uses the same
 * call to learn whether the server has its sign-in; then nobody is notified, because the visitor is
 * still there. Because the refusal is stored, a delayed call of the phone can no longer sign the
 * visitor in.
 * @throws the error where the sign-in is not late, or the error does not decide about it
 * @throws FactsChangedError where a duplicate request was faster
 */
export async function refuseLate(attempt: Attempt, error: unknown): Promise<CheckInResponse> {
  const reason = attempt.offlineAt && error instanceof AppError ? reasonOf(error) : undefined
  if (!(error instanceof AppError) || reason === undefined) throw error
  const response = new StoredResponse(error.status, JSON.stringify(errorBody(error)))
  await storeRefusal(attempt, reason, response)
  return { response, counts: true }
}

function reasonOf({ code, fields = {} }: AppError): LateRefusalReason | undefined {
  return 'verificationCode' in fields ? 'code' : reasons[code]
}

/** @throws FactsChangedError where the key is already in use; then nothing was written */
async function storeRefusal(
  attempt: Attempt,
  reason: LateRefusalReason,
  response: StoredResponse,
): Promise<void> {
  const { ctx, method, idempotency } = attempt
  if (!idempotency) throw new Error('A late sign-in has an idempotency key')
  await withScope(ctx.db, method.scope, async (tx) => {
    // Lock order as for a stored sign-in: the key before the recipients, so that duplicate requests
    // do not deadlock.
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
    if (stored.length === 0) throw new FactsChangedError()
    await notifyOfLateRefusal(tx, attempt, reason)
  })
}

/**
 * Notifies the site's staff that a sign-in was refused after the person had left the kiosk. For a
 * phone it does nothing. Rate-limited, because anyone with the key of the method can call it.
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
    .innerJoin(sites, hasValues(sites, { clientId: signInMethods.clientId, id: signInMethods.siteId }))
    .where(
      and(
        eq(signInMethods.clientId, clientId),
        eq(signInMethods.id, method.methodId),
        // Kiosks of a method that was retired longer ago are not trusted, because its key may be
        // known.
        or(isNull(signInMethods.retiredAt), gt(signInMethods.retiredAt, retiredSince)),
      ),
    )
  if (!place || !(await isOrWasKiosk(tx, place.method))) return
  const reserved = await ctx.limits.reserve(tx, [['lateRefusals', method.methodId]])
  const person = `${submission.firstName} ${submission.lastName}`
  await tellStoredRefusal(tx, { ...place, clientId, person, direction: 'in', at: offlineAt, reason }, ctx.now)
  await reserved.commit()
}

/** How far the kiosk's estimate of the server's clock may be off. */
const CLOCK_TOLERANCE_MS = 5000

/**
 * The time of a sign-in that a kiosk stored. It cannot be verified, so it is accepted only from
 * kiosks, only for the last days, and never in the future.
 * @throws AppError `time_out_of_range`, for other methods with `signedInAt` as an unknown field
 */
export function lateTimeOrThrow(asked: Date, isKiosk: boolean, now: Date): Date {
  if (!isKiosk) throw new AppError('time_out_of_range', { fields: { signedInAt: 'unknown_field' } })
  const age = now.getTime() - asked.getTime()
  if (age < -CLOCK_TOLERANCE_MS || age > limits.offlineSignInHours * HOUR_MS)
    throw new AppError('time_out_of_range', { fields: { signedInAt: 'time_invalid' } })
  return asked > now ? now : asked
}
