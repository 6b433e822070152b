import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'
import { messages } from '@gatehouse/validation/messages'
import type { Context } from '../../context.ts'
import { findMethodById, type FoundMethod } from '../../db/directories.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { type AnswerWriter, PreparedAnswer } from '../../lib/answer-writer.ts'
import { AppError } from '../../lib/app-error.ts'
import { errorBody } from '../../lib/error-body.ts'
import { newId } from '../../lib/ids.ts'
import { findBan } from '../bans/find-ban.ts'
import { takeReading } from '../readings/take-reading.ts'
import { findKnownUser } from '../users/find-known-user.ts'
import { type Arrival, recordRefusal, recordVisit } from './arrival.ts'
import { assertAnswered, type CheckedAnswers, checkAnswers } from './check-answers.ts'
import type { CheckOutTokens } from './check-out-token.ts'
import { findSiteOffer } from './find-offer.ts'
import { fingerprintOf } from './fingerprint.ts'
import { chooseRole, type Offer, type OfferedRole, offerTo, questionsFor } from './offer.ts'
import { decideOutcome, type Outcome } from './outcome.ts'
import type { BanKeys, PersonKeys } from './person-key.ts'
import { presentAdmitted, presentInvalidCode, presentRefused } from './present.ts'
import { presentQuestion } from './present-question.ts'
import { languageShown } from './shown-language.ts'
import { findOpenMethod, type OpenMethod } from './sign-in-method.ts'
import { findAnswer, keepAnswer, type SubmissionName, TwinWasFirstError } from './submissions.ts'
import { readVisitor } from './visitor.ts'
import { holdWrongCodes } from './wrong-code-limits.ts'

export interface CheckInParts {
  personKeys: PersonKeys
  banKeys: BanKeys
  checkOutTokens: CheckOutTokens
  writeResult: AnswerWriter
}

interface Attempt {
  ctx: Context
  parts: CheckInParts
  submission: CheckInSubmission
  found: FoundMethod
  name: SubmissionName | undefined
}

/**
 * Signs a visitor in, in one transaction: the visit, the presence, what it supersedes, the reading that it takes, the answer under
 * its idempotency key and the event stand together or not at all.
 * @param key the caller's idempotency key; without one the call works and is not protected
 * @returns the answer, for a known key the very bytes of the first one, whatever has been closed since
 * @throws AppError `not_found`, `invalid_phone`, `unknown_role`, `answers_incomplete`, `questions_changed`, `too_many_requests` after
 *   too many wrong codes, or `conflict` for a key used with another body
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
    try {
      return await withScope(ctx.db, scope, (tx) => signIn(tx, { ctx, parts, submission, found, name }))
    } catch (error) {
      if (!(error instanceof TwinWasFirstError)) throw error
    }
  }
}

async function signIn(tx: Transaction, attempt: Attempt): Promise<PreparedAnswer> {
  const { ctx, parts, submission, found, name } = attempt
  const [earlier, open] = await Promise.all([name && findAnswer(tx, name), findOpenMethod(tx, found)])
  if (earlier) return earlier
  if (!open) throw new AppError('not_found')

  const { method, site } = open
  const place = { clientId: site.clientId, siteId: site.id }
  const visitor = readVisitor(parts.personKeys, site, submission)
  const { personKey } = visitor
  const code = method.useTemperature ? (submission.verificationCode ?? undefined) : undefined
  const [user, ban, siteOffer, wrongCodes] = await Promise.all([
    findKnownUser(tx, place.clientId, personKey),
    findBan(tx, { ...place, keys: parts.banKeys(place.clientId, visitor) }, ctx.now),
    findSiteOffer(tx, place, personKey),
    code === undefined ? undefined : holdWrongCodes(tx, ctx, method.id, personKey),
  ])

  const offer = offerTo(siteOffer, site.questionsByUser)
  const role = roleOrThrow(offer.roles, submission.role)
  const answers = answersOrThrow(siteOffer, offer, role, submission, open)

  const id = newId(ctx.now)
  const temperature =
    code === undefined ? undefined : await takeReading(tx, { ...place, code, by: id }, ctx.now)
  if (method.useTemperature && temperature === undefined) {
    // A twin may just have used the code: then its answer is there by now.
    const twin = name && (await findAnswer(tx, name))
    if (twin) return twin
    await wrongCodes?.spend()
    return new PreparedAnswer(200, parts.writeResult(presentInvalidCode(ctx.now)))
  }

  const arrival: Arrival = {
    id,
    open,
    at: ctx.now,
    visitor,
    userId: user?.id ?? null,
    dependants: submission.dependents,
    role: role && { id: role.id, name: role.names[open.language] ?? role.name },
    answers: answers.recorded,
    temperature: temperature ?? null,
  }
  const outcome = decideOutcome({
    banned: ban !== undefined,
    temperature: arrival.temperature,
    limits: { low: site.lowTemperature, high: site.highTemperature },
    answersFailed: answers.failed,
  })
  const answer = answerTo(parts, arrival, outcome)
  await Promise.all([
    name && keepAnswer(tx, name, answer, ctx.now),
    outcome.admitted ? recordVisit(tx, arrival) : recordRefusal(tx, arrival, outcome.reason, ban?.id ?? null),
  ])
  return answer
}

function roleOrThrow(offered: OfferedRole[], chosen: string | null | undefined): OfferedRole | null {
  const role = chooseRole(offered, chosen)
  if (role === undefined) throw new AppError('unknown_role', { fields: { role: messages.role_required } })
  return role
}

function answersOrThrow(
  siteOffer: Offer,
  { questions }: Offer,
  role: OfferedRole | null,
  { questions: given }: CheckInSubmission,
  { language: own }: OpenMethod,
): CheckedAnswers {
  const asked = questionsFor(questions, role)
  const language = languageShown(asked, given, own)
  const checked = checkAnswers(
    asked.map((question) =>
      Object.assign(presentQuestion(question, language), { version: question.version }),
    ),
    given,
    new Set(siteOffer.questions.map(({ id }) => id)),
  )
  assertAnswered(checked)
  return checked
}

function answerTo(
  { checkOutTokens, writeResult }: CheckInParts,
  { id, at, temperature, open }: Arrival,
  outcome: Outcome,
): PreparedAnswer {
  if (outcome.admitted) {
    const token = checkOutTokens.of({ clientId: open.site.clientId, visitId: id })
    return new PreparedAnswer(200, writeResult(presentAdmitted(at, temperature, token)))
  }
  if (outcome.reason !== 'failed_answer')
    return new PreparedAnswer(200, writeResult(presentRefused(at, outcome.reason, temperature)))
  const refusal = new AppError('answers_failed')
  return new PreparedAnswer(refusal.status, JSON.stringify(errorBody(refusal)))
}
