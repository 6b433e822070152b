import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/tenancy.ts'
import {
  type Batch,
  type BatchResult,
  type Deadline,
  type DueRows,
  type Moment,
  momentOf,
  resultOf,
} from '../privacy/retention-step.ts'
import { pseudonymsOf } from '../privacy/pseudonyms.ts'

interface DueRow extends Record<string, unknown> {
  id: string
  at: string
  siteId: string
  personKey: string
  /** The local day of the site. */
  day: string
  isDayOver: boolean
}

/**
 * Removes from visits that are past their limit the names, the mobile and the reason that staff wrote. A pseudonym replaces the person key
 * when all visits of the local day are past the limit, because figures count the people of a day by their key. Visitors who are still on
 * site are left to `anonymisePresence`.
 */
export async function anonymiseVisits(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, cutoff, now, size } = batch
  const { from, where } = dueVisits(batch)
  const due = await tx.execute<DueRow>(sql`
    select v.id, v.signed_in_at::text as at, v.site_id as "siteId", v.person_key as "personKey", ${dayOf('v', 'signed_in_at', cutoff)}
    from ${from} where ${where}
    order by v.signed_in_at limit ${size} for update of v skip locked`)
  if (due.length > 0) await replaceInVisits(tx, clientId, await withPseudonyms(tx, clientId, due), now)
  return resultOf(batch, due.length)
}

/**
 * Does the same for visitors who are still on site when the limit is over, in their presence and in their open visits. They stay on the
 * board and in every count, without a name. Users on the board keep their names, which are those of their accounts.
 */
export async function anonymisePresence(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, cutoff, now, size } = batch
  const { from, where } = duePresence(batch)
  const due = await tx.execute<DueRow>(sql`
    select p.visit_id as id, p.signed_in_at::text as at, p.site_id as "siteId", p.person_key as "personKey",
      ${dayOf('p', 'signed_in_at', cutoff)}
    from ${from} where ${where}
    order by p.signed_in_at limit ${size} for update of p skip locked`)
  if (due.length === 0) return resultOf(batch, 0)
  const rows = await withPseudonyms(tx, clientId, due)
  await tx.execute(sql`
    update presence p set first_name = '', last_name = '', mobile = '', person_key = coalesce(due.pseudonym, p.person_key)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as due ("siteId" uuid, "personKey" text, pseudonym text)
    where p.client_id = ${clientId} and p.site_id = due."siteId" and p.person_key = due."personKey"`)
  await replaceInVisits(tx, clientId, rows, now)
  return resultOf(batch, due.length)
}

/** Removes from refused attempts that are past their limit the names and the mobile. The person key is replaced as in visits. */
export async function anonymiseRefusedAttempts(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, cutoff, now, size } = batch
  const { from, where } = dueRefusedAttempts(batch)
  const due = await tx.execute<DueRow>(sql`
    select r.id, r.attempted_at::text as at, r.site_id as "siteId", r.person_key as "personKey", ${dayOf('r', 'attempted_at', cutoff)}
    from ${from} where ${where}
    order by r.attempted_at limit ${size} for update of r skip locked`)
  if (due.length === 0) return resultOf(batch, 0)
  const rows = await withPseudonyms(tx, clientId, due)
  await tx.execute(sql`
    update refused_attempts r set first_name = '', last_name = '', mobile = '',
      person_key = coalesce(due.pseudonym, r.person_key),
      anonymised_at = case when due.pseudonym is not null then ${now.toISOString()}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as due (id uuid, at timestamptz, pseudonym text)
    where r.client_id = ${clientId} and r.id = due.id and r.attempted_at = due.at`)
  return resultOf(batch, due.length)
}

export const dueVisits = ({ clientId, cutoff }: Deadline): DueRows => ({
  from: sql`visits v join sites s on s.client_id = v.client_id and s.id = v.site_id`,
  where: sql`v.client_id = ${clientId} and v.signed_in_at <= ${momentOf(cutoff)} and v.anonymised_at is null
    and (${hasNames('v')} or v.end_reason <> '' or ${isDayOver('v', 'signed_in_at', cutoff)})
    and (v.ended_as is not null or not exists (
      select from presence p where p.client_id = v.client_id and p.site_id = v.site_id and p.person_key = v.person_key
        and p.visit_id = v.id))`,
  site: sql`v.site_id`,
})

export const duePresence = ({ clientId, cutoff }: Deadline): DueRows => ({
  from: sql`presence p join sites s on s.client_id = p.client_id and s.id = p.site_id`,
  where: sql`p.client_id = ${clientId} and p.signed_in_at <= ${momentOf(cutoff)} and p.kind = 'visitor'
    and (${hasNames('p')} or (p.person_key not like 'anonymous.%' and ${isDayOver('p', 'signed_in_at', cutoff)}))`,
  site: sql`p.site_id`,
})

export const dueRefusedAttempts = ({ clientId, cutoff }: Deadline): DueRows => ({
  from: sql`refused_attempts r join sites s on s.client_id = r.client_id and s.id = r.site_id`,
  where: sql`r.client_id = ${clientId} and r.attempted_at <= ${momentOf(cutoff)} and r.anonymised_at is null
    and (${hasNames('r')} or ${isDayOver('r', 'attempted_at', cutoff)})`,
  site: sql`r.site_id`,
})

type Alias = 'v' | 'p' | 'r'

const hasNames = (alias: Alias) => {
  const row = sql.identifier(alias)
  return sql`(${row}.first_name <> '' or ${row}.last_name <> '' or ${row}.mobile <> '')`
}

/** Whether the whole local day of the row lies before that of the cut-off. `s` is the row's site. */
const isDayOver = (alias: Alias, time: string, cutoff: Moment) =>
  sql`(${sql.identifier(alias)}.${sql.identifier(time)} at time zone s.time_zone)::date
    < (${momentOf(cutoff)} at time zone s.time_zone)::date`

const dayOf = (alias: Alias, time: string, cutoff: Moment) =>
  sql`(${sql.identifier(alias)}.${sql.identifier(time)} at time zone s.time_zone)::date::text as day,
    ${isDayOver(alias, time, cutoff)} as "isDayOver"`

type Replaced = DueRow & { pseudonym: string | null }

async function withPseudonyms(
  tx: Transaction,
  clientId: string,
  due: readonly DueRow[],
): Promise<Replaced[]> {
  const over = due.filter((row) => row.isDayOver)
  const pseudonyms = await pseudonymsOf(tx, clientId, over)
  const byRow = new Map(over.map((row, index) => [row, pseudonyms[index] ?? null]))
  return due.map((row) => ({ ...row, pseudonym: byRow.get(row) ?? null }))
}

async function replaceInVisits(
  tx: Transaction,
  clientId: string,
  rows: readonly Replaced[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update visits v set first_name = '', last_name = '', mobile = '', end_reason = '',
      person_key = coalesce(due.pseudonym, v.person_key),
      anonymised_at = case when due.pseudonym is not null then ${now.toISOString()}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as due (id uuid, at timestamptz, pseudonym text)
    where v.client_id = ${clientId} and v.id = due.id and v.signed_in_at = due.at`)
}
