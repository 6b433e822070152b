import type { OutputOf } from '@gatehouse/validation/endpoints/all'
import { RetentionRun } from '@gatehouse/validation/endpoints/retention'
import { serverLimits } from '@gatehouse/validation/limits'
import { type RetentionClass, retentionClasses } from '@gatehouse/validation/vocabulary'
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { recordAudit, auditOf, program } from '../../db/audit.ts'
import { recordNotices } from '../../db/outbox.ts'
import { clients } from '../../db/schema/clients.ts'
import { type RetentionFailure, retentionRuns, retentionSchedules } from '../../db/schema/retention.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { findClientOf } from '../sites/site-list.ts'

const RETENTION_DAYS = 400

/** A run over one client's data, with the cut-off of each class; null where it is kept forever. */
export interface StartedRun {
  clientId: string
  id: string
  startedAt: Date
  cutoffs: Record<RetentionClass, Date | null>
}

export type RetentionCounts = Record<RetentionClass, number>

const columns = {
  contact: retentionRuns.contactRows,
  answer: retentionRuns.answerRows,
  temperature: retentionRuns.temperatureRows,
  photo: retentionRuns.photoRows,
}

/** The days for which a client keeps each class. */
export const keptDays = {
  contact: clients.contactRetentionDays,
  answer: clients.answerRetentionDays,
  temperature: clients.temperatureRetentionDays,
  photo: clients.photoRetentionDays,
}

export const byClass = <Value>(valueOf: (name: RetentionClass) => Value) =>
  Object.fromEntries(retentionClasses.map((name) => [name, valueOf(name)])) as Record<RetentionClass, Value>

/** Adds the changes of a batch to the report of its run, in the transaction of the batch. */
export async function countRows(
  tx: Transaction,
  run: StartedRun,
  name: RetentionClass,
  rows: number,
): Promise<void> {
  const field = `${name}Rows` as const
  await tx
    .insert(retentionRuns)
    .values({ ...rowOf(run), [field]: rows })
    .onConflictDoUpdate({
      target: [retentionRuns.clientId, retentionRuns.id],
      set: { [field]: sql`${columns[name]} + ${rows}` },
    })
}

/**
 * Completes the report of a run, with an audit entry if it changed anything. A run without changes
 * is reported once a day, to show that retention is running.
 */
export async function finishRun(
  tx: Transaction,
  run: StartedRun,
  finishedAt: Date,
  counts: RetentionCounts,
  failures: RetentionFailure[],
): Promise<void> {
  const { clientId, id, startedAt } = run
  await tx
    .delete(retentionRuns)
    .where(
      and(
        eq(retentionRuns.clientId, clientId),
        lt(retentionRuns.startedAt, daysBefore(startedAt, RETENTION_DAYS)),
      ),
    )
  const hasWorked = Object.values(counts).some((rows) => rows > 0) || failures.length > 0
  if (!hasWorked && (await hasRunSince(tx, clientId, daysBefore(startedAt, 1)))) return
  await tx
    .insert(retentionRuns)
    .values({ ...rowOf(run), finishedAt, failures })
    .onConflictDoUpdate({
      target: [retentionRuns.clientId, retentionRuns.id],
      set: { finishedAt, failures },
    })
  if (!hasWorked) return
  await recordAudit(tx, {
    ...auditOf({ actor: program, now: finishedAt }, 'retention.applied', 'retention_run', { clientId, id }),
    details: {
      contact_rows: counts.contact,
      answer_rows: counts.answer,
      temperature_rows: counts.temperature,
      photo_rows: counts.photo,
      failures: failures.length > 0,
    },
  })
  const count = Object.values(counts).reduce((sum, rows) => sum + rows, 0)
  if (count > 0)
    await recordNotices(tx, [
      { clientId, event: 'retention_done', subject: clientId, at: finishedAt, payload: { count } },
    ])
}

/** The last runs of a site's client, or of the person's client, and the time of the next one. */
export function reportRetention(
  { db, actor }: Context<StaffActor>,
  siteId: string | undefined,
): Promise<OutputOf<'listRetentionRuns'>> {
  return withReadScope(db, actor.scope, async (tx) => {
    const clientId = await findClientOf(tx, actor, siteId)
    const runs = await listRetentionRuns(tx, clientId, serverLimits.retentionRuns)
    const [schedule] = await tx
      .select({ nextRunAt: retentionSchedules.nextRunAt })
      .from(retentionSchedules)
      .where(eq(retentionSchedules.clientId, clientId))
    return {
      items: runs.map((run) => toFields(RetentionRun, run, { failures: run.failures.length })),
      next_run_at: schedule?.nextRunAt.toISOString() ?? null,
    }
  })
}

/** The latest reports of a client, newest first. */
export function listRetentionRuns(tx: Transaction, clientId: string, count: number) {
  return tx
    .select()
    .from(retentionRuns)
    .where(eq(retentionRuns.clientId, clientId))
    .orderBy(desc(retentionRuns.id))
    .limit(count)
}

async function hasRunSince(tx: Transaction, clientId: string, since: Date): Promise<boolean> {
  const rows = await tx
    .select({ id: retentionRuns.id })
    .from(retentionRuns)
    .where(and(eq(retentionRuns.clientId, clientId), gt(retentionRuns.startedAt, since)))
    .limit(1)
  return rows.length > 0
}

const daysBefore = (moment: Date, days: number) => new Date(moment.getTime() - days * DAY_MS)

function rowOf({ clientId, id, startedAt, cutoffs }: StartedRun) {
  return {
    clientId,
    id,
    startedAt,
    contactCutoff: cutoffs.contact,
    answerCutoff: cutoffs.answer,
    temperatureCutoff: cutoffs.temperature,
    photoCutoff: cutoffs.photo,
  }
}
