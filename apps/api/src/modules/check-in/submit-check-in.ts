import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'
import type { Context } from '../../context.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError, errorBody } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { StoredResponse } from '../../lib/serializer.ts'
import { findBan } from '../bans/find-ban.ts'
import { tryReadVisitor, type Visitor } from '../identity/person-key.ts'
import type { OpenMethod } from '../sign-in-methods/queries.ts'
import type { Attempt, CheckInDeps, CheckInResponse } from './attempt.ts'
import { completeForm, decideCheckIn } from './decide-check-in.ts'
import { hashRequest, responseOf } from './idempotency.ts'
import { checkInLate, notifyOfLateRefusal } from './late-check-in.ts'
import { lateTimeOrThrow } from './late-time.ts'
import { findVisitEnd } from './late-visit-end.ts'
import { admittedResult, invalidCodeResult, refusedResult } from './outcome.ts'
import { type CheckInFacts, isKeyInUse, readCheckInFacts } from './read-check-in.ts'
import {
  type CheckInRecord,
  DuplicateRequestError,
  PresenceChangedError,
  writeCheckIn,
} from './write-check-in.ts'
import { type CodeAttempt, reserveCodeAttempt } from './wrong-code-limits.ts'

/**
 * Signs a visitor in. One transaction reads the facts in one query, decides, and writes all that follows in one statement.
 * @param key the caller's idempotency key; without one a repeated call signs in again
 * @returns the response; for a known key the bytes of the first one, even if the method is closed by now
 * @throws AppError `not_found`, `invalid_phone`, `unknown_role`, `answers_incomplete`, `questions_changed`, `too_many_requests` after
 *   too many wrong codes, `conflict` for a key used with another body, or `time_out_of_range` for a late sign-in
 */
export async function submitCheckIn(
  ctx: Context,
  deps: CheckInDeps,
  { draft: draftToken, signedInAt, ...submission }: CheckInSubmission,
  key: string | undefined,
): Promise<StoredResponse> {
  if (signedInAt && key === undefined)
    throw new AppError('time_out_of_range', { fields: { 'idempotency-key': 'wrong_type' } })
  const offlineAt = signedInAt ? new Date(signedInAt) : undefined
  // Ids are stored in lower case.
  const methodId = submission.machineId.toLowerCase()
  const draft = draftToken ? deps.drafts.read(draftToken, methodId, ctx.now) : undefined
  const { response } = await deps.limits.run(ctx, { methodId, draft }, async () => {
    const method = await deps.methods.find(ctx.db, methodId)
    if (!method) throw new AppError('not_found')
    const idempotency = key === undefined ? undefined : { key, requestHash: hashRequest(submission) }
    const attempt = { ctx, deps, submission, draft, method, idempotency, offlineAt }
    const work = () => (offlineAt ? checkInLate(attempt, checkInOnce) : checkInOnce(attempt))
    return submission.verificationCode ? deps.limits.withMutex(methodId, work) : work()
  })
  return response
}

/** Signs in, or returns the stored response where an equal request was faster. What changed meanwhile is read again. */
async function checkInOnce(attempt: Attempt): Promise<CheckInResponse> {
  const { ctx, method } = attempt
  for (;;) {
    try {
      return await withScope(ctx.db, method.scope, (tx) => checkIn(tx, attempt))
    } catch (error) {
      if (!(error instanceof DuplicateRequestError || error instanceof PresenceChangedError)) throw error
    }
  }
}

async function checkIn(tx: Transaction, attempt: Attempt): Promise<CheckInResponse> {
  const { ctx, deps, submission, idempotency, offlineAt } = attempt
  const { facts, visitor } = await readFacts(tx, attempt)
  if (facts.stored && idempotency)
    return { response: responseOf(facts.stored, idempotency.requestHash), counts: true }
  const { open } = facts
  if (!open) throw new AppError('not_found')
  if (!visitor) throw new AppError('invalid_phone', { fields: { mobile: 'phone_invalid' } })

  const at = offlineAt ? lateTimeOrThrow(offlineAt, open.method.type, ctx.now) : ctx.now
  // A code is good for minutes. It is not looked up late, so that nobody can try codes in this way.
  if (offlineAt && open.method.useTemperature)
    throw new AppError('time_out_of_range', { fields: { verificationCode: 'code_required' } })
  const { clientId, id: siteId } = open.site
  const ban = facts.clientHasBans
    ? await findBan(tx, { clientId, siteId, keys: deps.banKeys(clientId, visitor) }, ctx.now)
    : undefined
  const form = completeForm({ ...facts, open }, submission)
  const id = newId(at)
  const { temperature, codeAttempt, invalidCode } = await measure(tx, attempt, open, id)
  if (invalidCode) return { response: invalidCode, counts: false }

  const { dependents } = submission
  const record = decideCheckIn({ ...facts, open }, form, {
    id,
    at,
    receivedAt: ctx.now,
    signedInOffline: offlineAt !== undefined,
    visitor,
    dependents,
    temperature,
    banId: ban?.id ?? null,
    ended: offlineAt ? await findVisitEnd(tx, { clientId, siteId, personKey: visitor.personKey }, at) : null,
  })
  const response = respond(deps, record)
  await codeAttempt?.refundGuesses()
  if (offlineAt && record.refused) await notifyOfLateRefusal(tx, attempt, record.refused.reason)
  await writeCheckIn(tx, record, facts.isPresent, idempotency && { ...idempotency, response })
  return { response, counts: true }
}

/**
 * Reads the facts about the visitor. A person key depends on the mobile, which is read by the region of the site and the setting of the
 * client. Both are among the facts: where the remembered ones are out of date, the facts are read again.
 * @returns no visitor where the mobile is no number there
 */
async function readFacts(
  tx: Transaction,
  { ctx, deps, submission, method, idempotency }: Attempt,
): Promise<{ facts: CheckInFacts; visitor: Visitor | undefined }> {
  const { clientId } = method.scope
  for (;;) {
    const { region, acceptsUnknownMobiles } = method
    const site = { clientId, region, acceptsUnknownMobiles }
    const visitor = tryReadVisitor(deps.personKeys, site, submission)
    const facts = await readCheckInFacts(tx, method, idempotency?.key, visitor?.personKey ?? '', ctx.now)
    const { open } = facts
    if (!open || (open.site.region === region && open.acceptsUnknownMobiles === acceptsUnknownMobiles))
      return { facts, visitor }
    method.region = open.site.region
    method.acceptsUnknownMobiles = open.acceptsUnknownMobiles
  }
}

interface Measured {
  /** °C; null where the method asks for no code. */
  temperature: number | null
  codeAttempt?: CodeAttempt
  /** The response to a wrong code. */
  invalidCode?: StoredResponse
}

/**
 * Uses up the temperature code, where the method asks for one.
 * @throws AppError `too_many_requests` after too many wrong codes
 * @throws DuplicateRequestError where an equal request has just used the code
 */
async function measure(
  tx: Transaction,
  { ctx, deps, submission, draft, idempotency }: Attempt,
  { method, site }: OpenMethod,
  id: string,
): Promise<Measured> {
  if (!method.useTemperature) return { temperature: null }
  const code = submission.verificationCode ?? undefined
  if (code === undefined)
    return {
      temperature: null,
      invalidCode: new StoredResponse(200, deps.writeResult(invalidCodeResult(ctx.now, undefined))),
    }
  const place = { clientId: site.clientId, siteId: site.id, methodId: method.id }
  const codeAttempt = await reserveCodeAttempt(tx, ctx, place, draft)
  const consumed = await codeAttempt.consume(code, id)
  if (consumed.temperature !== undefined) return { temperature: consumed.temperature, codeAttempt }
  if (idempotency && (await isKeyInUse(tx, { ...place, ...idempotency }))) throw new DuplicateRequestError()
  await codeAttempt.countWrong(consumed)
  const secondCodeDraft =
    consumed.mode === 'single'
      ? undefined
      : deps.drafts.issue(method.id, ctx.now, { id: draft?.id, first: { code, at: ctx.now } })
  return {
    temperature: null,
    invalidCode: new StoredResponse(200, deps.writeResult(invalidCodeResult(ctx.now, secondCodeDraft))),
  }
}

function respond(
  { checkOutTokens, writeResult }: CheckInDeps,
  { id, at, temperature, open, refused }: CheckInRecord,
): StoredResponse {
  if (!refused) {
    const token = checkOutTokens.of({ clientId: open.site.clientId, visitId: id })
    return new StoredResponse(200, writeResult(admittedResult(at, temperature, token)))
  }
  if (refused.reason !== 'failed_answer')
    return new StoredResponse(200, writeResult(refusedResult(at, refused.reason, temperature)))
  const refusal = new AppError('answers_failed')
  return new StoredResponse(refusal.status, JSON.stringify(errorBody(refusal)))
}
