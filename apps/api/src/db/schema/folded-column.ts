import { sql } from 'drizzle-orm'
import { text } from 'drizzle-orm/pg-core'

/**
 * A column that PostgreSQL fills with the folded texts of other columns, for search and order. The migration gives it the collation
 * `gatehouse_names`. A tab parts the texts: it sorts before every sign of a name, and no word of a search contains it.
 */
export function foldedColumn(name: string, columns: readonly string[]) {
  const folded = columns.map((column) => `gatehouse_fold(${column})`).join(` || E'\\t' || `)
  return text(name).notNull().generatedAlwaysAs(sql.raw(folded))
}
