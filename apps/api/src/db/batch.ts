import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { instant } from './sql-values.ts'

/** Rows of one table, as parts of a statement. */
export interface Rows {
  table: SQL | PgTable
  alias: SQL | PgTable
  /** The tables that the conditions also need. */
  join?: SQL | undefined
  where: SQL
  /** The order of an index. */
  orderBy?: SQL | PgColumn | undefined
}

/** What happens to the rows: deletion, or new column values. */
export type Change = 'delete' | ((now: SQL) => SQL)

export const fromOf = ({ table, alias, join = sql`` }: Rows): SQL => sql`${table} ${alias} ${join}`

/**
 * Selects and locks at most `size` rows. Rows locked by others are skipped and left for the next
 * run. As a subquery it must be materialised, because each execution returns other rows.
 * @param isLocked false for tables whose rows the role may not lock
 */
export const lockBatch = (rows: Rows, columns: SQL, size: number, isLocked = true): SQL => sql`
  select ${columns} from ${fromOf(rows)} where ${rows.where}
  ${rows.orderBy ? sql`order by ${rows.orderBy}` : sql``} limit ${size}
  ${isLocked ? sql`for update of ${rows.alias} skip locked` : sql``}`

/** The number of rows in a batch, and the last value of its order. */
export interface BatchReport extends Record<string, unknown> {
  rows: number
  reached: string | null
}

/**
 * The statement that deletes or changes one batch. It addresses the locked rows by `ctid`, so the
 * table must not be partitioned. A row that another transaction changes at the same moment may be
 * left for the next run.
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
