import { entityKind } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { PostgresJsSession, PostgresJsTransaction } from 'drizzle-orm/postgres-js'
import type { PendingQuery, Sql, TransactionSql } from 'postgres'
import type { Driver } from './connection.ts'
import type { Scope } from './scopes.ts'

type NoSchema = Record<string, never>

const dialect = new PgDialect()

/** Whether the transaction still accepts queries. Its savepoints share this. */
interface Life {
  over: boolean
  savepoints: number
}

/**
 * An open transaction within one scope; its `transaction()` creates a savepoint. It rejects queries
 * once its work has returned, so a forgotten `await` fails instead of running in the connection's
 * next transaction.
 */
export class Transaction extends PostgresJsTransaction<NoSchema, NoSchema> {
  static override readonly [entityKind]: string = 'ScopedTransaction'
  readonly scope: Scope | undefined
  readonly #driver: Driver
  readonly #life: Life
  #committing: Promise<{ command: string }> | undefined

  constructor(driver: Driver, scope: Scope | undefined, life: Life = { over: false, savepoints: 0 }) {
    super(
      dialect,
      new PostgresJsSession(
        withPreparedStatements(driver, () => assertAlive(life)),
        dialect,
        undefined,
      ),
      undefined,
    )
    this.#driver = driver
    this.scope = scope
    this.#life = life
  }

  /** The driver, for cursors and bulk inserts. It reads and writes times as text. */
  get raw(): Driver {
    assertAlive(this.#life)
    return this.#driver
  }

  /** Runs a constant text as a prepared statement. Times are returned as text. */
  prepared<Row extends object>(text: string, parameters: readonly (string | null)[]): PendingQuery<Row[]> {
    return this.raw.unsafe<Row[]>(text, [...parameters], { prepare: true })
  }

  /** Runs the work in a savepoint. If it throws, only its own changes are rolled back. */
  override async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const name = `s${++this.#life.savepoints}`
    await this.raw.unsafe(`savepoint ${name}`)
    try {
      const result = await work(new Transaction(this.#driver, this.scope, this.#life))
      await this.raw.unsafe(`release ${name}`)
      return result
    } catch (error) {
      await this.raw.unsafe(`rollback to ${name}; release ${name}`)
      throw error
    }
  }

  /**
   * Sends the last query together with the commit, which saves a round trip. If it fails, the
   * transaction is rolled back. The work must not fail for another reason afterwards: the
   * transaction may be committed by then.
   */
  async queryAndCommit<Row extends object>(query: string, parameters: (string | null)[]): Promise<Row[]> {
    const rows = this.prepared<Row>(query, parameters).execute()
    this.#committing = this.#driver.unsafe('commit').execute()
    // A lost connection fails both, and the first failure is the one reported.
    this.#committing.catch(() => {})
    this.end()
    return rows
  }

  get committing(): Promise<{ command: string }> | undefined {
    return this.#committing
  }

  /** Rejects all further queries. */
  end(): void {
    this.#life.over = true
  }
}

function assertAlive(life: Life): void {
  if (life.over) throw new Error('This transaction is over: a query was not awaited inside it')
}

type Runner = Pick<Sql, 'unsafe'>

/**
 * Wraps the driver so that drizzle, which never prepares statements, uses prepared ones where they
 * pay off. `before` is called before each query and may throw. The wrapper has only the method that
 * a drizzle session calls.
 */
export function withPreparedStatements(sql: Runner, before: () => void = () => {}): Sql & TransactionSql {
  const runner: Runner = {
    unsafe: (query, parameters = []) => {
      before()
      return sql.unsafe(query, parameters, { prepare: isWorthPreparing(query, parameters) })
    },
  }
  return runner as Sql & TransactionSql
}

/** A connection keeps prepared statements for its life. Long texts mostly vary, so they are not. */
export function isWorthPreparing(query: string, parameters: readonly unknown[]): boolean {
  return parameters.length > 0 && parameters.length <= 64 && query.length <= 4096
}
