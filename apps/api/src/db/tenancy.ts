import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { Database } from './client.ts'
import type { Connection } from './connection.ts'
import { withPreparedStatements, Transaction } from './transaction.ts'
import { withoutValues } from './query-errors.ts'
import { groupOf, type Scope } from './scopes.ts'

export type { Scope } from './scopes.ts'
export { Transaction } from './transaction.ts'

export interface TransactionOptions {
  readOnly?: boolean
  /** Defaults to read committed. */
  isolation?: 'repeatable read' | 'serializable'
  /** Plans each statement for its values. A generic plan may be slow for the largest client. */
  customPlans?: boolean
  /** Disables plans with a sort, so a statement whose order matches an index uses that index. */
  withoutSorts?: boolean
  /**
   * For jobs and exports: the time limits of a statement, of the idle time between two, and of the
   * whole transaction. Infinity removes the last.
   */
  statementTimeoutMs?: number
  idleMs?: number
  deadlineMs?: number
  /** When all connections are in use, this kind of work takes turns with the scope's other work. */
  workKind?: string
}

/** Drizzle on one connection, without a client. */
export type SharedDatabase = PostgresJsDatabase<Record<string, never>>

/** The lookup value before the client is known: a key, an id, an email, or a hash. */
export type Lookup =
  | { methodKey: string }
  | { methodId: string }
  | { emailKey: string }
  | { oneTimeToken: string }
  | { pairingCode: string }

/** A database whose `withScope` calls all join one transaction. See `inOneTransaction`. */
export class OneTransaction implements Database {
  /** Opens the transaction with the first call. */
  readonly begin: () => Promise<Transaction>

  constructor(begin: () => Promise<Transaction>) {
    this.begin = begin
  }

  /** A second connection, while the first one waits for it, could exhaust the pool. */
  withConnection(): Promise<never> {
    return Promise.reject(new Error('Within one transaction there is no other connection'))
  }

  close(): Promise<never> {
    return Promise.reject(new Error('Whoever opened the database closes it'))
  }
}

/**
 * Runs the work in a transaction that can read and write only the rows of its scope. Inside a
 * transaction of the same scope it joins that one; inside another scope it throws. Errors do not
 * contain the values of the query.
 */
export function withScope<T>(
  target: Database | Transaction,
  scope: Scope,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  if (target instanceof Transaction) return join(target, scope, work)
  if (target instanceof OneTransaction) return target.begin().then((tx) => join(tx, scope, work))
  return transact(target, openingOf(scope, options), scope, work, options)
}

/** Like `withScope`, but read-only. */
export function withReadScope<T>(
  target: Database | Transaction,
  scope: Scope,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return withScope(target, scope, work, { readOnly: true })
}

/** Runs the work in a read-only transaction that sees only the lookup rows of this value. */
export function withLookup<T>(
  db: Database,
  lookup: Lookup,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const opening = { text: beginning({ readOnly: true }), lookup: nameOf(lookup) }
  return transact(db, opening, undefined, work, {})
}

/** Runs the work without a transaction and without a client, for rate limits and readiness. */
export async function withoutTenant<T>(
  db: Database,
  work: (shared: SharedDatabase) => Promise<T>,
): Promise<T> {
  try {
    return await db.withConnection(({ sql }) =>
      work(drizzle(Object.assign(withPreparedStatements(sql), { options: sql.options }))),
    )
  } catch (error) {
    throw withoutValues(error)
  }
}

/** The first statements of a transaction. The settings that name its scope are local to it. */
interface Opening {
  text: string
  /** A parameter, because it comes from a caller. */
  lookup?: string
}

/** The id of a scope is a UUID, checked by `clientScope`, so it is safe inside the SQL text. */
function openingOf(scope: Scope, options: TransactionOptions): Opening {
  const setting =
    scope.kind === 'client' ? `app.client_id = '${scope.clientId}'` : `app.scope = 'installation'`
  return { text: `${beginning(options)}; set local ${setting}` }
}

const nameLookup = `select set_config('app.lookup', $1, true)`

async function transact<T>(
  db: Database,
  opening: Opening,
  scope: Scope | undefined,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  try {
    return await db.withConnection((connection) => runOn(connection, opening, scope, work), {
      deadlineMs: options.deadlineMs,
      group: scope && groupOf(scope),
      member: options.workKind,
    })
  } catch (error) {
    throw withoutValues(error)
  }
}

async function runOn<T>(
  connection: Connection,
  { text, lookup }: Opening,
  scope: Scope | undefined,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  // Not awaited: it is pipelined with the first query, and the server runs all in order. If it
  // fails, so does every later query, because a connection never reconnects.
  const opening = Promise.all([
    connection.sql.unsafe(text).execute(),
    ...(lookup === undefined
      ? []
      : [connection.sql.unsafe(nameLookup, [lookup], { prepare: true }).execute()]),
  ])
  const tx = new Transaction(connection.sql, scope)
  try {
    const [result] = await Promise.all([work(tx).finally(() => tx.end()), opening])
    const { command } = await (tx.committing ?? connection.sql.unsafe('commit'))
    // After an error the server turns the commit into a rollback, and reports it only here.
    if (command !== 'COMMIT') throw new Error('Rolled back: a failed query was caught inside its transaction')
    return result
  } catch (error) {
    tx.end()
    await connection.sql.unsafe('rollback').catch(() => connection.cut('CONNECTION_DESTROYED'))
    throw error
  }
}

function beginning({
  readOnly,
  isolation,
  customPlans,
  withoutSorts,
  statementTimeoutMs,
  idleMs,
}: TransactionOptions): string {
  return [
    `begin${isolation ? ` isolation level ${isolation}` : ''}${readOnly ? ' read only' : ''}`,
    ...(customPlans ? [`set local plan_cache_mode = force_custom_plan`] : []),
    ...(withoutSorts ? ['set local enable_sort = off', 'set local enable_incremental_sort = off'] : []),
    ...(statementTimeoutMs === undefined
      ? []
      : [`set local statement_timeout = ${Math.trunc(statementTimeoutMs)}`]),
    ...(idleMs === undefined
      ? []
      : [`set local idle_in_transaction_session_timeout = ${Math.trunc(idleMs)}`]),
  ].join('; ')
}

function join<T>(tx: Transaction, scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const isSame =
    tx.scope?.kind === 'client'
      ? scope.kind === 'client' && scope.clientId === tx.scope.clientId
      : tx.scope?.kind === scope.kind
  if (!isSame) throw new Error('A transaction keeps the scope that it was opened with')
  return work(tx)
}

function nameOf(lookup: Lookup): string {
  if ('methodKey' in lookup) return `method_key:${lookup.methodKey}`
  if ('emailKey' in lookup) return `email_key:${lookup.emailKey}`
  if ('oneTimeToken' in lookup) return `one_time_token:${lookup.oneTimeToken}`
  if ('pairingCode' in lookup) return `pairing_code:${lookup.pairingCode}`
  return `method_id:${lookup.methodId}`
}
