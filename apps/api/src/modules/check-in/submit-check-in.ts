import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError, errorBody } from '../../lib/app-error.ts'
import { hashRequest } from '../../lib/hash-request.ts'
import { newId } from '../../lib/ids.ts'
import { StoredResponse } from '../../lib/serializer.ts'
import type { Bucket } from '../../rate-limits/rate-limit.ts'
import { banAt, type BanCandidate, type BanInForce, findBans } from '../bans/find-ban.ts'
import { consumeReading, countLiveReadings } from '../readings/consume-reading.ts'
import { isOrWasKiosk } from '../sign-in-methods/paired-kiosks.ts'
import {
  type AnySubmission,
  type Attempt,
  type CheckInDeps,
  type CheckInResponse,
  type NamedAttempt,
  nameVisitor,
} from './attempt.ts'
import { checkInAlone } from './check-in-batches.ts'
import { chooseHost } from './choose-host.ts'
import { completeForm, decideCheckIn } from './decide-check-in.ts'
import { findShownVersions } from './find-shown-versions.ts'
import { responseOf } from './idempotency.ts'
import { checkInLate, notifyOfLateRefusal } from './late-check-in.ts'
import { lateTimeOrThrow } from './late-time.ts'
import { findVisitEnd } from './late-visit-end.ts'
import { admittedResult, invalidCodeResult, refusedResult } from './outcome.ts'
import type { OpenMethod } from '../sign-in-methods/queries.ts'
import { type CheckInFacts, isKeyInUse, readCheckInFacts } from './read-check-in.ts'
import {
  type CheckInRecord,
  type CheckInToWrite,
  DuplicateRequestError,
  PresenceChangedError,
  writeCheckIns,
} from './write-check-in.ts'

/**
 * Signs a visitor in. One transaction reads the facts in one query, decides, and writes all that follows in one statement. It does the same
 * for others of the client that wait at this moment.
 * @param key the caller's idempotency key; without one a repeated call signs in again
 * @param staff who does it for the visitor
 * @returns the response; for a known key the bytes of the first one, even if the method is closed by now
 * @throws AppError `not_found`, `invalid_phone`, `unknown_role`, `answers_incomplete`, `questions_changed`, `too_many_requests` where
 *   the budget of wrong codes is spent, `conflict` for a key used with another body, or `time_out_of_range` for a late sign-in
 */
export async function submitCheckIn(
  ctx: Context,
  deps: CheckInDeps,
  { draft: draftToken, signedInAt, siteName, earlierToken, ...submission }: AnySubmission,
  key: string | undefined,
  staff?: StaffActor,
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
    const idempotency =
      key === undefined
        ? undefined
        : { key, requestHash: hashRequest({ ...submission, ...(staff && { auditOf: true }) }) }
    const namedSite = siteName ?? undefined
    const earlier = earlierToken ? deps.checkOutTokens.read(earlierToken) : undefined
    const earlierVisit = earlier?.scope.clientId === method.scope.clientId ? earlier.visitId : undefined
    const named = { namedSite, earlierVisit }
    const attempt = { ctx, deps, staff, submission, draft, method, idempotency, offlineAt, ...named }
    const work = () => (offlineAt ? checkInLate(attempt, checkInOnce) : checkInOnce(attempt))
    return submission.verificationCode ? deps.limits.withMutex(methodId, work) : work()
  })
  return response
}

/** Signs in, or returns the stored response where an equal request was faster. What changed meanwhile is read again. */
async function checkInOnce(attempt: Attempt): Promise<CheckInResponse> {
  const { deps } = attempt
  for (;;) {
    const named = await nameVisitor(attempt)
    try {
      return await (isAlone(attempt) ? checkInAlone(named, checkInTogether) : deps.batches.run(named))
    } catch (error) {
      if (!changes.some((Change) => error instanceof Change)) throw error
    }
  }
}

/** What was remembered of the method has changed, so the visitor may be somebody else. Nothing was written. */
class MethodChangedError extends Error {
  override readonly name = 'MethodChangedError'
}

const changes = [DuplicateRequestError, PresenceChangedError, MethodChangedError]

/** Temperature codes, late sign-ins and those by staff take further statements. */
function isAlone({ staff, submission, offlineAt }: Attempt): boolean {
  return staff !== undefined || offlineAt !== undefined || typeof submission.verificationCode === 'string'
}

/**
 * Signs in different people of one client. Whoever is refused in a way that stores nothing does not concern the others.
 * @throws the error of somebody who is alone, so that nothing of the transaction stays
 */
export async function checkInTogether(
  tx: Transaction,
  attempts: readonly NamedAttempt[],
): Promise<PromiseSettledResult<CheckInResponse>[]> {
  const [first] = attempts
  if (!first) return []
  const known = await readFacts(tx, first.method.scope.clientId, attempts)
  const decided = await Promise.allSettled(known.map((one) => decide(tx, one)))
  const refused = decided.find((outcome) => outcome.status === 'rejected')
  if (refused && attempts.length === 1) throw refused.reason
  await writeCheckIns(
    tx,
    decided.flatMap((outcome) => (outcome.status === 'fulfilled' && outcome.value.toWrite) || []),
  )
  return decided
}

interface KnownAttempt {
  attempt: NamedAttempt
  facts: CheckInFacts
  /** The visitor's bans at any site. */
  bans: BanInForce[]
}

/**
 * Reads the facts about the visitors. A person key depends on the mobile, which is read by the
 * region of the site and the setting of the client. Whether the visitor may be a user depends on
 * the site. All are among the facts. Bans are read with them where the client had any when it was
 * last read, else only if it has any by now.
 * @throws MethodChangedError where the remembered ones are out of date
 */
async function readFacts(
  tx: Transaction,
  clientId: string,
  attempts: readonly NamedAttempt[],
): Promise<KnownAttempt[]> {
  const readBans = () =>
    findBans(
      tx,
      clientId,
      attempts.map((attempt) => banCandidate(clientId, attempt)),
    )
  const [found, bansRead] = await Promise.all([
    readCheckInFacts(
      tx,
      clientId,
      attempts.map(({ method, idempotency, visitor, ctx }) => ({
        methodId: method.methodId,
        idempotencyKey: idempotency?.key,
        personKey: visitor?.personKey ?? '',
        now: ctx.now,
      })),
    ),
    attempts.some(({ method }) => method.clientHasBans) ? readBans() : undefined,
  ])
  let isChanged = false
  for (const [index, attempt] of attempts.entries()) {
    const { method, region, acceptsUnknownMobiles, questionsByUser } = attempt
    const facts = found[index]
    if (!facts?.open) continue
    method.clientHasBans = facts.clientHasBans
    method.region = facts.open.site.region
    method.acceptsUnknownMobiles = facts.open.acceptsUnknownMobiles
    method.questionsByUser = facts.open.site.questionsByUser
    isChanged ||= method.region !== region || method.acceptsUnknownMobiles !== acceptsUnknownMobiles
    isChanged ||= method.questionsByUser !== questionsByUser
  }
  if (isChanged) throw new MethodChangedError()
  const bans = bansRead ?? (found.some(({ clientHasBans }) => clientHasBans) ? await readBans() : [])
  return attempts.flatMap((attempt, index) => {
    const facts = found[index]
    return facts ? [{ attempt, facts, bans: bans[index] ?? [] }] : []
  })
}

function banCandidate(clientId: string, { deps, visitor, ctx }: NamedAttempt): BanCandidate {
  const keys = visitor && visitor.mobile !== '' ? deps.banKeys(clientId, visitor) : []
  return { keys, userId: null, now: ctx.now }
}

async function decide(
  tx: Transaction,
  { attempt, facts, bans }: KnownAttempt,
): Promise<CheckInResponse & { toWrite?: CheckInToWrite }> {
  const { ctx, deps, staff, submission, idempotency, offlineAt, visitor } = attempt
  if (facts.stored && idempotency)
    return { response: responseOf(facts.stored, idempotency.requestHash), counts: true }
  const { open } = facts
  if (!open) throw new AppError('not_found')
  if (!visitor) throw new AppError('invalid_phone', { fields: { mobile: 'phone_invalid' } })

  const at = offlineAt ? lateTimeOrThrow(offlineAt, await isOrWasKiosk(tx, open.method), ctx.now) : ctx.now
  const { clientId, id: siteId } = open.site
  const form = completeForm(facts.form, { ...open, asksByUser: attempt.mayBeUser }, submission, {
    versions: await findShownVersions(tx, clientId, facts.form, submission.questions),
    areFinal: offlineAt !== undefined,
  })
  // The answers refuse the visitor, who has not come to the code yet.
  const asksNoCode = form.answers.failed && (offlineAt !== undefined || !submission.verificationCode)
  // A code is good for minutes. It is not looked up late, so that nobody can try codes in this way.
  if (offlineAt && open.method.useTemperature && !asksNoCode)
    throw new AppError('time_out_of_range', { fields: { verificationCode: 'code_required' } })
  const host = form.answers.failed
    ? null
    : await chooseHost(tx, deps.hostRefs, open, submission.host, {
        isFinal: offlineAt !== undefined,
        auditOf: staff !== undefined,
      })
  const id = newId(at)
  const { temperature, invalidCode }: Measured = asksNoCode
    ? { temperature: null }
    : await measure(tx, attempt, open, id)
  if (invalidCode && !form.answers.failed) return { response: invalidCode, counts: false }

  const record = decideCheckIn({ ...facts, open }, form, {
    id,
    at,
    receivedAt: ctx.now,
    signedInOffline: offlineAt !== undefined,
    auditOf: staff !== undefined,
    isProved: staff !== undefined,
    earlierVisit: attempt.earlierVisit,
    visitor,
    dependents: submission.dependents,
    host,
    temperature,
    banId: banAt(bans, siteId),
    ended: offlineAt ? await findVisitEnd(tx, { clientId, siteId, personKey: visitor.personKey }, at) : null,
  })
  const response = respond(attempt, record)
  if (offlineAt && record.refused) await notifyOfLateRefusal(tx, attempt, record.refused.reason)
  if (staff) await recordSignIn(tx, staff, record)
  const stored = idempotency && { ...idempotency, response }
  const { isPresent, clientHasBans: mayHaveBans } = facts
  return { response, counts: true, toWrite: { record, isPresent, mayHaveBans, stored } }
}

interface Measured {
  /** °C; null where the method asks for no code. */
  temperature: number | null
  /** The response to a wrong code. */
  invalidCode?: StoredResponse
}

/**
 * Uses up the temperature code, where the method asks for one. A wrong one costs as much as its chance was to be right: one
 * millionth for each code that is live at the site.
 * @throws AppError `too_many_requests` where a budget of wrong codes is spent; then no code is looked up
 * @throws DuplicateRequestError where an equal request has just used the code
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
      ? // Staff can sign people in while the visitors' budget is spent.
        [['guessesPerNetwork', `${staff.userId} ${site.id}`]]
      : [
          ['guessesPerNetwork', `${ctx.clientIp} ${site.id}`],
          ['guessesPerSite', site.id],
        ]
    await ctx.limits.reserve(tx, budgets)
    const temperature = await consumeReading(tx, { ...place, code, by: id }, ctx.now)
    if (temperature !== undefined) return { temperature }
    if (idempotency && (await isKeyInUse(tx, { ...place, methodId: method.id, ...idempotency })))
      throw new DuplicateRequestError()
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
  { id, at, temperature, open, refused }: CheckInRecord,
): StoredResponse {
  const { clientId, name } = open.site
  const siteName = namedSite === undefined || namedSite === name ? undefined : name
  if (!refused) {
    const token = checkOutTokens.of({ clientId, visitId: id })
    return new StoredResponse(200, writeResult({ ...admittedResult(at, temperature, token), siteName }))
  }
  if (refused.reason !== 'failed_answer')
    return new StoredResponse(
      200,
      writeResult({ ...refusedResult(at, refused.reason, temperature), siteName }),
    )
  const refusal = new AppError('answers_failed')
  return new StoredResponse(refusal.status, JSON.stringify(errorBody(refusal)))
}

/** Who has signed somebody in, or tried to. Why somebody was refused may be about their health: the log has it. */
function recordSignIn(
  tx: Transaction,
  { userId }: StaffActor,
  { id, open, receivedAt, refused }: CheckInRecord,
): Promise<void> {
  return recordAudit(
    tx,
    auditOf({ actor: { userId }, now: receivedAt }, refused ? 'visit.refused' : 'visit.signed_in', 'visit', {
      clientId: open.site.clientId,
      id,
    }),
  )
}
