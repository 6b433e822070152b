import { getTableName, sql, type SQL } from 'drizzle-orm'
import { text, type AnyPgColumn, check, customType, numeric, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A UUIDv7 made by the application, never by the database. */
export const id = () => uuid('id').notNull()

/** The client of a row: the first column of every key and index, for row-level security. */
export const clientId = () => uuid('client_id').notNull()

/** A point in time to the millisecond, as in JavaScript and JSON. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const createdAt = () => moment('created_at').notNull().defaultNow()
export const lastModified = () => moment('last_modified').notNull().defaultNow()

/** The browser or program that signed in, by `readUserAgent`, and its folded name for lists. */
export const programColumns = () => ({
  browser: text('browser'),
  system: text('system'),
  foldedProgram: foldedColumn('folded_program', [`coalesce(browser, '')`, `coalesce(system, '')`]),
})

/** Degrees Celsius with one decimal. */
export const celsius = (name: string) => numeric(name, { precision: 4, scale: 1, mode: 'number' })

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** A check that a text column has one of the values, or null where the column allows it. */
export function oneOf(column: AnyPgColumn, words: readonly string[]) {
  const list: SQL = sql.raw(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', '))
  return check(`${getTableName(column.table)}_${column.name}_check`, sql`${column} in (${list})`)
}

declare const folded: unique symbol

/** Text without case and accents. Only `foldedColumn` makes it. */
export type FoldedText = string & { readonly [folded]: true }

/** Text in the order of names, the same in every language; digits count as numbers. */
export const foldedText = customType<{ data: FoldedText }>({ dataType: () => 'text COLLATE gatehouse_names' })

/**
 * A generated column with the folded text of other columns, for search and order. A tab separates
 * the columns: it sorts before every character of a name, and no search word contains it.
 */
export function foldedColumn(name: string, columns: readonly string[]) {
  const joined = columns.join(` || E'\\t' || `)
  return foldedText(name)
    .notNull()
    .generatedAlwaysAs(sql.raw(`gatehouse_fold(${joined})`))
}

/**
 * The value of a unique index that refuses other spellings of the same text. A text of invisible
 * characters counts as empty.
 * @see spellingKeyOf in packages/validation
 */
export function spellingKey(column: AnyPgColumn): SQL {
  return sql`nullif(gatehouse_spelling_key(${column}), '')`
}

/** The spelling key as a column: row-level security leaves an index on a function unused. */
export function spellingKeyColumn(name: string, column: string) {
  return text(name).generatedAlwaysAs(sql.raw(`nullif(gatehouse_spelling_key(${column}), '')`))
}
