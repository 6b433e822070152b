import { sql } from 'drizzle-orm'
import { text } from 'drizzle-orm/pg-core'

/**
 * A column that PostgreSQL fills with the folded text of other columns, for search and order. The migration gives it the collation
 * `gatehouse_names`. A tab parts the columns: it sorts before every sign of a name, and no word of a search contains it.
 */
export function foldedColumn(name: string, columns: readonly string[]) {
  const joined = columns.join(` || E'\\t' || `)
  return text(name)
    .notNull()
    .generatedAlwaysAs(sql.raw(`gatehouse_fold(${joined})`))
}
