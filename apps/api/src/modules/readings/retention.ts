import { sql } from 'drizzle-orm'
import {
  type Batch,
  type BatchResult,
  type Deadline,
  type DueRows,
  type RetentionStep,
  momentOf,
  resultOf,
} from '../privacy/retention-step.ts'

/** Temperatures that devices took, used and unused ones. */
const dueReadings = ({ clientId, cutoff }: Deadline): DueRows => ({
  from: sql`readings`,
  where: sql`client_id = ${clientId} and taken_at <= ${momentOf(cutoff)}`,
  site: sql`site_id`,
})

async function deleteReadings(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, size } = batch
  const { from, where } = dueReadings(batch)
  const { count } = await tx.execute(sql`
    with due as materialized (select id from ${from} where ${where} limit ${size} for update skip locked)
    delete from readings where client_id = ${clientId} and id in (select id from due)`)
  return resultOf(batch, count)
}

export const retentionSteps: readonly RetentionStep[] = [
  { class: 'temperature', table: 'readings', due: dueReadings, anonymise: deleteReadings },
]
