import { rateRules } from '@gatehouse/validation/limits'
import type { Context } from '../../context.ts'
import { AppError } from '../../lib/app-error.ts'
import { createFloodGuard } from '../../rate-limits/flood-guard.ts'

/**
 * Creates the limit of calls with one pass. Calls of one stay wait for each other's rows, so many
 * of them would use up the connections.
 * @returns a function that takes one call, and throws AppError `too_many_requests`
 */
export function createPassLimit(name: 'pass' | 'passUndo') {
  const secondsFor = createFloodGuard(rateRules[name])
  return ({ now }: Pick<Context, 'now'>, visit: { visitId: string } | undefined): void => {
    // Forged tokens are not counted.
    const retryAfterSeconds = visit ? secondsFor(visit.visitId, now.getTime()) : 0
    if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds })
  }
}
