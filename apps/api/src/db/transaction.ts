import { entityKind } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { PostgresJsSession, PostgresJsTransaction } from 'drizzle-orm/postgres-js'
import type { TransactionSql } from 'postgres'
import { preparing } from './prepared-statements.ts'
import type { Scope } from './scopes.ts'

type NoSchema = Record<string, never>
type Bound = TransactionSql<{ bigint: number }>

const dialect = new PgDialect()

/**
 * An open transaction within one scope, of which `transaction()` is a savepoint. It takes no query once its work has returned: a
 * forgotten `await` fails instead of running inside whichever transaction has the connection next.
 */
export class Transaction extends PostgresJsTransaction<NoSchema, NoSchema> {
  static override readonly [entityKind]: string = 'ScopedTransaction'
  readonly scope: Scope | undefined
  readonly #sql: Bound
  readonly #life: { over: boolean }

  constructor(sql: Bound, scope: Scope | undefined, life = { over: false }) {
    super(
      dialect,
      new PostgresJsSession(
        preparing(sql, () => assertAlive(life)),
        dialect,
        undefined,
      ),
      undefined,
    )
    this.#sql = sql
    this.scope = scope
    this.#life = life
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.raw.savepoint((sql) => work(new Transaction(sql, this.scope, this.#life))) as Promise<T>
  }

  /** The driver itself, for cursors and bulk inserts. Times go in and come out as text. */
  get raw(): Bound {
    assertAlive(this.#life)
    return this.#sql
  }

  /** Runs the work and takes no query after it. */
  async live<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return await work(this)
    } finally {
      this.#life.over = true
    }
  }
}

function assertAlive(life: { over: boolean }): void {
  if (life.over) throw new Error('This transaction is over: a query was not awaited inside it')
}
