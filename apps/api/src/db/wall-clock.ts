import { type SQL, sql } from 'drizzle-orm'
import { offsetsOf } from '../lib/zone-clock.ts'

/**
 * What the clocks of a zone show at a moment within a range, as a `timestamp`. The offsets are those that days and screens are computed with:
 * `at time zone` reads PostgreSQL's own zone data, which may be of another year.
 */
export function wallClock(at: SQL, timeZone: string, range: { from: Date; to: Date }): SQL {
  const offsets = offsetsOf(timeZone, range)
  const last = offsets.at(-1)?.offset ?? 0
  const cases = offsets
    .slice(0, -1)
    .map(
      ({ to, offset }) => sql`when ${at} < ${new Date(to).toISOString()}::timestamptz then ${offset}::float8`,
    )
  const offset =
    cases.length === 0 ? sql`${last}::float8` : sql`case ${sql.join(cases, sql` `)} else ${last}::float8 end`
  return sql`(${at} at time zone 'UTC' + ${offset} * interval '1 millisecond')`
}
