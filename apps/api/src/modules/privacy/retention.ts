import { isDeepStrictEqual } from 'node:util'
import type { BoundedCount } from '@gatehouse/validation/endpoints/retention'
import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/tenancy.ts'
import {
  type Batch,
  type BatchResult,
  type Deadline,
  type DueRows,
  type RetentionStep,
  momentOf,
  resultOf,
} from './retention-step.ts'
import { redactDetails } from './redact-details.ts'

/** Events and mails. Mails of this age are delivered or given up. Notices hold ids only, and a run writes one itself. */
const dueEvents = ({ clientId, cutoff }: Deadline): DueRows => ({
  from: sql`outbox`,
  where: sql`client_id = ${clientId} and created_at <= ${momentOf(cutoff)} and queue <> 'notice'`,
  site: null,
})

async function deleteEvents(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, size } = batch
  const { from, where } = dueEvents(batch)
  const { count } = await tx.execute(sql`
    with due as materialized (select id from ${from} where ${where} limit ${size} for update skip locked)
    delete from outbox where client_id = ${clientId} and id in (select id from due)`)
  return resultOf(batch, count)
}

export interface Entry extends Record<string, unknown> {
  id: string
  details: Record<string, unknown>
}

const dueAuditEntries = ({ clientId, cutoff }: Deadline): DueRows => ({
  from: sql`audit_entries`,
  where: sql`client_id = ${clientId} and at <= ${momentOf(cutoff)} and redacted_at is null`,
  site: null,
})

/** Of the entries that a run looks at, those that lose something. */
async function countAuditEntries(tx: Transaction, deadline: Deadline, most: number): Promise<BoundedCount> {
  const { from, where } = dueAuditEntries(deadline)
  const entries = await tx.execute<Entry>(
    sql`select id, details from ${from} where ${where} limit ${most + 1}`,
  )
  return { rows: entries.slice(0, most).filter(losesDetails).length, more: entries.length > most }
}

const losesDetails = ({ details }: Entry) => !isDeepStrictEqual(redactDetails(details), details)

/** Details of audit entries: who did what, and when, stays. */
async function redactAuditEntries(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, now, size } = batch
  const { from, where } = dueAuditEntries(batch)
  // The role may not lock rows of the log. No lock is needed, because a second redaction writes the same.
  const entries = await tx.execute<Entry>(sql`
    select id, details from ${from} where ${where}
    order by at limit ${size}`)
  await writeRedacted(tx, clientId, entries, now)
  return resultOf(batch, entries.length, entries.filter(losesDetails).length)
}

/** Takes out of the details of entries whatever could tell of a person. */
export async function writeRedacted(
  tx: Transaction,
  clientId: string,
  entries: readonly Entry[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return
  const redacted = entries.map(({ id, details }) => ({ id, details: redactDetails(details) }))
  await tx.execute(sql`
    update audit_entries set details = redacted.details, redacted_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(redacted)}::jsonb) as redacted (id uuid, details jsonb)
    where client_id = ${clientId} and audit_entries.id = redacted.id`)
}

/** The steps for tables that belong to no module. */
export const retentionSteps: readonly RetentionStep[] = [
  { class: 'contact', table: 'outbox', due: dueEvents, anonymise: deleteEvents },
  {
    class: 'contact',
    table: 'audit_entries',
    due: dueAuditEntries,
    countDue: countAuditEntries,
    anonymise: redactAuditEntries,
  },
]
