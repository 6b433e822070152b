import { musterLimits } from '@gatehouse/validation/muster-limits'
import { and, eq, isNull, lte, max, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/client.ts'
import { recordNotices } from '../../db/outbox.ts'
import { musterMarks, musters } from '../../db/schema/musters.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { closeMuster } from './end-muster.ts'

/** The last mark of a muster. Times of arrival, because those of a phone may be of any day. */
const lastMark = new QueryBuilder()
  .select({ at: max(musterMarks.receivedAt) })
  .from(musterMarks)
  .where(and(eq(musterMarks.clientId, musters.clientId), eq(musterMarks.musterId, musters.id)))

/** The musters that are running, and in which nothing has happened for some hours. */
const isQuiet = (hours: number, now: Date, ...since: (SQL | typeof musters.forgottenToldAt)[]) =>
  and(
    isNull(musters.endedAt),
    lte(
      sql`greatest(${sql.join([musters.createdAt, sql`(${lastMark})`, ...since], sql`, `)})`,
      sql`${new Date(now.getTime() - hours * HOUR_MS).toISOString()}::timestamptz`,
    ),
  )

/** Tells the wardens of musters that nobody has ended, and ends those in which nothing was marked for a day. */
export async function tendForgottenMusters(db: Database, scope: InstallationScope, now: Date): Promise<void> {
  await withScope(db, scope, async (tx) => {
    const over = await tx
      .select()
      .from(musters)
      .where(isQuiet(musterLimits.endedHours, now))
      .orderBy(musters.clientId, musters.id)
      .for('update', { skipLocked: true })
    for (const muster of over) await closeMuster(tx, muster, { kind: 'system', id: null }, now)
    const forgotten = await tx
      .update(musters)
      .set({ forgottenToldAt: now })
      .where(isQuiet(musterLimits.forgottenHours, now, musters.forgottenToldAt))
      .returning({ clientId: musters.clientId, id: musters.id, siteId: musters.siteId })
    await recordNotices(
      tx,
      forgotten.map(({ clientId, id, siteId }) => ({
        clientId,
        event: 'muster_forgotten',
        subject: id,
        at: now,
        payload: { site: siteId },
      })),
    )
  })
}
