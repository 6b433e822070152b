import { createHmac, randomBytes } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Batch } from '../../db/lifecycle.ts'
import type { OwnRecord, PersonRecords } from '../../db/person-records.ts'
import { instant, json } from '../../db/sql-values.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** A table of sign-ins. */
export interface History {
  table: 'visits' | 'refused_attempts'
  time: 'signed_in_at' | 'attempted_at'
  of: (person: PersonRecords) => readonly OwnRecord[]
  /** Assignments that clear texts written by staff. */
  written: SQL
}

export const visits: History = {
  table: 'visits',
  time: 'signed_in_at',
  of: (person) => person.visits,
  written: sql`, end_reason = ''`,
}
export const refused: History = {
  table: 'refused_attempts',
  time: 'attempted_at',
  of: (person) => person.attempts,
  written: sql``,
}

/** A row that is due, with the local day at its site. */
export interface NamedRow extends Record<string, unknown> {
  id: string
  at: string
  siteId: string
  personKey: string
  /** `YYYY-MM-DD` */
  day: string
  isDayOver: boolean
}

export const hasNames = sql`(t.first_name <> '' or t.last_name <> '' or t.mobile <> '')`

const localDay = (moment: SQL) => sql`(${moment} at time zone s.time_zone)::date`

/** Whether the row's whole local day is before the cutoff's. `s` is the row's site. */
export const isDayOver = (time: string, cutoff: SQL): SQL =>
  sql`${localDay(sql`t.${sql.identifier(time)}`)} < ${localDay(cutoff)}`

export const columnsOfNamed = (id: SQL, time: string, cutoff: SQL): SQL => {
  const at = sql`t.${sql.identifier(time)}`
  return sql`${id} as id, ${at}::text as at, t.site_id as "siteId", t.person_key as "personKey",
    ${localDay(at)}::text as day, ${isDayOver(time, cutoff)} as "isDayOver"`
}

/**
 * Removes the names from records. Once all visits of a local day are due, a pseudonym replaces the
 * person key, because statistics count the people of a day by their key.
 */
export async function anonymiseRecords(
  { tx, clientId, now }: Batch,
  history: History,
  found: readonly NamedRow[],
): Promise<void> {
  await setRecords(tx, clientId, history, await withPseudonyms(tx, clientId, found), now)
}

/**
 * Same as `anonymiseRecords` for visitors on site, in their presence and open visits. They stay on
 * the board and in every count. Users on the board keep the names of their accounts.
 */
export async function anonymisePresence(
  { tx, clientId, now }: Batch,
  found: readonly NamedRow[],
): Promise<void> {
  const rows = await withPseudonyms(tx, clientId, found)
  await tx.execute(sql`
    update presence t set first_name = '', last_name = '', mobile = '',
      person_key = coalesce(due.pseudonym, t.person_key)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as due ("siteId" uuid, "personKey" text, pseudonym text)
    where t.client_id = ${clientId} and t.site_id = due."siteId" and t.person_key = due."personKey"`)
  await setRecords(tx, clientId, visits, rows, now)
}

interface Replacement {
  id: string
  at: string | Date
  pseudonym: string | null
}

/** Clears records. Those without a pseudonym keep their person key and are due again later. */
export async function setRecords(
  tx: Transaction,
  clientId: string,
  { table, time, written }: History,
  rows: readonly Replacement[],
  now: Date,
  more = sql``,
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update ${sql.identifier(table)} t set first_name = '', last_name = '', mobile = '' ${written} ${more},
      person_key = coalesce(due.pseudonym, t.person_key),
      anonymised_at = case when due.pseudonym is not null then ${now.toISOString()}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as due (id uuid, at timestamptz, pseudonym text)
    where t.client_id = ${clientId} and t.id = due.id and t.${sql.identifier(time)} = due.at`)
}

async function withPseudonyms(tx: Transaction, clientId: string, found: readonly NamedRow[]) {
  const over = found.filter((row) => row.isDayOver)
  const pseudonyms = await pseudonymsOf(tx, clientId, over)
  const byRow = new Map(over.map((row, index) => [row, pseudonyms[index] ?? null]))
  return found.map((row) => ({ ...row, pseudonym: byRow.get(row) ?? null }))
}

/** How many days a salt outlives its day: for all time zones, and for rows that were locked. */
const SALT_DAYS = 2

/**
 * Pseudonyms for person keys: the same for one person on one day, so that people can still be
 * counted by day, and different on another day. The hash is keyed with a random salt of the day,
 * and cannot be reproduced once that salt is deleted.
 */
async function pseudonymsOf(
  tx: Transaction,
  clientId: string,
  people: readonly Pick<NamedRow, 'personKey' | 'day'>[],
): Promise<string[]> {
  if (people.length === 0) return []
  const days = [...new Set(people.map(({ day }) => day))]
  const fresh = json(days.map((day) => ({ day, salt: randomBytes(32).toString('hex') })))
  await tx.execute(sql`
    insert into retention_salts (client_id, day, salt)
    select ${clientId}::uuid, day, decode(salt, 'hex') from jsonb_to_recordset(${fresh}) as fresh (day date, salt text)
    on conflict do nothing`)
  const rows = await tx.execute<{ day: string; salt: string }>(sql`
    select day::text as day, encode(salt, 'hex') as salt from retention_salts
    where client_id = ${clientId} and day in (select day from jsonb_to_recordset(${fresh}) as wanted (day date))`)
  const salts = new Map(rows.map(({ day, salt }) => [day, Buffer.from(salt, 'hex')]))
  return people.map(({ personKey, day }) => {
    const salt = salts.get(day)
    if (!salt) throw new Error('Every day has its salt')
    return `anonymous.${createHmac('sha256', salt).update(personKey).digest('base64url')}`
  })
}

/** Deletes the salts of finished days. */
export async function deleteOldSalts(tx: Transaction, clientId: string, cutoff: Date): Promise<void> {
  await tx.execute(sql`
    delete from retention_salts where client_id = ${clientId}
      and day < (${instant(cutoff)} at time zone 'UTC')::date - ${sql.raw(String(SALT_DAYS))}`)
}
