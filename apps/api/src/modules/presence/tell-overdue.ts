import { and, count, eq, exists, gte, isNull, lt, or, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/client.ts'
import { hasValues } from '../../db/has-values.ts'
import { recordNotices } from '../../db/outbox.ts'
import { sites } from '../../db/schema/sites.ts'
import { presence } from '../../db/schema/visits.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { findOverdueBefore } from '../sites/overdue.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { MINUTE_MS } from '../../lib/durations.ts'

const isAtSite = hasValues(presence, { clientId: sites.clientId, siteId: sites.id })

/** Notifies about people who became overdue: once per site, with the number of all overdue. */
export async function tellOverdue(db: Database, scope: InstallationScope, now: Date): Promise<void> {
  await withScope(db, scope, async (tx) => {
    const isActive = eq(sites.status, 'active')
    const before = await findOverdueBefore(tx, undefined, isActive, now)
    const newlyOverdue = new QueryBuilder()
      .select({ one: sql`1` })
      .from(presence)
      .where(
        and(
          isAtSite,
          lt(presence.signedInAt, before),
          or(isNull(sites.overdueToldUntil), gte(presence.signedInAt, sites.overdueToldUntil)),
        ),
      )
    const overdueThere = new QueryBuilder()
      .select({ people: count() })
      .from(presence)
      .where(and(isAtSite, lt(presence.signedInAt, sites.overdueToldUntil)))
    const found = await tx
      .update(sites)
      .set({ overdueToldUntil: before })
      .where(and(isActive, exists(newlyOverdue)))
      .returning({
        clientId: sites.clientId,
        siteId: sites.id,
        people: sql<number>`(${overdueThere})::integer`,
      })
    await recordNotices(
      tx,
      found.map(({ clientId, siteId, people }) => ({
        clientId,
        event: 'overdue',
        subject: siteId,
        at: now,
        payload: { site: siteId, count: people },
      })),
    )
  })
}

/** Notifies about people who became overdue. */
export const overdueJob: Job = {
  name: 'tell-overdue',
  everyMs: MINUTE_MS,
  failed: 'nobody was told who is overdue',
  run: ({ db, installation, clock }) => tellOverdue(db, installation, clock()),
}
