import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { StaffActor } from '../../context.ts'
import { AppError } from '../../lib/app-error.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import type { Router } from '../../plugins/route.ts'
import type { CheckOutTokens } from '../check-in/check-out-token.ts'
import { createPassLimit } from '../check-in/check-in-limits.ts'
import { addMarks, handInMarks } from './add-marks.ts'
import { createReportEncoder, createStateEncoder } from './encode-state.ts'
import { endMuster } from './end-muster.ts'
import type { HandInTokens } from './hand-in-tokens.ts'
import { getOwnMuster, saySafe } from './own-muster.ts'
import { findRunningMuster, getMusterState, listMusters } from './queries.ts'
import { exportReport, getReport } from './report.ts'
import { startMuster } from './start-muster.ts'

/** How many visitors of a client may wait to report that they are safe: a few seconds' work. */
const SAYING_SAFE = 1000

/** Concurrent muster calls of one person, over all their phones, so that others can still mark. */
const CALLS_AT_ONCE = 4
const CALLS_WAITING = 50

export interface MusterDeps {
  checkOutTokens: CheckOutTokens
  handInTokens: HandInTokens
  /** Whether responses are checked by the declaration before they are sent. */
  checkResponses: boolean
}

export function registerMuster(
  { route }: Router,
  { checkOutTokens, handInTokens, checkResponses }: MusterDeps,
): void {
  const encodeState = createStateEncoder(checkResponses)
  const sayingSafe = createSemaphore({
    permitsPerGroup: 1,
    maxWaiting: SAYING_SAFE,
    createError: () => new AppError('unavailable', { retryAfterSeconds: 1 }),
  })
  const turns = createSemaphore({
    permitsPerGroup: CALLS_AT_ONCE,
    maxWaiting: CALLS_WAITING,
    createError: () => new AppError('too_many_requests', { retryAfterSeconds: 1 }),
  })
  const inTurn = <T>({ userId }: StaffActor, task: () => Promise<T>) => turns.run(task, { group: userId })
  const encodeReport = createReportEncoder(checkResponses)

  route(endpoints.listMusters, ({ ctx, query }) => listMusters(ctx, query))
  route(endpoints.startMuster, ({ ctx, body }) => startMuster(ctx, handInTokens, body))
  route(endpoints.getRunningMuster, ({ ctx, params }) => findRunningMuster(ctx, handInTokens, params.siteId))
  for (const read of [endpoints.getMuster, endpoints.getMusterOfBoard])
    route(read, async ({ ctx, params, query }) =>
      encodeState(await inTurn(ctx.actor, () => getMusterState(ctx, handInTokens, params.id, query.after))),
    )
  route(endpoints.addMusterMarks, ({ ctx, params, query, body }) =>
    inTurn(ctx.actor, () => addMarks(ctx, params.id, body, query)),
  )
  route(endpoints.handInMarks, ({ ctx, body }) => handInMarks(ctx, handInTokens, body))
  route(endpoints.endMuster, ({ ctx, params }) => endMuster(ctx, params.id))
  route(endpoints.getMusterReport, async ({ ctx, params }) => encodeReport(await getReport(ctx, params.id)))
  route(endpoints.exportMusterReport, ({ ctx, params }) => exportReport(ctx, params.id))
  route(endpoints.getOwnMuster, ({ ctx, body }) => getOwnMuster(ctx, checkOutTokens, body.checkOutToken))
  const takeSafe = createPassLimit('pass')
  route(endpoints.saySafe, ({ ctx, body: { checkOutToken } }) => {
    takeSafe(ctx, checkOutTokens.read(checkOutToken))
    return saySafe(ctx, checkOutTokens, sayingSafe, checkOutToken)
  })
}
