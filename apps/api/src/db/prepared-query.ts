import { is, Param, Placeholder, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { PostgresJsSession, PostgresJsTransaction } from 'drizzle-orm/postgres-js'
import { withPreparedStatements } from './transaction.ts'
import type { SharedDatabase, Transaction } from './tenancy.ts'

/** What stands for the values in a statement, by their names. */
export type Placeholders<Name extends string> = { readonly [N in Name]: Placeholder<N> }

type NoSchema = Record<string, never>
type Session = PostgresJsSession<ReturnType<typeof withPreparedStatements>, NoSchema, NoSchema>
type Prepared = ReturnType<Session['prepareQuery']> & { joinsNotNullableMap?: unknown }
type Preparation = Parameters<Session['prepareQuery']>

/** Any of drizzle's queries. */
interface Buildable<Result> extends PromiseLike<Result> {
  prepare(name: string): unknown
}

/**
 * A query that is built once and afterwards only filled in: for what every sign-in runs, because building takes drizzle longer
 * than the driver takes to send it. `build` gets a blank for each value, and must always build the same.
 */
export function preparedQuery<Name extends string, Result>(
  build: (db: SharedDatabase, placeholders: Placeholders<Name>) => Buildable<Result>,
): (tx: Transaction, values: Record<Name, unknown>) => Promise<Result> {
  let built: { preparation: Preparation; joins: unknown } | undefined
  return async (tx, values) => {
    built ??= takeApart(build)
    const { preparation, joins } = built
    const [query, ...rest] = preparation
    const filled = { ...query, params: query.params.map((param) => fillIn(param, values)) }
    const prepared = tx._.session.prepareQuery(filled, ...rest) as Prepared
    prepared.joinsNotNullableMap = joins
    return prepared.execute() as Promise<Result>
  }
}

/** The placeholders of these names alone: the rest of a row keeps its defaults. */
export function pick<Name extends string>(
  placeholders: Placeholders<Name>,
  names: readonly Name[],
): { [N in Name]: Placeholder<N> } {
  return Object.fromEntries(names.map((name) => [name, placeholders[name]])) as {
    [N in Name]: Placeholder<N>
  }
}

function fillIn(param: unknown, values: Record<string, unknown>): unknown {
  // In a condition a blank stands without its column, whose way to write a time is this one.
  if (is(param, Placeholder)) {
    const given = valueOf(param, values)
    return given instanceof Date ? given.toISOString() : given
  }
  if (!is(param, Param) || !is(param.value, Placeholder)) return param
  const value = valueOf(param.value, values)
  return value === null ? null : param.encoder.mapToDriverValue(value)
}

function valueOf({ name }: Placeholder, values: Record<string, unknown>): unknown {
  const value = values[name]
  // The driver would find out only when the transaction is cut off.
  if (value === undefined) throw new TypeError(`The statement has no value for "${name}"`)
  return value
}

const dialect = new PgDialect()
const nowhere = withPreparedStatements({
  unsafe: () => {
    throw new Error('A statement is built here, not sent')
  },
})
const allPlaceholders = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

/** Lets drizzle build the query, and keeps what it hands to its session. */
function takeApart<Name extends string>(
  build: (db: SharedDatabase, placeholders: Placeholders<Name>) => Buildable<unknown>,
): { preparation: Preparation; joins: unknown } {
  let preparation: Preparation | undefined
  const session: Session = new PostgresJsSession(nowhere, dialect, undefined)
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (...given: Preparation) => {
    preparation = given
    return prepareQuery(...given)
  }
  const db = new PostgresJsTransaction<NoSchema, NoSchema>(dialect, session, undefined)
  const prepared = build(db, allPlaceholders as Placeholders<Name>).prepare('') as Prepared
  if (!preparation) throw new Error('A statement is one query')
  return { preparation, joins: prepared.joinsNotNullableMap }
}
