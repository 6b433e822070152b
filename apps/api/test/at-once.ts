import type { Sql } from 'postgres'
import { waitForLocks } from './wait-for-locks.ts'

/**
 * Makes calls that all wait for a locked row, then releases it, so that they overlap on any
 * machine. There must be fewer calls than connections of the app.
 */
export async function atOnce<Result>(
  sql: Sql,
  [table, id]: ['sign_in_methods' | 'users' | 'clients', string],
  count: number,
  make: () => Promise<Result>,
): Promise<Result[]> {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = sql.begin(async (holder) => {
    await holder`select from ${sql(table)} where id = ${id} for update`
    held.resolve()
    await released.promise
  })
  await held.promise
  const made = Array.from({ length: count }, make)
  await waitForLocks(sql, count)
  released.resolve()
  await holding
  return Promise.all(made)
}
