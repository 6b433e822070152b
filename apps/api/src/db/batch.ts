import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { instant } from './sql-values.ts'

/** Rows of one table, as a statement names them. */
export interface Rows {
  table: SQL | PgTable
  alias: SQL | PgTable
  /** The tables that the conditions also need. */
  join?: SQL | undefined
  where: SQL
  /** An index has the rows in this order. */
  orderBy?: SQL | PgColumn | undefined
}

/** What happens to rows: they are deleted, or columns are set. */
export type Change = 'delete' | ((now: SQL) => SQL)

export const fromOf = ({ table, alias, join = sql`` }: Rows): SQL => sql`${table} ${alias} ${join}`

/**
 * Selects and locks at most `size` rows. It skips rows that others have locked: the next run takes
 * them. In a subquery it has to be materialised, because it finds other rows each time it runs.
 * @param isLocked false for tables whose rows the role may not lock
 */
export const lockBatch = (rows: Rows, columns: SQL, size: number, isLocked = true): SQL => sql`
  select ${columns} from ${fromOf(rows)} where ${rows.where}
  ${rows.orderBy ? sql`order by ${rows.orderBy}` : sql``} limit ${size}
  ${isLocked ? sql`for update of ${rows.alias} skip locked` : sql``}`

/** How many rows a batch had, and up to which value of its order. */
export interface BatchReport extends Record<string, unknown> {
  rows: number
  reached: string | null
}

/**
 * The statement that deletes or changes one batch. It finds the locked rows by their place in the
 * table, so the table must not be partitioned. A row that another transaction changes in the same
 * moment may be left for the next run.
 */
export function changeBatch(
  rows: Rows,
  { change, now, size, isLocked }: { change: Change; now: Date; size: number; isLocked?: boolean },
): SQL {
  const { alias, orderBy } = rows
  const columns = sql`${alias}.ctid as place, ${orderBy ?? sql`null`} as reached`
  return sql`
    with batch as materialized (${lockBatch(rows, columns, size, isLocked)}),
    changed as (${changeRows(rows, change, now, sql`${alias}.ctid = any(array(select place from batch))`)})
    select count(*)::int as rows, max(reached)::text as reached from batch`
}

/** The statement that deletes or changes the rows that match `where`. */
export function changeRows(
  { table, alias }: Pick<Rows, 'table' | 'alias'>,
  change: Change,
  now: Date,
  where: SQL,
): SQL {
  return change === 'delete'
    ? sql`delete from ${table} ${alias} where ${where}`
    : sql`update ${table} ${alias} set ${change(instant(now))} where ${where}`
}
