import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'

/** The position of a word in a list, for sorting. */
export function rankIn(words: readonly string[], column: SQLWrapper): SQL {
  const list = sql.raw(words.map((word) => `'${word}'`).join(', '))
  return sql`array_position(array[${list}], ${column})`
}
