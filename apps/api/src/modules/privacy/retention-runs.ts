import type { RetentionClass } from '@gatehouse/validation/vocabulary'
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { recordAudit } from '../../db/audit.ts'
import { recordNotices } from '../../db/outbox.ts'
import { clients } from '../../db/schema/clients.ts'
import { type RetentionFailure, retentionRuns } from '../../db/schema/retention.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'

const RETENTION_DAYS = 400

/** One look through a client's data: each class up to its cut-off, null where it is kept for ever. */
export interface RetentionRun {
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

/** Adds what a batch changed to the report of its run, in the batch's own transaction. */
export async function countRows(
  tx: Transaction,
  run: RetentionRun,
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
 * Completes the report of a run, with an audit entry where it did something. A run that had nothing to do is reported once a day, so
 * that the reports show that somebody looks.
 */
export async function finishRun(
  tx: Transaction,
  run: RetentionRun,
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
    clientId,
    actor: { kind: 'system', id: null },
    action: 'retention.applied',
    target: { kind: 'retention_run', id },
    at: finishedAt,
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

/**
 * Reports that somebody looked through these clients and had nothing to do: of each once a day, like `finishRun`.
 */
export async function reportIdleRuns(
  tx: Transaction,
  clientIds: readonly string[],
  now: Date,
): Promise<void> {
  const runs = clientIds.map((clientId) => ({ client_id: clientId, id: newId(now) }))
  const at = sql`${now.toISOString()}::timestamptz`
  const cutoff = (days: PgColumn) => sql`${at} - ${days} * interval '24 hours'`
  await tx.execute(sql`
    with reported as (
      insert into retention_runs (client_id, id, started_at, finished_at, contact_cutoff, answer_cutoff, temperature_cutoff, photo_cutoff)
      select run.client_id, run.id, ${at}, ${at}, ${cutoff(clients.contactRetentionDays)}, ${cutoff(clients.answerRetentionDays)},
        ${cutoff(clients.temperatureRetentionDays)}, ${cutoff(clients.photoRetentionDays)}
      from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as run (client_id uuid, id uuid)
      join ${clients} on ${clients.id} = run.client_id
      where coalesce((
        select latest.started_at from retention_runs latest where latest.client_id = run.client_id order by latest.id desc limit 1
      ) <= ${daysBefore(now, 1).toISOString()}::timestamptz, true)
      returning client_id)
    delete from retention_runs where client_id in (select client_id from reported)
      and started_at < ${daysBefore(now, RETENTION_DAYS).toISOString()}::timestamptz`)
}

/** The latest reports of a client, the newest first. */
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

function rowOf({ clientId, id, startedAt, cutoffs }: RetentionRun) {
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
