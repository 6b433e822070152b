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

/** Bans that ended long enough ago. Until its end a ban needs its name, however old it is. */
const dueBans = ({ clientId, cutoff }: Deadline): DueRows => ({
  from: sql`bans`,
  where: sql`client_id = ${clientId} and least(until_at, lifted_at) <= ${momentOf(cutoff)}
    and (first_name <> '' or last_name <> '' or mobile <> '' or reason <> '' or person_key not like 'anonymous.%'
      or exists (select from ban_person_keys k where k.client_id = bans.client_id and k.ban_id = bans.id))`,
  site: sql`site_id`,
})

/**
 * Removes name, mobile, reason and person key from such bans, and the reasons of their exceptions.
 */
async function anonymiseBans(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, size } = batch
  const { from, where } = dueBans(batch)
  const { count } = await tx.execute(sql`
    with due as materialized (
      select id from ${from} where ${where}
      limit ${size} for update skip locked),
    keys as (
      delete from ban_person_keys where client_id = ${clientId} and ban_id in (select id from due)),
    exceptions as (
      update ban_exceptions set reason = '' where client_id = ${clientId} and ban_id in (select id from due) and reason <> '')
    update bans set first_name = '', last_name = '', mobile = '', reason = '',
      person_key = case when person_key is not null then 'anonymous.' || gen_random_uuid() end
    where client_id = ${clientId} and id in (select id from due)`)
  return resultOf(batch, count)
}

export const retentionSteps: readonly RetentionStep[] = [
  { class: 'contact', table: 'bans', due: dueBans, anonymise: anonymiseBans },
]
