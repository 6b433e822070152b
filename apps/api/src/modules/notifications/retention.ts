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

/** The values that stand in a notification's words. */
const dueNotifications = ({ clientId, cutoff }: Deadline): DueRows => ({
  from: sql`notifications`,
  where: sql`client_id = ${clientId} and created_at <= ${momentOf(cutoff)} and values <> '{}'`,
  site: null,
})

async function clearNotifications(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, size } = batch
  const { from, where } = dueNotifications(batch)
  const { count } = await tx.execute(sql`
    with due as materialized (select id from ${from} where ${where} limit ${size} for update skip locked)
    update notifications set values = '{}' where client_id = ${clientId} and id in (select id from due)`)
  return resultOf(batch, count)
}

export const retentionSteps: readonly RetentionStep[] = [
  { class: 'contact', table: 'notifications', due: dueNotifications, anonymise: clearNotifications },
]
