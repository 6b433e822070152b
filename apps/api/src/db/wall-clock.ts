import { type SQL, sql } from 'drizzle-orm'
import { offsetsOf } from '../lib/zone-clock.ts'

/**
 * The local time of a zone at a moment within a range, as a `timestamp`. Its offsets are those of
 * the rest of the program: `at time zone` would use PostgreSQL's own zone data, which may be of
 * another version.
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
