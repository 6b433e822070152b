import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/tenancy.ts'
import { instant, json } from '../../db/sql-values.ts'

/** Somebody's visit: who it was, by person key, and the local day of its site. */
export interface PersonOnDay {
  personKey: string
  /** `YYYY-MM-DD` */
  day: string
}

/** How long a salt outlives its day: until that is over in every time zone, and what was locked has been tried again. */
const SALT_DAYS = 2

/**
 * What replaces the person keys of visits: for one person on one day always the same, so that people can still be counted by day, and
 * for another day another. The hash is keyed with a random salt of the day, and means nothing to anybody once that is deleted.
 */
export async function pseudonymsOf(
  tx: Transaction,
  clientId: string,
  people: readonly PersonOnDay[],
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

/** Deletes the salts of the days that are done. */
export async function deleteOldSalts(tx: Transaction, clientId: string, cutoff: Date): Promise<void> {
  await tx.execute(sql`
    delete from retention_salts where client_id = ${clientId}
      and day < (${instant(cutoff)} at time zone 'UTC')::date - ${sql.raw(String(SALT_DAYS))}`)
}
