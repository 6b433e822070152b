import { type SQL, sql, and, type AnyColumn } from 'drizzle-orm'

export const instant = (moment: Date): SQL<Date> => sql<Date>`${moment.toISOString()}::timestamptz`

/** A database time in milliseconds since the epoch. */
export const millisOf = (moment: SQL): SQL<number> =>
  sql<number>`(extract(epoch from ${moment}) * 1000)::float8`

/** Any value as one parameter, because a statement accepts at most 65,534. */
export const json = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`

/**
 * Whether a column has one of many ids. They are one parameter: with one each, drizzle takes longer
 * to build the statement than the database to run it, and blocks the event loop.
 * @param ids UUIDs as the database wrote them
 */
export function isOneOf(column: AnyColumn | SQL, ids: readonly string[]): SQL {
  return sql`${column} = any(${`{${ids.join(',')}}`}::uuid[])`
}

/** Whether a text is one of these, in one parameter. */
export const isOneOfTexts = (column: SQL, texts: readonly string[]): SQL =>
  sql`${column} = any(array(select jsonb_array_elements_text(${json(texts)})))`

export const hasIdOf = (column: AnyColumn | SQL, rows: readonly { id: string }[]): SQL =>
  isOneOf(
    column,
    rows.map(({ id }) => id),
  )

/** Selects the rows with these keys. */
export const areRows = (
  table: { clientId: AnyColumn; id: AnyColumn },
  rows: readonly { clientId: string; id: string }[],
): SQL | undefined =>
  and(isOneOf(table.clientId, [...new Set(rows.map(({ clientId }) => clientId))]), hasIdOf(table.id, rows))
