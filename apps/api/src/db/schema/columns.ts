import { sql, type SQL } from 'drizzle-orm'
import { text, type AnyPgColumn, check, customType, numeric, timestamp, uuid } from 'drizzle-orm/pg-core'

/** An identifier of ours: a UUIDv7 made by the application, never by the database. */
export const id = () => uuid('id').notNull()

/** The client that a row belongs to: first in every key and index, and what row-level security asks for. */
export const clientId = () => uuid('client_id').notNull()

/** A point in time to the millisecond, as JavaScript and the wire have it. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const createdAt = () => moment('created_at').notNull().defaultNow()
export const lastModified = () => moment('last_modified').notNull().defaultNow()

/** Degrees Celsius with one decimal. */
export const celsius = (name: string) => numeric(name, { precision: 4, scale: 1, mode: 'number' })

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** A check that a text column holds one of the words, or nothing where the column may be null. */
export function oneOf(name: string, column: AnyPgColumn, words: readonly string[]) {
  const list: SQL = sql.raw(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', '))
  return check(name, sql`${column} in (${list})`)
}

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
