import { limits } from '@gatehouse/validation/limits'
import type { Queue, QueueRules, Then } from '../../jobs/outbox-worker.ts'
import {
  type AttemptDeps,
  beginAttempt,
  DeliveryError,
  giveUpFailing,
  lockWebhook,
  markFailing,
  markWorking,
  type Move,
  moveOthers,
} from './attempt.ts'
import { recordDeliveries } from './record-deliveries.ts'

/** After 30 seconds, one minute, two, and so on up to an hour, then each hour for 72 hours. `docs/webhooks.md` says it too. */
const rules: QueueRules = {
  queue: 'webhook',
  atOnce: 20,
  atOncePerWebhook: 4,
  attemptMs: limits.webhooks.timeLimitMilliseconds + 2000,
  firstWaitSeconds: 30,
  longestWaitSeconds: 3600,
  // The time ends it first. This is for a delivery that ends the program each time.
  attempts: 200,
  longestAgeSeconds: limits.webhooks.retryHours * 3600,
}

/** Deliveries to webhooks. */
export function webhookQueue(deps: AttemptDeps): Queue {
  const { db, installation, clock } = deps
  const moveThen = (then: Then, move: Move | undefined) => {
    if (move) then((stopping) => moveOthers(db, installation, move, stopping))
  }
  return {
    rules,
    failed: 'delivery to a webhook failed',
    prepare: (onError) => recordDeliveries(db, installation, clock(), onError),
    begin: (row) => beginAttempt(deps, row),
    failureOf(error, onError) {
      if (error instanceof DeliveryError) {
        const { result, reason } = error
        return { isFinal: result.outcome === 'disabled', reason, columns: result }
      }
      onError(error)
      return { isFinal: false, reason: 'unknown' }
    },
    lock: lockWebhook,
    onDelivered: async (tx, row, then) => moveThen(then, await markWorking(tx, row, clock())),
    onRetry: async (tx, row, _, then) => moveThen(then, await markFailing(tx, row, clock())),
    async onGivenUp(tx, row, reason, then) {
      if (reason !== 'disabled') moveThen(then, await giveUpFailing(tx, row, clock()))
    },
  }
}
