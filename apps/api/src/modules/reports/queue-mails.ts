import { hasIdOf } from '../../db/sql-values.ts'
import { hasValues } from '../../db/has-values.ts'
import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import { recordAudits, auditOf, program } from '../../db/audit.ts'
import type { Database } from '../../db/client.ts'
import { recordMails } from '../../db/outbox.ts'
import { clients } from '../../db/schema/clients.ts'
import { reportViews } from '../../db/schema/reports.ts'
import { sites } from '../../db/schema/sites.ts'
import { users } from '../../db/schema/users.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { isReader, isSiteOfView, type ViewRow, zoneOfView } from './report-views.ts'
import { nextDue } from './schedule.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { MINUTE_MS } from '../../lib/durations.ts'

/** How many reports are queued in one transaction. */
const PART = 50

/**
 * Queues an email of each due report to each of its recipients, in the transaction that moves the
 * report to its next due time: each is sent once, even with several nodes. Several missed times
 * result in one email. A report whose owner has left moves on without an email.
 */
export async function queueReportMails(
  db: Database,
  scope: InstallationScope,
  clock: () => Date,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // One part after the other leaves the database to others.
    if ((await withScope(db, scope, (tx) => queuePart(tx, clock()))) < PART) return
  }
}

async function queuePart(tx: Transaction, now: Date): Promise<number> {
  const due = await tx
    .select()
    .from(reportViews)
    .where(and(isNotNull(reportViews.nextDueAt), lte(reportViews.nextDueAt, now)))
    .orderBy(asc(reportViews.nextDueAt), asc(reportViews.id))
    .limit(PART)
    .for('update', { skipLocked: true })
  if (due.length === 0) return 0
  const readers = await findReaders(tx, due)
  const zones = await findZones(tx, due)
  for (const view of due) await queueView(tx, view, readers, zones.get(view.id) ?? 'UTC', now)
  return due.length
}

async function queueView(
  tx: Transaction,
  view: ViewRow,
  readers: ReadonlyMap<string, string>,
  timeZone: string,
  now: Date,
): Promise<void> {
  const { clientId, id, ownerId, cadence, nextDueAt } = view
  if (!cadence || !nextDueAt) return
  const isPaused = ownerId !== null && !readers.has(ownerId)
  const mailed = isPaused ? [] : view.recipients.filter((userId) => readers.has(userId))
  await recordMails(
    tx,
    mailed.map((userId) => ({
      clientId,
      type: 'mail.report',
      subject: userId,
      recipient: readers.get(userId) ?? '',
      at: now,
      payload: { view_id: id, due: nextDueAt.toISOString() },
    })),
  )
  if (mailed.length > 0)
    await recordAudits(tx, [
      {
        ...auditOf({ actor: program, now }, 'report.mailed', 'report', { clientId, id }),
        details: { mails: mailed.length },
      },
    ])
  await tx
    .update(reportViews)
    .set({
      nextDueAt: nextDue({ ...view, cadence }, now, timeZone),
      ...(mailed.length > 0 && { lastSentAt: now }),
    })
    .where(hasValues(reportViews, { clientId, id }))
}

/** The emails of the owners and recipients who may read reports, by user id. */
async function findReaders(tx: Transaction, views: readonly ViewRow[]): Promise<Map<string, string>> {
  const ids = views.flatMap(({ ownerId, recipients }) => [...(ownerId ? [ownerId] : []), ...recipients])
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      and(
        inArray(users.clientId, [...new Set(views.map(({ clientId }) => clientId))]),
        inArray(users.id, [...new Set(ids)]),
        eq(users.status, 'active'),
        isReader,
      ),
    )
  return new Map(rows.map(({ id, email }) => [id, email]))
}

async function findZones(tx: Transaction, views: readonly ViewRow[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: reportViews.id, timeZone: zoneOfView })
    .from(reportViews)
    .innerJoin(clients, eq(clients.id, reportViews.clientId))
    .leftJoin(sites, isSiteOfView)
    .where(hasIdOf(reportViews.id, views))
  return new Map(rows.map(({ id, timeZone }) => [id, timeZone]))
}

/** Emails the due reports. */
export const reportMailsJob: Job = {
  name: 'mail-reports',
  everyMs: MINUTE_MS,
  failed: 'reports that are due were not mailed',
  run: ({ db, installation, clock, signal }) => queueReportMails(db, installation, clock, signal),
}
