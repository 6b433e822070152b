import { and, eq, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

type Values<Table extends PgTable> = {
  [Name in keyof Table['$inferSelect']]?: NonNullable<Table['$inferSelect'][Name]> | SQLWrapper
}

/** Selects rows whose columns have these values. A value can be a column of another table. */
export const hasValues = <Table extends PgTable & Record<keyof Values<Table>, PgColumn>>(
  table: Table,
  values: Values<Table>,
): SQL | undefined =>
  and(...Object.entries(values).map(([name, value]) => eq(table[name as keyof Values<Table>], value)))
