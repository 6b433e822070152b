import { sql } from 'drizzle-orm'
import type { NoticePayload } from './db/outbox.ts'
import { clientScope } from './db/scopes.ts'
import { withScope } from './db/tenancy.ts'
import type { DueRow, OutboxWorkerDeps, QueueRules } from './jobs/outbox-worker.ts'
import { isPossibleMatch } from './modules/bans/find-possible-match.ts'
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
    async begin(row) {
      return (await isToTell(deps.db, row)) ? () => Promise.resolve({}) : undefined
    },
    failureOf: () => ({ isFinal: false, reason: 'unknown' }),
    onDelivered: (tx, row) => tellPeople(tx, row, deps.clock()),
    async onGivenUp(tx, { clientId, type }) {
      const event = eventOfNotice(type)
      if (event) await notifyOfFailedNotice(tx, { clientId, event, at: deps.clock() })
    },
  }
}

/** A sign-in with the mobile of a ban is told where the ban holds and the name is similar. */
async function isToTell(db: OutboxWorkerDeps['db'], row: DueRow): Promise<boolean> {
  const { clientId, type, payload, createdAt: at } = row
  const { site, visit } = payload as NoticePayload
  if (eventOfNotice(type) !== 'possible_ban_match' || !site || !visit) return true
  const asked = { clientId, siteId: site, visitId: visit, at }
  return withScope(db, clientScope(clientId), (tx) => isPossibleMatch(tx, asked), { readOnly: true })
}
