import { limits } from '@gatehouse/validation/limits'
import { installationScope } from './db/scopes.ts'
import type { OutboxWorkerDeps, QueueRules, Then } from './jobs/outbox-worker.ts'
import {
  beginAttempt,
  DeliveryError,
  giveUpFailing,
  lockWebhook,
  markFailing,
  markWorking,
  type Move,
  moveOthers,
} from './modules/webhooks/attempt.ts'
import type { WebhookDeps } from './modules/webhooks/deps.ts'
import { recordDeliveries } from './modules/webhooks/record-deliveries.ts'

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

/** What the outbox worker needs for the deliveries to webhooks. */
export function webhookDeliveryDeps(
  deps: WebhookDeps & Pick<OutboxWorkerDeps, 'db' | 'clock' | 'jitter' | 'onFailure' | 'onError'>,
): OutboxWorkerDeps {
  const { db, clock, jitter, onFailure, onError } = deps
  const installation = installationScope()
  const moveThen = (then: Then, move: Move | undefined) => {
    if (move) then((stopping) => moveOthers(db, installation, move, stopping))
  }
  return {
    db,
    clock,
    rules,
    jitter,
    onFailure,
    onError,
    prepare: () => recordDeliveries(db, installation, clock(), onError),
    begin: (row) => beginAttempt({ ...deps, installation }, row),
    failureOf(error) {
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
