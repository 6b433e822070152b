import { entityKind } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { PostgresJsSession, PostgresJsTransaction } from 'drizzle-orm/postgres-js'
import type { Sql, TransactionSql } from 'postgres'
import type { Driver } from './connection.ts'
import type { Scope } from './scopes.ts'

type NoSchema = Record<string, never>

const dialect = new PgDialect()

/** Whether the transaction still takes queries; its savepoints share it. */
interface Life {
  over: boolean
  savepoints: number
}

/**
 * An open transaction within one scope, of which `transaction()` is a savepoint. It takes no query once its work has returned: a
 * forgotten `await` fails instead of running inside whichever transaction has the connection next.
 */
export class Transaction extends PostgresJsTransaction<NoSchema, NoSchema> {
  static override readonly [entityKind]: string = 'ScopedTransaction'
  readonly scope: Scope | undefined
  readonly #driver: Driver
  readonly #life: Life

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

  /** The driver itself, for cursors and bulk inserts. Times go in and come out as text. */
  get raw(): Driver {
    assertAlive(this.#life)
    return this.#driver
  }

  /** Runs the work as a savepoint: if it throws, just its own part is undone. */
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

  /** Takes no query from here on. */
  end(): void {
    this.#life.over = true
  }
}

function assertAlive(life: Life): void {
  if (life.over) throw new Error('This transaction is over: a query was not awaited inside it')
}

type Runner = Pick<Sql, 'unsafe'>

/**
 * A driver for drizzle's sessions that prepares what is worth it, which drizzle by itself never does; `before` is called ahead of
 * each query and may throw. It has the one method that a session calls.
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

/** A connection keeps each prepared text for its life, so long texts, whose length mostly hangs on the data, are not prepared. */
export function isWorthPreparing(query: string, parameters: readonly unknown[]): boolean {
  return parameters.length > 0 && parameters.length <= 64 && query.length <= 4096
}
