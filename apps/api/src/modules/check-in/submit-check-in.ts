import type { Context, StaffActor } from '../../context.ts'
import { DatabaseBusyError, isRolledBack } from '../../db/query-errors.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Batches, createBatches } from '../../lib/batches.ts'
import { hashRequest } from '../../lib/hash-request.ts'
import { newId } from '../../lib/ids.ts'
import type { StoredResponse } from '../../lib/serializer.ts'
import { isPairedKiosk } from '../sign-in-methods/paired-kiosks.ts'
import {
  type AnySubmission,
  type Attempt,
  type CheckInDeps,
  type CheckInResponse,
  readAttempt,
} from './attempt.ts'
import { decideCheckIn } from './decide-check-in.ts'
import { refuseLate } from './late-check-in.ts'
import { readCheckInFacts } from './read-check-in.ts'
import { FactsChangedError, writeCheckIns } from './write-check-in.ts'

/**
 * Signs a visitor in. One transaction reads the facts in one query, decides, and writes everything
 * in one statement, together with other check-ins of the client that wait at this moment.
 * @param key the caller's idempotency key; without one a repeated call signs in again
 * @param staff who does it for the visitor
 * @returns the response; for a known key the bytes of the first one, even if the method is now
 * closed
 * @throws AppError `not_found`, `invalid_phone`, `unknown_role`, `answers_incomplete`,
 * `questions_changed`, `too_many_requests` where the budget of wrong codes is spent, `conflict` for
 * a key used with another body, or `time_out_of_range` for a late sign-in
 */
export async function submitCheckIn(
  ctx: Context,
  deps: CheckInDeps,
  { draft: draftToken, signedInAt, siteName, earlierToken, kioskToken: token, ...submission }: AnySubmission,
  key: string | undefined,
  staff?: StaffActor,
): Promise<StoredResponse> {
  if (signedInAt && key === undefined)
    throw new AppError('time_out_of_range', { fields: { 'idempotency-key': 'wrong_type' } })
  // Ids are stored in lower case.
  const methodId = submission.machineId.toLowerCase()
  const draft = draftToken ? deps.drafts.read(draftToken, methodId, ctx.now) : undefined
  const kioskToken = token && (await isOfKiosk(ctx, deps, methodId, token)) ? token : undefined
  const { response } = await deps.limits.run(ctx, { methodId, draft, kioskToken }, submission, async () => {
    const method = await deps.methods.find(ctx.db, methodId)
    if (!method) throw new AppError('not_found')
    const earlier = earlierToken ? deps.checkOutTokens.read(earlierToken) : undefined
    const request = {
      ctx,
      deps,
      staff,
      submission,
      draft,
      method,
      idempotency:
        key === undefined
          ? undefined
          : { key, requestHash: hashRequest({ ...submission, ...(staff && { byStaff: true }) }) },
      offlineAt: signedInAt ? new Date(signedInAt) : undefined,
      namedSite: siteName ?? undefined,
      earlierVisit: earlier?.scope.clientId === method.scope.clientId ? earlier.visitId : undefined,
    }
    const work = () => checkIn(() => readAttempt(request))
    return submission.verificationCode ? deps.limits.withMutex(methodId, work) : work()
  })
  return response
}

async function isOfKiosk(
  { db }: Context,
  { methods, deviceTokens }: CheckInDeps,
  methodId: string,
  token: string,
): Promise<boolean> {
  const method = await methods.find(db, methodId)
  return method !== undefined && isPairedKiosk(db, method, deviceTokens.hashOf(token))
}

/** Signs in, or returns the stored response where a duplicate request was faster. */
async function checkIn(read: () => Promise<Attempt>): Promise<CheckInResponse> {
  for (;;) {
    const attempt = await read()
    const { method, deps } = attempt
    try {
      const group = isAlone(attempt) ? newId() : method.scope.clientId
      return await deps.batches.run(group, attempt).catch((error: unknown) => refuseLate(attempt, error))
    } catch (error) {
      if (!(error instanceof FactsChangedError)) throw error
    }
  }
}

/** Not batched: temperature codes, late sign-ins and sign-ins by staff need more statements. */
function isAlone({ staff, submission, offlineAt }: Attempt): boolean {
  return staff !== undefined || offlineAt !== undefined || typeof submission.verificationCode === 'string'
}

/** In larger batches the first check-in waits longer for the last, with little gain. */
const SIZE = 16
/** One batch executes while the disk writes the other. */
const AT_ONCE = 2
/** A batch that takes longer is waiting for a locked row. */
const LONGEST_MS = 100
const MAX_WAIT_MS = 750

/** While pages of the client wait for a connection, check-ins take turns with them. */
const turn = { workKind: 'check-in' }

/** Batches concurrent check-ins of one client, which are read and written together. */
export function createCheckInBatches(): Batches<Attempt, CheckInResponse> {
  return createBatches({
    size: SIZE,
    atOnce: AT_ONCE,
    longestMs: LONGEST_MS,
    maxWaitMs: MAX_WAIT_MS,
    createError: (reason) => new DatabaseBusyError('Too many check-ins of the client wait', reason),
    touches,
    async work({ ctx: { db }, method: { scope } }, begin) {
      const inOneTransaction = (take: () => readonly Attempt[]) =>
        withScope(db, scope, (tx) => checkInTogether(tx, scope.clientId, take()), turn)
      let attempts: Attempt[] = []
      try {
        return await inOneTransaction(() => (attempts = begin()))
      } catch (error) {
        // One check-in at fault must not fail the others.
        if (attempts.length < 2 || !isRolledBack(error)) throw error
        const done = await Promise.allSettled(attempts.map((attempt) => inOneTransaction(() => [attempt])))
        return done.flatMap((one) => (one.status === 'fulfilled' ? one.value : [one]))
      }
    },
  })
}

/** The rows that a check-in reads and another in its batch may write: person, stored response. */
function touches({ visitor, method, idempotency }: Attempt): string[] {
  return [
    ...(visitor ? [visitor.personKey] : []),
    ...(idempotency ? [`${method.methodId} ${idempotency.key}`] : []),
  ]
}

/**
 * A refusal that stores nothing does not affect the other check-ins.
 * @throws the error of a single check-in, so that its transaction rolls back
 */
async function checkInTogether(
  tx: Transaction,
  clientId: string,
  attempts: readonly Attempt[],
): Promise<PromiseSettledResult<CheckInResponse>[]> {
  if (attempts.length === 0) return []
  const facts = await readCheckInFacts(tx, clientId, attempts)
  const decided = await Promise.allSettled(
    attempts.flatMap((attempt, index) => {
      const found = facts[index]
      return found ? [decideCheckIn(tx, attempt, found)] : []
    }),
  )
  const refused = decided.find((outcome) => outcome.status === 'rejected')
  if (refused && attempts.length === 1) throw refused.reason
  await writeCheckIns(
    tx,
    decided.flatMap((outcome) => (outcome.status === 'fulfilled' && outcome.value.toWrite) || []),
  )
  return decided
}
