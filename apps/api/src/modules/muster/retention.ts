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

/** The names on the rolls of musters that are over. Those of a running one are needed. */
const dueRoll = ({ clientId, cutoff }: Deadline): DueRows => ({
  from: sql`muster_roll r join musters m on m.client_id = r.client_id and m.id = r.muster_id`,
  where: sql`r.client_id = ${clientId} and r.created_at <= ${momentOf(cutoff)}
    and r.anonymised_at is null and m.ended_at is not null`,
  site: sql`m.site_id`,
})

async function anonymiseRoll(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, now, size } = batch
  const { from, where } = dueRoll(batch)
  const { count } = await tx.execute(sql`
    with due as materialized (
      select r.muster_id, r.person_id from ${from} where ${where}
      order by r.created_at limit ${size} for update of r skip locked)
    update muster_roll set first_name = '', last_name = '', mobile = '', employee_number = '', phone_extension = '',
      person_key = muster_roll.person_id::text, anonymised_at = ${now.toISOString()}::timestamptz
    from due
    where client_id = ${clientId} and muster_roll.muster_id = due.muster_id and muster_roll.person_id = due.person_id`)
  return resultOf(batch, count)
}

/** What wardens wrote of people, and the names of those who were on no list. */
const dueTexts = ({ clientId, cutoff }: Deadline): DueRows => ({
  from: sql`muster_marks k join musters m on m.client_id = k.client_id and m.id = k.muster_id`,
  where: sql`k.client_id = ${clientId} and k.received_at <= ${momentOf(cutoff)}
    and k.text <> '' and m.ended_at is not null`,
  site: sql`m.site_id`,
})

async function clearTexts(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, size } = batch
  const { from, where } = dueTexts(batch)
  const { count } = await tx.execute(sql`
    with due as materialized (
      select k.muster_id, k.id from ${from} where ${where}
      order by k.received_at limit ${size} for update of k skip locked)
    update muster_marks set text = '' from due
    where client_id = ${clientId} and muster_marks.muster_id = due.muster_id and muster_marks.id = due.id`)
  return resultOf(batch, count)
}

export const retentionSteps: readonly RetentionStep[] = [
  { class: 'contact', table: 'muster_roll', due: dueRoll, anonymise: anonymiseRoll },
  { class: 'contact', table: 'muster_marks', due: dueTexts, anonymise: clearTexts },
]
