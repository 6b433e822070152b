import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres, { type Sql } from 'postgres'
import { preparing } from './prepared-statements.ts'
import { socketThatGivesUp } from './socket.ts'
import { Turnstile } from './turnstile.ts'

export interface DatabaseOptions {
  /** Of the runtime role, as `prepareEmbedded` and `prepareServer` answer it. */
  runtimeUrl: string
  connections?: number
  /** How long a transaction may wait for a connection before it is turned away. */
  waitMs?: number
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  idleInTransactionMs?: number
  applicationName?: string
}

export type SharedDatabase = PostgresJsDatabase<Record<string, never>>

/** A pool of connections of the runtime role. What goes through it goes through `withScope` and its siblings in tenancy.ts. */
export interface Database {
  readonly pool: Sql<{ bigint: number }>
  readonly shared: SharedDatabase
  readonly turnstile: Turnstile
  /** Waits up to five seconds for what is running, then cuts it. */
  close(): Promise<void>
}

const connectSeconds = 2

/** Opens a pool; it connects at the first query and again after each failure, without waiting longer each time. */
export function createDatabase({
  runtimeUrl,
  connections = 10,
  waitMs = 750,
  statementTimeoutMs = 5000,
  lockTimeoutMs = 2000,
  idleInTransactionMs = 10_000,
  applicationName = 'gatehouse',
}: DatabaseOptions): Database {
  const hasSeveralHosts = /^[^/]+\/\/[^/]*,/.test(runtimeUrl)
  const pool = postgres(runtimeUrl, {
    max: connections,
    connect_timeout: connectSeconds,
    backoff: () => 0.1,
    prepare: true,
    types: { bigint: exactNumber },
    connection: {
      application_name: applicationName,
      TimeZone: 'UTC',
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    },
    // With several hosts the driver has to walk through them itself.
    ...(hasSeveralHosts
      ? {}
      : { socket: socketThatGivesUp(Math.max(statementTimeoutMs, idleInTransactionMs) + 2000) }),
    onnotice: () => {},
  })
  return {
    pool,
    // Also sets the driver's parsers to what drizzle expects, for the transactions too.
    shared: drizzle(Object.assign(preparing(pool), { options: pool.options })),
    turnstile: new Turnstile(connections, waitMs),
    close: () => pool.end({ timeout: 5 }),
  }
}

/** A bigint as a number, as long as it is one exactly. */
const exactNumber = {
  to: 20,
  from: [20],
  serialize: String,
  parse: (text: string) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value))
      throw new RangeError('A bigint from the database is too large for a number')
    return value
  },
}
