import { sql } from 'drizzle-orm'
import { AppError } from '../lib/app-error.ts'
import type { Transaction } from './tenancy.ts'

/**
 * Refuses a zone that the database does not know: its time zone data may be older than this
 * program's.
 * @throws AppError `bad_request`
 */
export async function assertZone(tx: Transaction, timeZone: string): Promise<void> {
  const known = await tx.execute(sql`select 1 from pg_timezone_names where name = ${timeZone}`)
  if (known.length === 0) throw new AppError('bad_request', { fields: { time_zone: 'time_zone_unknown' } })
}
