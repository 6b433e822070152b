import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import { and, isNull, lte, max, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Context, StaffActor } from '../../context.ts'
import { type AuditEntry, recordAudit, auditOf } from '../../db/audit.ts'
import type { Database } from '../../db/client.ts'
import { hasValues } from '../../db/has-values.ts'
import { recordNotices } from '../../db/outbox.ts'
import { musterMarks, musters } from '../../db/schema/musters.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'
import { isMuster, lockMuster, type MusterKey, type MusterRow, readMuster, toMuster } from './queries.ts'
import { countAtEnd } from './read-marks.ts'
import { updateRoll } from './roll.ts'

/** Ends a muster. A muster that is over does not change. */
export function endMuster({ db, actor, now }: Context<StaffActor>, id: string): Promise<Muster> {
  return withScope(db, actor.scope, async (tx) => {
    const muster = await lockMuster(tx, actor, 'see', id)
    if (!muster.endedAt) await closeMuster(tx, muster, { kind: 'staff', id: actor.userId }, now)
    return toMuster(await readMuster(tx, isMuster(muster)))
  })
}

/** Ends a running muster whose row is locked. */
export async function closeMuster(
  tx: Transaction,
  muster: MusterRow,
  actor: AuditEntry['actor'],
  now: Date,
): Promise<void> {
  const { clientId, id, siteId, drill } = muster
  const version = (await updateRoll(tx, muster, now)) + 1
  const counts = await countAtEnd(tx, muster)
  await tx
    .update(musters)
    .set({ endedAt: now, endedBy: actor.id, version, ...counts })
    .where(isMuster(muster))
  await recordAudit(tx, {
    ...auditOf({ actor, now }, 'muster.ended', 'muster', { clientId, id }),
    details: { site: siteId, drill, ...counts },
  })
  await recordNotices(tx, [
    {
      clientId,
      event: 'muster_ended',
      subject: id,
      at: now,
      payload: { site: siteId, count: counts.missing },
    },
  ])
}

/** The last mark of a muster, by arrival: the times that a phone sends may be of any day. */
const lastMark = new QueryBuilder()
  .select({ at: max(musterMarks.receivedAt) })
  .from(musterMarks)
  .where(hasValues(musterMarks, { clientId: musters.clientId, musterId: musters.id }))

/** Running musters without activity for some hours. */
const isQuiet = (hours: number, now: Date, ...since: (SQL | typeof musters.forgottenToldAt)[]) =>
  and(
    isNull(musters.endedAt),
    lte(
      sql`greatest(${sql.join([musters.createdAt, sql`(${lastMark})`, ...since], sql`, `)})`,
      sql`${new Date(now.getTime() - hours * HOUR_MS).toISOString()}::timestamptz`,
    ),
  )

/** Ends musters without a mark for a day. Notifies the wardens of other quiet musters. */
export async function tendForgottenMusters(
  db: Database,
  scope: InstallationScope,
  now: Date,
  onError: (error: unknown) => void,
): Promise<void> {
  const over = await withScope(db, scope, (tx) =>
    tx
      .select({ clientId: musters.clientId, id: musters.id })
      .from(musters)
      .where(isQuiet(musterLimits.endedHours, now)),
  )
  for (const muster of over) {
    try {
      // One muster at a time leaves the database to others.
      await withScope(db, scope, (tx) => endIfQuiet(tx, muster, now))
    } catch (error) {
      onError(error)
    }
  }
  await withScope(db, scope, (tx) => tellOfForgotten(tx, now))
}

async function endIfQuiet(tx: Transaction, { clientId, id }: MusterKey, now: Date): Promise<void> {
  const [muster] = await tx
    .select()
    .from(musters)
    .where(and(hasValues(musters, { clientId, id }), isQuiet(musterLimits.endedHours, now)))
    .for('update', { skipLocked: true })
  if (muster) await closeMuster(tx, muster, { kind: 'system', id: null }, now)
}

async function tellOfForgotten(tx: Transaction, now: Date): Promise<void> {
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
}

/** Ends forgotten musters or notifies their wardens. */
export const forgottenMustersJob: Job = {
  name: 'forgotten-musters',
  everyMs: 5 * MINUTE_MS,
  failed: 'forgotten musters were not ended',
  run: ({ db, installation, clock, report }) => tendForgottenMusters(db, installation, clock(), report),
}
