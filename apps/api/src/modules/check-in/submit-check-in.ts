import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'
import type { Context } from '../../context.ts'
import { findMethodById, type FoundMethod } from '../../db/tenant-lookups.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { type Serializer, StoredResponse } from '../../lib/serializer.ts'
import { AppError, errorBody } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { findBan } from '../bans/find-ban.ts'
import { findKnownUser } from '../users/known-users.ts'
import { type Arrival, recordRefusedAttempt, recordVisit } from './arrival.ts'
import type { CheckInLimits } from './check-in-limits.ts'
import { assertAnswered, type CheckedAnswers, checkAnswers } from './check-answers.ts'
import type { CheckOutTokens } from './check-out-token.ts'
import type { Draft, DraftTokens } from './draft-tokens.ts'
import { findCheckInForm } from './find-check-in-form.ts'
import { hashRequest } from './request-hash.ts'
import { chooseRole, type CheckInForm, type FormRole, checkInFormFor, questionsFor } from './check-in-form.ts'
import { decideOutcome, type Outcome } from './outcome.ts'
import type { BanKeys, PersonKeys } from '../identity/person-key.ts'
import { presentAdmitted, presentInvalidCode, presentRefused } from './present.ts'
import { presentQuestion } from './present-question.ts'
import { languageShown } from './shown-language.ts'
import { findOpenMethod, type OpenMethod } from '../sign-in-methods/open-method.ts'
import {
  findStoredResponse,
  storeResponse,
  type IdempotencyKey,
  DuplicateRequestError,
} from './idempotency.ts'
import { readVisitor } from './visitor.ts'
import { holdCodeTrial } from './wrong-code-limits.ts'

export interface CheckInDeps {
  personKeys: PersonKeys
  banKeys: BanKeys
  checkOutTokens: CheckOutTokens
  drafts: DraftTokens
  limits: CheckInLimits
  writeResult: Serializer
}

type Submission = Omit<CheckInSubmission, 'draft'>

interface Attempt {
  ctx: Context
  parts: CheckInDeps
  submission: Submission
  draft: Draft | undefined
  found: FoundMethod
  name: IdempotencyKey | undefined
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
  parts: CheckInDeps,
  { draft: draftToken, ...submission }: CheckInSubmission,
  key: string | undefined,
): Promise<StoredResponse> {
  // Ids are stored in lower case.
  const methodId = submission.machineId.toLowerCase()
  const draft = draftToken ? parts.drafts.read(draftToken, methodId, ctx.now) : undefined
  const { answer } = await parts.limits.run(ctx, { methodId, draft }, () =>
    signInOnce({ ctx, parts, submission, draft }, key),
  )
  return answer
}

/** @returns the answer, and whether it counts as a sign-in of the address: a wrong code has limits of its own */
async function signInOnce(
  attempt: Pick<Attempt, 'ctx' | 'parts' | 'submission' | 'draft'>,
  key: string | undefined,
): Promise<SignedIn> {
  const { ctx, submission } = attempt
  const found = await findMethodById(ctx.db, submission.machineId)
  if (!found) throw new AppError('not_found')
  const { scope, methodId } = found
  const name =
    key === undefined
      ? undefined
      : { clientId: scope.clientId, methodId, key, requestHash: hashRequest(submission) }
  const work = () => withScope(ctx.db, scope, (tx) => signIn(tx, { ...attempt, found, name }))
  for (;;) {
    try {
      return await (submission.verificationCode ? attempt.parts.limits.inTurn(methodId, work) : work())
    } catch (error) {
      if (!(error instanceof DuplicateRequestError)) throw error
    }
  }
}

interface SignedIn {
  answer: StoredResponse
  counts: boolean
}

const counting = (answer: StoredResponse): SignedIn => ({ answer, counts: true })

async function signIn(tx: Transaction, attempt: Attempt): Promise<SignedIn> {
  const { ctx, parts, submission, draft, found, name } = attempt
  const [earlier, open] = await Promise.all([name && findStoredResponse(tx, name), findOpenMethod(tx, found)])
  if (earlier) return counting(earlier)
  if (!open) throw new AppError('not_found')

  const { method, site } = open
  const place = { clientId: site.clientId, siteId: site.id }
  const visitor = readVisitor(parts.personKeys, site, submission)
  const { personKey } = visitor
  const code = method.useTemperature ? (submission.verificationCode ?? undefined) : undefined
  const [user, ban, siteOffer, trial] = await Promise.all([
    findKnownUser(tx, place.clientId, personKey),
    findBan(tx, { ...place, keys: parts.banKeys(place.clientId, visitor) }, ctx.now),
    findCheckInForm(tx, place, personKey),
    code === undefined ? undefined : holdCodeTrial(tx, ctx, { ...place, methodId: method.id }, draft),
  ])

  const offer = checkInFormFor(siteOffer, site.questionsByUser)
  const role = roleOrThrow(offer.roles, submission.role)
  const answers = answersOrThrow(siteOffer, offer, role, submission, open)

  const id = newId(ctx.now)
  const taken = code === undefined ? undefined : await trial?.take(code, id)
  const temperature = taken?.temperature
  if (method.useTemperature && temperature === undefined) {
    // A twin may just have used the code: then its answer is there by now.
    const twin = name && (await findStoredResponse(tx, name))
    if (twin) return counting(twin)
    if (taken) await trial?.countWrong(taken)
    const secondCodeDraft =
      taken && taken.kind !== 'single' && code !== undefined
        ? parts.drafts.issue(method.id, ctx.now, { id: draft?.id, first: { code, at: ctx.now } })
        : undefined
    const result = presentInvalidCode(ctx.now, secondCodeDraft)
    return { answer: new StoredResponse(200, parts.writeResult(result)), counts: false }
  }

  const arrival: Arrival = {
    id,
    open,
    at: ctx.now,
    visitor,
    userId: user?.id ?? null,
    dependents: submission.dependents,
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
    name && storeResponse(tx, name, answer, ctx.now),
    outcome.admitted
      ? recordVisit(tx, arrival)
      : recordRefusedAttempt(tx, arrival, outcome.reason, ban?.id ?? null),
  ])
  await trial?.forgive()
  return counting(answer)
}

function roleOrThrow(offered: FormRole[], chosen: string | null | undefined): FormRole | null {
  const role = chooseRole(offered, chosen)
  if (role === undefined) throw new AppError('unknown_role', { fields: { role: 'role_required' } })
  return role
}

function answersOrThrow(
  siteOffer: CheckInForm,
  { questions }: CheckInForm,
  role: FormRole | null,
  { questions: given }: Submission,
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
  { checkOutTokens, writeResult }: CheckInDeps,
  { id, at, temperature, open }: Arrival,
  outcome: Outcome,
): StoredResponse {
  if (outcome.admitted) {
    const token = checkOutTokens.of({ clientId: open.site.clientId, visitId: id })
    return new StoredResponse(200, writeResult(presentAdmitted(at, temperature, token)))
  }
  if (outcome.reason !== 'failed_answer')
    return new StoredResponse(200, writeResult(presentRefused(at, outcome.reason, temperature)))
  const refusal = new AppError('answers_failed')
  return new StoredResponse(refusal.status, JSON.stringify(errorBody(refusal)))
}
