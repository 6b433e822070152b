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

/** Corrections lose the names, the mobile and the note with the visit that they are of. */
const dueCorrections = ({ clientId, cutoff }: Deadline): DueRows => ({
  from: sql`log_corrections`,
  where: sql`client_id = ${clientId} and signed_in_at <= ${momentOf(cutoff)} and anonymised_at is null`,
  site: sql`site_id`,
})

const personal = sql.raw(`'{first_name,last_name,mobile}'::text[]`)

async function anonymiseCorrections(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, now, size } = batch
  const { from, where } = dueCorrections(batch)
  // The role may not lock rows of the log. A second run writes the same.
  const { count } = await tx.execute(sql`
    update log_corrections set before = before - ${personal}, after = after - ${personal}, note = '',
      anonymised_at = ${now.toISOString()}::timestamptz
    where client_id = ${clientId} and id in (select id from ${from} where ${where} order by signed_in_at limit ${size})`)
  return resultOf(batch, count)
}

/** The people of the search, once their last record has no name. */
const duePeople = ({ clientId, cutoff }: Deadline): DueRows => ({
  from: sql`log_people`,
  where: sql`client_id = ${clientId} and last_at <= ${momentOf(cutoff)}`,
  site: null,
})

async function deletePeople(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, size } = batch
  const { from, where } = duePeople(batch)
  const { count } = await tx.execute(sql`
    with due as materialized (select person_key from ${from} where ${where} limit ${size} for update skip locked)
    delete from log_people where client_id = ${clientId} and person_key in (select person_key from due)`)
  return resultOf(batch, count)
}

export const retentionSteps: readonly RetentionStep[] = [
  { class: 'contact', table: 'log_corrections', due: dueCorrections, anonymise: anonymiseCorrections },
  { class: 'contact', table: 'log_people', due: duePeople, anonymise: deletePeople },
]
