import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** Creates a function that maps a cursor's row, by the names of columns, as drizzle does. */
export function createRowMapper<Table extends PgTable>(
  table: Table,
): (read: Readonly<Record<string, unknown>>) => Table['$inferSelect'] {
  const columns = Object.entries(getTableColumns(table))
  return (read) => {
    const row: Record<string, unknown> = {}
    for (const [key, column] of columns) {
      const value = read[column.name]
      row[key] = value === null ? null : column.mapFromDriverValue(value)
    }
    return row
  }
}
