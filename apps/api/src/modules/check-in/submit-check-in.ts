import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'
import type { Context } from '../../context.ts'
import { findMethodById, type FoundMethod } from '../../db/tenant-lookups.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { type Serializer, StoredResponse } from '../../lib/serializer.ts'
import { AppError, errorBody } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { findBan } from '../bans/find-ban.ts'
import { findKnownUser } from '../users/known-users.ts'
import { type SignInRecord, recordRefusedAttempt, recordVisit } from './record-visit.ts'
import type { CheckInLimits } from './check-in-limits.ts'
import { assertAnswered, type CheckedAnswers, checkAnswers } from './check-answers.ts'
import type { CheckOutTokens } from './check-out-token.ts'
import type { Draft, DraftTokens } from './draft-tokens.ts'
import { findCheckInForm } from './find-check-in-form.ts'
import {
  chooseRole,
  type CheckInForm,
  type FormRole,
  checkInFormFor,
  languageShown,
  presentQuestion,
  questionsFor,
} from './check-in-form.ts'
import {
  decideOutcome,
  type Outcome,
  presentAdmitted,
  presentInvalidCode,
  presentRefused,
} from './outcome.ts'
import { type BanKeys, type PersonKeys, readVisitor } from '../identity/person-key.ts'
import { findOpenMethod, type OpenMethod } from '../sign-in-methods/queries.ts'
import {
  findStoredResponse,
  hashRequest,
  storeResponse,
  type IdempotencyKey,
  DuplicateRequestError,
} from './idempotency.ts'
import { reserveCodeAttempt } from './wrong-code-limits.ts'

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
  deps: CheckInDeps
  submission: Submission
  draft: Draft | undefined
  found: FoundMethod
  idempotencyKey: IdempotencyKey | undefined
}

/**
 * Signs a visitor in. One transaction writes the visit, the presence, the end of a superseded visit, the used reading, the stored answer
 * and the event.
 * @param key the caller's idempotency key; without one a repeated call signs in again
 * @returns the answer; for a known key the bytes of the first answer, even if the method is closed by now
 * @throws AppError `not_found`, `invalid_phone`, `unknown_role`, `answers_incomplete`, `questions_changed`, `too_many_requests` after
 *   too many wrong codes, or `conflict` for a key used with another body
 */
export async function submitCheckIn(
  ctx: Context,
  deps: CheckInDeps,
  { draft: draftToken, ...submission }: CheckInSubmission,
  key: string | undefined,
): Promise<StoredResponse> {
  // Ids are stored in lower case.
  const methodId = submission.machineId.toLowerCase()
  const draft = draftToken ? deps.drafts.read(draftToken, methodId, ctx.now) : undefined
  const { answer } = await deps.limits.run(ctx, { methodId, draft }, () =>
    signInOnce({ ctx, deps, submission, draft }, key),
  )
  return answer
}

/** Signs in, or returns the stored answer where an equal request was faster. */
async function signInOnce(
  attempt: Pick<Attempt, 'ctx' | 'deps' | 'submission' | 'draft'>,
  key: string | undefined,
): Promise<SignedIn> {
  const { ctx, submission } = attempt
  const found = await findMethodById(ctx.db, submission.machineId)
  if (!found) throw new AppError('not_found')
  const { scope, methodId } = found
  const idempotencyKey =
    key === undefined
      ? undefined
      : { clientId: scope.clientId, methodId, key, requestHash: hashRequest(submission) }
  const work = () => withScope(ctx.db, scope, (tx) => signIn(tx, { ...attempt, found, idempotencyKey }))
  for (;;) {
    try {
      return await (submission.verificationCode ? attempt.deps.limits.withMutex(methodId, work) : work())
    } catch (error) {
      if (!(error instanceof DuplicateRequestError)) throw error
    }
  }
}

interface SignedIn {
  answer: StoredResponse
  /** Whether it counts as a sign-in of the address. A wrong code does not: it has limits of its own. */
  counts: boolean
}

const counting = (answer: StoredResponse): SignedIn => ({ answer, counts: true })

async function signIn(tx: Transaction, attempt: Attempt): Promise<SignedIn> {
  const { ctx, deps, submission, draft, found, idempotencyKey } = attempt
  const [stored, open] = await Promise.all([
    idempotencyKey && findStoredResponse(tx, idempotencyKey),
    findOpenMethod(tx, found),
  ])
  if (stored) return counting(stored)
  if (!open) throw new AppError('not_found')

  const { method, site } = open
  const place = { clientId: site.clientId, siteId: site.id }
  const visitor = readVisitor(deps.personKeys, site, submission)
  const { personKey } = visitor
  const code = method.useTemperature ? (submission.verificationCode ?? undefined) : undefined
  const [user, ban, siteForm, codeAttempt] = await Promise.all([
    findKnownUser(tx, place.clientId, personKey),
    findBan(tx, { ...place, keys: deps.banKeys(place.clientId, visitor) }, ctx.now),
    findCheckInForm(tx, place, personKey),
    code === undefined ? undefined : reserveCodeAttempt(tx, ctx, { ...place, methodId: method.id }, draft),
  ])

  const form = checkInFormFor(siteForm, site.questionsByUser)
  const role = getRoleOrThrow(form.roles, submission.role)
  const answers = checkAnswersOrThrow(siteForm, form, role, submission, open)

  const id = newId(ctx.now)
  const consumed = code === undefined ? undefined : await codeAttempt?.consume(code, id)
  const temperature = consumed?.temperature
  if (method.useTemperature && temperature === undefined) {
    // An equal request may just have used the code: then its answer is stored by now.
    const duplicate = idempotencyKey && (await findStoredResponse(tx, idempotencyKey))
    if (duplicate) return counting(duplicate)
    if (consumed) await codeAttempt?.countWrong(consumed)
    const secondCodeDraft =
      consumed && consumed.mode !== 'single' && code !== undefined
        ? deps.drafts.issue(method.id, ctx.now, { id: draft?.id, first: { code, at: ctx.now } })
        : undefined
    const result = presentInvalidCode(ctx.now, secondCodeDraft)
    return { answer: new StoredResponse(200, deps.writeResult(result)), counts: false }
  }

  const record: SignInRecord = {
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
    temperature: record.temperature,
    limits: { low: site.lowTemperature, high: site.highTemperature },
    answersFailed: answers.failed,
  })
  const answer = createAnswer(deps, record, outcome)
  await Promise.all([
    idempotencyKey && storeResponse(tx, idempotencyKey, answer, ctx.now),
    outcome.admitted
      ? recordVisit(tx, record)
      : recordRefusedAttempt(tx, record, outcome.reason, ban?.id ?? null),
  ])
  await codeAttempt?.refundGuesses()
  return counting(answer)
}

function getRoleOrThrow(offered: FormRole[], chosen: string | null | undefined): FormRole | null {
  const role = chooseRole(offered, chosen)
  if (role === undefined) throw new AppError('unknown_role', { fields: { role: 'role_required' } })
  return role
}

function checkAnswersOrThrow(
  siteForm: CheckInForm,
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
    new Set(siteForm.questions.map(({ id }) => id)),
  )
  assertAnswered(checked)
  return checked
}

function createAnswer(
  { checkOutTokens, writeResult }: CheckInDeps,
  { id, at, temperature, open }: SignInRecord,
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
