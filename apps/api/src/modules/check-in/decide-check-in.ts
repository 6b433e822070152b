import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'
import type { Language } from '@gatehouse/validation/vocabulary'
import { isDeepStrictEqual } from 'node:util'
import { auditOf, recordAudit } from '../../db/audit.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError, errorBody } from '../../lib/app-error.ts'
import { assertSameRequest } from '../../lib/hash-request.ts'
import { newId } from '../../lib/ids.ts'
import { StoredResponse } from '../../lib/serializer.ts'
import type { Bucket } from '../../rate-limits/rate-limit.ts'
import { banAt } from '../bans/find-ban.ts'
import { consumeReading, countLiveReadings } from '../readings/record-reading.ts'
import { isOrWasKiosk } from '../sign-in-methods/paired-kiosks.ts'
import type { OpenMethod } from '../sign-in-methods/queries.ts'
import { type Attempt, type CheckInResponse, namingOf } from './attempt.ts'
import { type AskedQuestion, assertAnswered, type CheckedAnswers, checkAnswers } from './check-answers.ts'
import {
  type CheckInForm,
  checkInFormFor,
  chooseRole,
  findShownVersions,
  type FormQuestion,
  type FormRole,
  languageShown,
  questionsFor,
  toQuestion,
} from './check-in-form.ts'
import { chooseHost } from './choose-host.ts'
import { lateTimeOrThrow, notifyOfLateRefusal } from './late-check-in.ts'
import { admittedResult, decideOutcome, invalidCodeResult, refusedResult } from './outcome.ts'
import { findVisitEnd } from './presence.ts'
import { type CheckInFacts, isKeyInUse } from './read-check-in.ts'
import { type CheckIn, FactsChangedError } from './write-check-in.ts'

/**
 * Decides whether a visitor is admitted, and what to respond and store.
 * @throws AppError as `submitCheckIn`, or FactsChangedError; then nothing was written
 */
export async function decideCheckIn(
  tx: Transaction,
  attempt: Attempt,
  { stored, open, form, userId, isPresent, bans }: CheckInFacts,
): Promise<CheckInResponse & { toWrite?: CheckIn }> {
  const { ctx, deps, staff, submission, idempotency, offlineAt, visitor, earlierVisit } = attempt
  if (stored && idempotency) {
    assertSameRequest(stored.requestHash, idempotency.requestHash)
    if (stored.status === null || stored.response === null)
      throw new Error('A stored request has its response')
    return { response: new StoredResponse(stored.status, stored.response), counts: true }
  }
  if (!open) throw new AppError('not_found')
  if (!isDeepStrictEqual(namingOf(open), attempt.naming)) {
    deps.namings.forget(open.method.id)
    throw new FactsChangedError()
  }
  if (!visitor) throw new AppError('invalid_phone', { fields: { mobile: 'phone_invalid' } })

  const isLate = offlineAt !== undefined
  const at = isLate ? lateTimeOrThrow(offlineAt, await isOrWasKiosk(tx, open.method), ctx.now) : ctx.now
  const { clientId, id: siteId, lowTemperature, highTemperature } = open.site
  const { role, answers } = completeForm(form, { ...open, asksByUser: attempt.mayBeUser }, submission, {
    versions: await findShownVersions(tx, clientId, form, submission.questions),
    areFinal: isLate,
  })
  // The answers already refuse the visitor, who has not reached the code.
  const asksNoCode = answers.failed && (isLate || !submission.verificationCode)
  // Codes are valid for minutes. A late sign-in does not look one up, so that codes cannot be
  // guessed this way.
  if (isLate && open.method.useTemperature && !asksNoCode)
    throw new AppError('time_out_of_range', { fields: { verificationCode: 'code_required' } })
  const naming = { isFinal: isLate, byStaff: staff !== undefined }
  const host = answers.failed ? null : await chooseHost(tx, deps.hostRefs, open, submission.host, naming)
  const id = newId(at)
  const { temperature, invalidCode }: Measured = asksNoCode
    ? { temperature: null }
    : await measure(tx, attempt, open, id)
  if (invalidCode && !answers.failed) return { response: invalidCode, counts: false }

  const banId = banAt(bans, siteId)
  const outcome = decideOutcome({
    banned: banId !== null,
    temperature,
    limits: { low: lowTemperature, high: highTemperature },
    answersFailed: answers.failed,
  })
  const decided = {
    id,
    open,
    at,
    receivedAt: ctx.now,
    signedInOffline: isLate,
    byStaff: staff !== undefined,
    isProved: staff !== undefined,
    earlierVisit,
    visitor,
    userId,
    dependents: submission.dependents,
    role: role && { id: role.id, name: role.names[open.language] ?? role.name },
    host,
    answers: answers.recorded,
    temperature,
    refused: outcome.admitted ? null : { reason: outcome.reason, banId },
    ended: isLate ? await findVisitEnd(tx, { clientId, siteId, personKey: visitor.personKey }, at) : null,
    isPresent,
  }
  const response = respond(attempt, decided)
  if (isLate && decided.refused) await notifyOfLateRefusal(tx, attempt, decided.refused.reason)
  // The reason of a refusal may be about health, so it is only in the log.
  if (staff)
    await recordAudit(
      tx,
      auditOf(
        { actor: staff, now: ctx.now },
        decided.refused ? 'visit.refused' : 'visit.signed_in',
        'visit',
        { clientId, id },
      ),
    )
  return {
    response,
    counts: true,
    toWrite: { ...decided, stored: idempotency && { ...idempotency, response } },
  }
}

interface Measured {
  /** °C; null where the method asks for no code. */
  temperature: number | null
  /** The response to a wrong code. */
  invalidCode?: StoredResponse
}

/**
 * Uses up the temperature code, where the method asks for one. A wrong code costs as much as its
 * chance of being right: one millionth for each live code of the site.
 * @throws AppError `too_many_requests` where the budget is spent; then no code is looked up
 * @throws FactsChangedError where a duplicate request has just used the code
 */
async function measure(
  tx: Transaction,
  { ctx, deps, staff, submission, idempotency }: Attempt,
  { method, site }: OpenMethod,
  id: string,
): Promise<Measured> {
  if (!method.useTemperature) return { temperature: null }
  const place = { clientId: site.clientId, siteId: site.id }
  const code = submission.verificationCode
  if (code) {
    const budgets: Bucket[] = staff
      ? // Staff can still sign people in while the visitors' budget is spent.
        [['guessesPerNetwork', `${staff.userId} ${site.id}`]]
      : [
          ['guessesPerNetwork', `${ctx.clientIp} ${site.id}`],
          ['guessesPerSite', site.id],
        ]
    await ctx.limits.reserve(tx, budgets)
    const temperature = await consumeReading(tx, { ...place, code, by: id }, ctx.now)
    if (temperature !== undefined) return { temperature }
    if (idempotency && (await isKeyInUse(tx, { ...place, methodId: method.id, ...idempotency })))
      throw new FactsChangedError()
    const live = await countLiveReadings(tx, place, ctx.now)
    await ctx.limits.charge(
      tx,
      budgets.map(([rule, key]) => [rule, key, live]),
    )
  }
  const response = deps.writeResult(invalidCodeResult(ctx.now))
  return { temperature: null, invalidCode: new StoredResponse(200, response) }
}

function respond(
  { deps: { checkOutTokens, writeResult }, namedSite }: Attempt,
  { id, at, temperature, open, refused }: Omit<CheckIn, 'stored'>,
): StoredResponse {
  const { clientId, name } = open.site
  const siteName = namedSite === undefined || namedSite === name ? undefined : name
  if (!refused) {
    const token = checkOutTokens.of({ clientId, visitId: id })
    return new StoredResponse(200, writeResult({ ...admittedResult(at, temperature, token), siteName }))
  }
  if (refused.reason !== 'failed_answer') {
    const result = refusedResult(at, refused.reason, temperature)
    return new StoredResponse(200, writeResult({ ...result, siteName }))
  }
  const refusal = new AppError('answers_failed')
  return new StoredResponse(refusal.status, JSON.stringify(errorBody(refusal)))
}

/** A form that is filled in completely. */
export interface CompletedForm {
  role: FormRole | null
  answers: CheckedAnswers
}

type Submission = Pick<CheckInSubmission, 'role' | 'questions' | 'dependents'>

/**
 * Checks the role and the answers against the form. A question whose texts have changed since the
 * visitor read it is asked again; if the visitor has left, the version that was read counts.
 * @throws AppError `unknown_role`, `answers_incomplete` or `questions_changed`
 */
export function completeForm(
  form: CheckInForm,
  { asksByUser, language }: Pick<OpenMethod, 'language'> & { asksByUser: boolean },
  submission: Submission,
  shown: ShownVersions,
): CompletedForm {
  const own = checkInFormFor(form, asksByUser)
  const role = chooseRole(own.roles, submission.role)
  if (role === undefined) throw new AppError('unknown_role', { fields: { role: 'role_required' } })
  const asked = questionsFor(own.questions, role)
  const read = asked.map((question) => shown.versions.get(question.id) ?? question)
  const spoken = languageShown(read, submission.questions, language)
  const answers = checkAnswers(
    asked.map((question) => {
      const { version } = submission.questions[question.id] ?? {}
      if (version === undefined || version === question.version) return toAsked(question, spoken)
      const earlier = shown.versions.get(question.id)
      if (earlier && shown.areFinal) return toAsked(earlier, spoken)
      return Object.assign(toAsked(question, spoken), {
        isStale: !earlier || !readsAlike(earlier, question, spoken),
      })
    }),
    submission.questions,
    new Set(form.questions.map(({ id }) => id)),
  )
  // An answer that refuses the visitor does so whatever the other answers are.
  if (!answers.failed) assertAnswered(answers)
  return { role, answers }
}

/** The question versions sent with the answers, where they are not the current ones. */
export interface ShownVersions {
  versions: ReadonlyMap<string, FormQuestion>
  /** The visitor has left the kiosk and cannot be asked again. */
  areFinal: boolean
}

function toAsked(question: FormQuestion, language: Language): AskedQuestion {
  return { ...toQuestion(question, language), version: question.version }
}

/** Whether two versions look the same to a visitor: an edit may change only the question's name. */
function readsAlike(one: FormQuestion, other: FormQuestion, language: Language): boolean {
  const textsOf = (question: FormQuestion) =>
    JSON.stringify({ ...toQuestion(question, language), version: 0 })
  return textsOf(one) === textsOf(other)
}
