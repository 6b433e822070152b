import { sql } from 'drizzle-orm'
import type { OutboxWorkerDeps, QueueRules } from './jobs/outbox-worker.ts'
import { notifyOfFailedNotice } from './modules/notifications/notify.ts'
import { eventOfNotice, tellPeople } from './modules/notifications/tell-people.ts'

export const noticeRules: QueueRules = {
  queue: 'notice',
  waitsFor: () => sql`false`,
  atOnce: 4,
  attemptMs: 30_000,
  firstWaitSeconds: 30,
  longestWaitSeconds: 3600,
  attempts: 20,
  longestAgeSeconds: 24 * 3600,
}

/** What the outbox worker needs to tell people what happened. All of it is written in the transaction that marks the row. */
export function noticeDeps(
  deps: Pick<OutboxWorkerDeps, 'db' | 'clock' | 'jitter' | 'onFailure' | 'onError'>,
): OutboxWorkerDeps {
  return {
    ...deps,
    rules: noticeRules,
    prepare: () => Promise.resolve(),
    begin: () => Promise.resolve(() => Promise.resolve({})),
    failureOf: () => ({ isFinal: false, reason: 'unknown' }),
    onDelivered: (tx, row) => tellPeople(tx, row, deps.clock()),
    async onGivenUp(tx, { clientId, type }) {
      const event = eventOfNotice(type)
      if (event) await notifyOfFailedNotice(tx, { clientId, event, at: deps.clock() })
    },
  }
}
