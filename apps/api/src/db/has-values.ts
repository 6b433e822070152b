import { and, eq, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

type Values<Table extends PgTable> = {
  [Name in keyof Table['$inferSelect']]?: NonNullable<Table['$inferSelect'][Name]> | SQLWrapper
}

/** The rows of a table whose columns have these values. The column of another table is a value too. */
export const hasValues = <Table extends PgTable & Record<keyof Values<Table>, PgColumn>>(
  table: Table,
  values: Values<Table>,
): SQL | undefined =>
  and(...Object.entries(values).map(([name, value]) => eq(table[name as keyof Values<Table>], value)))
