import { is, Param, Placeholder, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { PostgresJsSession, PostgresJsTransaction } from 'drizzle-orm/postgres-js'
import { withPreparedStatements } from './transaction.ts'
import type { SharedDatabase, Transaction } from './tenancy.ts'

/** The placeholders of the values in a query, by name. */
export type Placeholders<Name extends string> = { readonly [N in Name]: Placeholder<N> }

type NoSchema = Record<string, never>
type Session = PostgresJsSession<ReturnType<typeof withPreparedStatements>, NoSchema, NoSchema>
type Prepared = ReturnType<Session['prepareQuery']> & { joinsNotNullableMap?: unknown }
type Preparation = Parameters<Session['prepareQuery']>

/** Any query of drizzle. */
interface Buildable<Result> extends PromiseLike<Result> {
  prepare(name: string): unknown
}

/**
 * Creates a query that is built once and then only filled with values. It is for the queries of every sign-in: drizzle takes longer
 * to build a query than the driver to send it. `build` receives a placeholder for each value, and must always build the same query.
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
    const prepared = tx.preparing.prepareQuery(filled, ...rest) as Prepared
    prepared.joinsNotNullableMap = joins
    return prepared.execute() as Promise<Result>
  }
}

/** The placeholders of these names only. The other columns of a row keep their defaults. */
export function pick<Name extends string>(
  placeholders: Placeholders<Name>,
  names: readonly Name[],
): { [N in Name]: Placeholder<N> } {
  return Object.fromEntries(names.map((name) => [name, placeholders[name]])) as {
    [N in Name]: Placeholder<N>
  }
}

function fillIn(param: unknown, values: Record<string, unknown>): unknown {
  // In a condition a placeholder has no column that would encode its value, so times are encoded here.
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
  // The driver would fail only when the transaction is aborted.
  if (value === undefined) throw new TypeError(`The prepared query has no value for "${name}"`)
  return value
}

const dialect = new PgDialect()
const nowhere = withPreparedStatements({
  unsafe: () => {
    throw new Error('A prepared query is built here, not sent')
  },
})
const allPlaceholders = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

/** Lets drizzle build the query, and keeps the text that it gives to its session. */
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
  if (!preparation) throw new Error('A prepared query is one query')
  return { preparation, joins: prepared.joinsNotNullableMap }
}
