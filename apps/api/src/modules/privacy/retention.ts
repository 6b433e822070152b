import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { type Batch, type BatchResult, type RetentionStep, resultOf } from './retention-step.ts'
import { redactDetails } from './redact-details.ts'

/** Events and mails. Mails of this age are delivered or given up. */
async function deleteEvents(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, cutoff, size } = batch
  const { count } = await tx.execute(sql`
    delete from outbox where client_id = ${clientId} and id in (
      select id from outbox where client_id = ${clientId} and created_at <= ${cutoff.toISOString()}::timestamptz
      limit ${size} for update skip locked)`)
  return resultOf(batch, count)
}

interface Entry extends Record<string, unknown> {
  id: string
  details: Record<string, unknown>
}

/** Details of audit entries: who did what, and when, stays. */
async function redactAuditEntries(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, cutoff, now, size } = batch
  // The role may not lock rows of the log. No lock is needed, because a second redaction writes the same.
  const entries = await tx.execute<Entry>(sql`
    select id, details from audit_entries
    where client_id = ${clientId} and at <= ${cutoff.toISOString()}::timestamptz and redacted_at is null
    order by at limit ${size}`)
  if (entries.length === 0) return resultOf(batch, 0)
  const redacted = entries.map(({ id, details }) => ({ id, details: redactDetails(details) }))
  await tx.execute(sql`
    update audit_entries set details = redacted.details, redacted_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(redacted)}::jsonb) as redacted (id uuid, details jsonb)
    where client_id = ${clientId} and audit_entries.id = redacted.id`)
  const changed = redacted.filter(
    ({ details }, index) => !isDeepStrictEqual(details, entries[index]?.details),
  )
  return resultOf(batch, entries.length, changed.length)
}

/** The steps for tables that belong to no module. */
export const retentionSteps: readonly RetentionStep[] = [
  { class: 'contact', table: 'outbox', anonymise: deleteEvents },
  { class: 'contact', table: 'audit_entries', anonymise: redactAuditEntries },
]
