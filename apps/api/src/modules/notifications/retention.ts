import { sql } from 'drizzle-orm'
import { type Batch, type BatchResult, type RetentionStep, resultOf } from '../privacy/retention-step.ts'

/** The values that stand in a notification's words. */
async function clearNotifications(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, cutoff, size } = batch
  const { count } = await tx.execute(sql`
    update notifications set values = '{}' where client_id = ${clientId} and id in (
      select id from notifications
      where client_id = ${clientId} and created_at <= ${cutoff.toISOString()}::timestamptz and values <> '{}'
      limit ${size} for update skip locked)`)
  return resultOf(batch, count)
}

export const retentionSteps: readonly RetentionStep[] = [
  { class: 'contact', table: 'notifications', anonymise: clearNotifications },
]
