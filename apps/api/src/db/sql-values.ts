import { type SQL, sql } from 'drizzle-orm'

export const instant = (moment: Date): SQL<Date> => sql<Date>`${moment.toISOString()}::timestamptz`

/** A database time in milliseconds since the epoch. */
export const millisOf = (moment: SQL): SQL<number> =>
  sql<number>`(extract(epoch from ${moment}) * 1000)::float8`

/** Any value as one parameter, because a statement accepts at most 65,534. */
export const json = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`
