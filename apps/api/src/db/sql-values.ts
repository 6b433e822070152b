import { type SQL, sql } from 'drizzle-orm'

export const instant = (moment: Date): SQL<Date> => sql<Date>`${moment.toISOString()}::timestamptz`

/** A moment of the database as JavaScript counts it. */
export const millisOf = (moment: SQL): SQL<number> =>
  sql<number>`(extract(epoch from ${moment}) * 1000)::float8`

/** Anything as one parameter, because a statement takes 65,534 at most. */
export const json = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`
