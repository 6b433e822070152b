import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import type { NoticePayload } from '../../db/outbox.ts'
import type { ClientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import type { DueRow, Queue, QueueRules } from '../../jobs/outbox-worker.ts'
import { isPossibleMatch } from '../bans/near-match.ts'
import { notifyOfFailedNotice } from './notify.ts'
import { eventOfNotice, tellPeople } from './tell-people.ts'

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

interface NoticeQueueDeps {
  db: Database
  clock: () => Date
  scopeOf: (clientId: string) => ClientScope
}

/** Tells people what happened. All of it is written in the transaction that marks the row. */
export function noticeQueue(deps: NoticeQueueDeps): Queue {
  const { clock } = deps
  return {
    rules: noticeRules,
    failed: 'nobody was told of it',
    async begin(row) {
      return (await isToTell(deps, row)) ? () => Promise.resolve({}) : undefined
    },
    failureOf: () => ({ isFinal: false, reason: 'unknown' }),
    onDelivered: (tx, row) => tellPeople(tx, row, clock()),
    async onGivenUp(tx, { clientId, type }) {
      const event = eventOfNotice(type)
      if (event) await notifyOfFailedNotice(tx, { clientId, event, at: clock() })
    },
  }
}

/** A sign-in with the mobile of a ban is told where the ban holds and the name is similar. */
async function isToTell({ db, scopeOf }: NoticeQueueDeps, row: DueRow): Promise<boolean> {
  const { clientId, type, payload, createdAt: at } = row
  const { site, visit } = payload as NoticePayload
  if (eventOfNotice(type) !== 'possible_ban_match' || !site || !visit) return true
  const asked = { clientId, siteId: site, visitId: visit, at }
  return withScope(db, scopeOf(clientId), (tx) => isPossibleMatch(tx, asked), { readOnly: true })
}
