import { logHeadEvent } from '@gatehouse/validation/webhooks'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { recordEvents, recordNotices } from '../../../db/outbox.ts'
import type { InstallationScope } from '../../../db/scopes.ts'
import { instant } from '../../../db/sql-values.ts'
import { withScope } from '../../../db/tenancy.ts'
import type { Job } from '../../../jobs/run-jobs.ts'
import { DAY_MS, MINUTE_MS } from '../../../lib/durations.ts'

/**
 * Sends the head of each client's log to the webhooks and recipients that want it, once a day where
 * there are new entries. A truncated chain still verifies; only a head that is kept elsewhere shows
 * that entries were cut off.
 */
export async function sendHeads(db: Database, scope: InstallationScope, now: Date): Promise<void> {
  await withScope(db, scope, async (tx) => {
    const dayBefore = instant(new Date(now.getTime() - DAY_MS))
    const heads = await tx.execute<{ clientId: string; entries: number; hash: string }>(sql`
      update clients set log_head_sent_at = ${instant(now)}
      from clients client cross join lateral (
        select position, hash, chained_at from log_entries entry
        where entry.client_id = client.id and position is not null order by position desc limit 1) head
      where clients.id = client.id and client.enabled
        and head.chained_at > coalesce(clients.log_head_sent_at, '-infinity')
        and (clients.log_head_sent_at is null or clients.log_head_sent_at <= ${dayBefore})
      returning clients.id as "clientId", head.position::float8 as entries, encode(head.hash, 'hex') as hash`)
    await recordEvents(
      tx,
      heads.map(({ clientId, entries, hash }) => ({
        clientId,
        type: logHeadEvent,
        subject: 'log',
        at: now,
        payload: { entries, hash },
      })),
    )
    await recordNotices(
      tx,
      heads.map(({ clientId, entries, hash }) => ({
        clientId,
        event: 'log_head',
        subject: clientId,
        at: now,
        payload: { count: entries, hash },
      })),
    )
  })
}

/** Sends the head of each client's log at most once a day. */
export const headsJob: Job = {
  name: 'send-log-heads',
  everyMs: 15 * MINUTE_MS,
  failed: 'heads of the access log were not sent',
  run: ({ db, installation, clock }) => sendHeads(db, installation, clock()),
}
