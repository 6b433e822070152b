import { isRolledBack, DatabaseBusyError } from '../../db/query-errors.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { createBatches } from '../../lib/batches.ts'
import type { CheckInResponse, NamedAttempt } from './attempt.ts'

export interface CheckInBatches {
  /** Checks in with others of the client. An equal request that comes meanwhile gets the same outcome. */
  run(attempt: NamedAttempt): Promise<CheckInResponse>
}

/** Checks in different people of one client, in one transaction. */
export type CheckInTogether = (
  tx: Transaction,
  attempts: readonly NamedAttempt[],
) => Promise<PromiseSettledResult<CheckInResponse>[]>

/** The larger a batch, the longer its first one waits for the last one. Above this, little is gained. */
const SIZE = 16
/** One is written while the disk stores the other one. */
const AT_ONCE = 2
/** A batch that takes longer waits for a row that somebody else writes. */
const LONGEST_MS = 100
const MAX_WAIT_MS = 750

/** Pages of the client that wait for a connection let check-ins pass in turn. */
const turn = { workKind: 'check-in' }

/** Check-ins of one client that come while others are under way are read and written together. None waits for others to come. */
export function createCheckInBatches(checkInTogether: CheckInTogether): CheckInBatches {
  const batches = createBatches({
    size: SIZE,
    atOnce: AT_ONCE,
    longestMs: LONGEST_MS,
    maxWaitMs: MAX_WAIT_MS,
    createError: (reason) => new DatabaseBusyError('Too many check-ins of the client wait', reason),
    touches,
    async work({ ctx: { db }, method: { scope } }, begin) {
      let attempts: NamedAttempt[] = []
      try {
        return await withScope(
          db,
          scope,
          async (tx) => {
            attempts = begin()
            return checkInTogether(tx, attempts)
          },
          turn,
        )
      } catch (error) {
        // Somebody at fault must not fail the others.
        if (attempts.length < 2 || !isRolledBack(error)) throw error
        return Promise.allSettled(attempts.map((attempt) => checkInAlone(attempt, checkInTogether)))
      }
    },
  })
  const underWay = new Map<string, Promise<CheckInResponse>>()
  return {
    run(attempt) {
      const { method, idempotency } = attempt
      const start = () => batches.run(method.scope.clientId, attempt)
      if (!idempotency) return start()
      const request = `${method.methodId} ${idempotency.key} ${Buffer.from(idempotency.requestHash).toString('base64')}`
      const equal = underWay.get(request)
      if (equal) return equal
      const outcome = start().finally(() => underWay.delete(request))
      underWay.set(request, outcome)
      return outcome
    },
  }
}

/** Checks in one person in a transaction of its own. */
export async function checkInAlone(
  attempt: NamedAttempt,
  checkInTogether: CheckInTogether,
): Promise<CheckInResponse> {
  const { ctx, method } = attempt
  const [outcome] = await withScope(ctx.db, method.scope, (tx) => checkInTogether(tx, [attempt]), turn)
  if (outcome?.status !== 'fulfilled') throw outcome?.reason ?? new Error('A check-in has no outcome')
  return outcome.value
}

/**
 * What the decision about one check-in reads and another one writes: the person, who is on one site or another and is seen there, and the
 * stored response. Codes, drafts and late check-ins are not in batches, and nothing else that is read is written by a check-in.
 */
function touches({ visitor, method, idempotency }: NamedAttempt): string[] {
  return [
    ...(visitor ? [visitor.personKey] : []),
    ...(idempotency ? [`${method.methodId} ${idempotency.key}`] : []),
  ]
}
