import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'
import { messages } from '@gatehouse/validation/messages'
import type { VisitorRole } from '@gatehouse/validation/questions'
import type { Context } from '../../context.ts'
import { findMethodById, type FoundMethod } from '../../db/directories.ts'
import { recordEvent } from '../../db/outbox.ts'
import { refusedAttempts, type RefusalReason } from '../../db/schema/refused-attempts.ts'
import { visits } from '../../db/schema/visits.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { type AnswerWriter, PreparedAnswer } from '../../lib/answer-writer.ts'
import { AppError } from '../../lib/app-error.ts'
import { errorBody } from '../../lib/error-body.ts'
import { newId } from '../../lib/ids.ts'
import { toE164 } from '../../lib/phone.ts'
import { findBan } from '../bans/find-ban.ts'
import { findKnownUser } from '../users/find-known-user.ts'
import { noteSeen } from '../users/note-seen.ts'
import { type CheckedAnswers, checkAnswers, chooseRole, questionsFor } from './check-answers.ts'
import type { CheckOutTokens } from './check-out-token.ts'
import { fingerprintOf } from './fingerprint.ts'
import { decideOutcome } from './outcome.ts'
import type { PersonKeys } from './person-key.ts'
import { presentAdmitted, presentInvalidCode, presentRefused } from './present.ts'
import { enterSite } from './presence.ts'
import { findOpenMethod, findQuestions, findVisitorRoles, type OpenMethod } from './sign-in-method.ts'
import { findAnswer, keepAnswer, type SubmissionName } from './submissions.ts'

export interface CheckInParts {
  personKeys: PersonKeys
  checkOutTokens: CheckOutTokens
  writeResult: AnswerWriter
}

/** A sign-in as it will be written: who, where, as what, with which answers. */
interface Arrival {
  method: OpenMethod
  at: Date
  person: ReturnType<typeof personOf>
  answers: CheckedAnswers['recorded']
  temperature: number | null
}

/**
 * Signs a visitor in, in one transaction: the visit, the presence, what it supersedes, the answer under its idempotency
 * key and the event stand together or not at all.
 * @param key the caller's idempotency key; without one the call works and is not protected
 * @returns the answer, for a known key the very bytes of the first one
 * @throws AppError `not_found`, `invalid_phone`, `unknown_role`, `answers_incomplete`, or `conflict` for a key used with
 *   another body
 */
export async function submitCheckIn(
  ctx: Context,
  parts: CheckInParts,
  submission: CheckInSubmission,
  key: string | undefined,
): Promise<PreparedAnswer> {
  const found = await findMethodById(ctx.db, submission.machineId)
  if (!found) throw new AppError('not_found')
  const { scope, methodId } = found
  const name =
    key === undefined
      ? undefined
      : { clientId: scope.clientId, methodId, key, fingerprint: fingerprintOf(submission) }
  for (;;) {
    const answer = await withScope(ctx.db, scope, (tx) => signIn(tx, ctx, parts, submission, found, name))
    // A twin was first, and its answer is there now.
    if (answer) return answer
  }
}

async function signIn(
  tx: Transaction,
  ctx: Context,
  parts: CheckInParts,
  submission: CheckInSubmission,
  found: FoundMethod,
  name: SubmissionName | undefined,
): Promise<PreparedAnswer | undefined> {
  const earlier = name && (await findAnswer(tx, name))
  if (earlier) return earlier

  const method = await findOpenMethod(tx, found)
  if (!method) throw new AppError('not_found')
  const { clientId } = found.scope
  const typed = { ...submission, mobile: phoneOrThrow(submission.mobile, method.site.region) }
  const personKey = parts.personKeys(clientId, typed)
  const [user, roles, questions] = await Promise.all([
    findKnownUser(tx, clientId, personKey),
    findVisitorRoles(tx, clientId, method.site.id, method.language),
    findQuestions(tx, clientId, method.site.id, method.language),
  ])
  const role = roleOrThrow(roles, submission.role)
  const answers = checkAnswers(questionsFor(questions, role), submission.questions)
  if (answers.missing.length > 0) throw incomplete(answers.missing)
  // No reading is on record for any code yet, so a method that measures admits nobody without one.
  if (method.method.useTemperature) {
    return new PreparedAnswer(200, parts.writeResult(presentInvalidCode(ctx.now)))
  }

  const arrival: Arrival = {
    method,
    at: ctx.now,
    person: personOf(typed, personKey, user?.id ?? null, role),
    answers: answers.recorded,
    temperature: null,
  }
  const ban = await findBan(
    tx,
    { clientId, siteId: method.site.id, personKey, userId: user?.id ?? null },
    ctx.now,
  )
  const outcome = decideOutcome({
    banned: ban !== undefined,
    temperature: arrival.temperature,
    limits: { low: method.site.lowTemperature, high: method.site.highTemperature },
    answersFailed: answers.failed,
  })

  const id = newId(ctx.now)
  const answer = outcome.admitted
    ? answerAdmitted(parts, arrival, { clientId, visitId: id })
    : answerRefused(parts, arrival, outcome.reason)
  if (name && !(await keepAnswer(tx, name, answer, ctx.now))) return undefined
  if (outcome.admitted) await recordVisit(tx, id, arrival)
  else await recordRefusal(tx, id, arrival, outcome.reason, ban?.id ?? null)
  return answer
}

function phoneOrThrow(text: string, region: string): string {
  const mobile = toE164(text, region)
  if (mobile === undefined)
    throw new AppError('invalid_phone', { fields: { mobile: messages.phone_invalid } })
  return mobile
}

function roleOrThrow(offered: VisitorRole[], chosen: string | null | undefined): VisitorRole | null {
  const role = chooseRole(offered, chosen)
  if (role === undefined) throw new AppError('unknown_role', { fields: { role: messages.role_required } })
  return role
}

function incomplete(missing: string[]): AppError {
  const fields = Object.fromEntries(missing.map((id) => [`questions.${id}`, messages.answer_required]))
  return new AppError('answers_incomplete', { fields })
}

function personOf(
  { firstName, lastName, mobile, dependents }: CheckInSubmission,
  personKey: string,
  userId: string | null,
  role: VisitorRole | null,
) {
  return {
    kind: userId === null ? ('visitor' as const) : ('user' as const),
    userId,
    personKey,
    firstName,
    lastName,
    mobile,
    dependants: dependents,
    roleId: role?.id ?? null,
    roleName: role?.name ?? '',
  }
}

function answerAdmitted(
  { checkOutTokens, writeResult }: CheckInParts,
  { at, temperature }: Arrival,
  visit: { clientId: string; visitId: string },
): PreparedAnswer {
  return new PreparedAnswer(200, writeResult(presentAdmitted(at, temperature, checkOutTokens.of(visit))))
}

function answerRefused(
  { writeResult }: CheckInParts,
  { at, temperature }: Arrival,
  reason: RefusalReason,
): PreparedAnswer {
  if (reason !== 'failed_answer')
    return new PreparedAnswer(200, writeResult(presentRefused(at, reason, temperature)))
  const refusal = new AppError('answers_failed')
  return new PreparedAnswer(refusal.status, JSON.stringify(errorBody(refusal)))
}

/** What a visit and a refused attempt both say of an arrival. */
function rowOf(id: string, { method: { method, site }, person, answers, temperature }: Arrival) {
  const source = method.type === 'qr' ? ('phone' as const) : method.type
  return {
    clientId: site.clientId,
    id,
    siteId: site.id,
    methodId: method.id,
    source,
    ...person,
    answers,
    temperature,
  }
}

async function recordVisit(tx: Transaction, id: string, arrival: Arrival): Promise<void> {
  const row = rowOf(id, arrival)
  await enterSite(tx, { ...row, visitId: id, signedInAt: arrival.at })
  await Promise.all([
    tx.insert(visits).values({ ...row, signedInAt: arrival.at, createdAt: arrival.at }),
    row.userId === null ? undefined : noteSeen(tx, { ...row, userId: row.userId }, arrival.at),
    recordEvent(tx, {
      clientId: row.clientId,
      type: 'visit.signed_in',
      subject: `site:${row.siteId}`,
      at: arrival.at,
      payload: { visit_id: id },
    }),
  ])
}

async function recordRefusal(
  tx: Transaction,
  id: string,
  arrival: Arrival,
  reason: RefusalReason,
  banId: string | null,
): Promise<void> {
  const row = rowOf(id, arrival)
  await Promise.all([
    tx
      .insert(refusedAttempts)
      .values({ ...row, reason, banId, attemptedAt: arrival.at, createdAt: arrival.at }),
    recordEvent(tx, {
      clientId: row.clientId,
      type: 'visit.refused',
      subject: `site:${row.siteId}`,
      at: arrival.at,
      payload: { attempt_id: id, reason },
    }),
  ])
}
