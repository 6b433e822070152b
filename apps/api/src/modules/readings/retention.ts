import { sql } from 'drizzle-orm'
import { type Batch, type BatchResult, type RetentionStep, resultOf } from '../privacy/retention-step.ts'

/** Temperatures that devices took, used and unused ones. */
async function deleteReadings(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, cutoff, size } = batch
  const { count } = await tx.execute(sql`
    delete from readings where client_id = ${clientId} and id in (
      select id from readings where client_id = ${clientId} and taken_at <= ${cutoff.toISOString()}::timestamptz
      limit ${size} for update skip locked)`)
  return resultOf(batch, count)
}

export const retentionSteps: readonly RetentionStep[] = [
  { class: 'temperature', table: 'readings', anonymise: deleteReadings },
]
