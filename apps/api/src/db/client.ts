import { createSemaphore, type SemaphoreRejection } from '../lib/semaphore.ts'
import { Connection } from './connection.ts'
import { DatabaseBusyError } from './query-errors.ts'

/**
 * `guests`: short transactions that reach each row by an index. `exports`: few, long transactions
 * that read many rows. `others`: everything else, with any query.
 */
export type Workload = 'guests' | 'exports' | 'others'

export interface DatabaseOptions {
  /** The URL for the runtime role, as `prepareEmbedded` and `prepareServer` return it. */
  runtimeUrl: string
  connections?: number
  workload?: Workload
  /** How long a transaction may wait for a connection before it fails. */
  waitMs?: number
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  idleInTransactionMs?: number
  applicationName?: string
}

export interface ConnectionUse {
  deadlineMs?: number | undefined
  /** The group of the work. Groups take turns where all connections are in use. */
  group?: string | undefined
  /** The member of the group. Members take turns within their group. */
  member?: string | undefined
}

/** A pool of connections of the runtime role. Use it through the functions of tenancy.ts. */
export interface Database {
  /**
   * Runs the work with a connection, which returns to the pool if it is still open. A connection in
   * use past its deadline is closed, so that a network with packet loss can't exhaust the pool.
   * @throws DatabaseBusyError where no connection becomes free in time
   */
  withConnection: <T>(work: (connection: Connection) => Promise<T>, options?: ConnectionUse) => Promise<T>
  /** How many connections of a pool are in use, and how many transactions wait for one. */
  usage?: () => { running: number; waiting: number }
  /** Refuses new work, waits up to five seconds for running work, then closes all connections. */
  close: () => Promise<void>
}

/**
 * Guest queries are planned once per connection, because planning takes longer than execution. A
 * plan made while a table was small must not scan the whole table, or all rows of a client, later.
 * The join methods that would do so are disabled.
 */
const plannerSettings: Record<Workload, Record<string, string>> = {
  guests: {
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    enable_material: 'off',
  },
  // A cursor is planned for its first rows unless this is 1.
  exports: { cursor_tuple_fraction: '1', random_page_cost: '1.1' },
  // Often-read tables are in memory or on an SSD, where random access is cheap. A list is sorted in
  // memory.
  others: { random_page_cost: '1.1', work_mem: '16MB' },
}

const lifeMs = 45 * 60_000
const drainMs = 5000

const busyMessages: Record<SemaphoreRejection, string> = {
  full: 'Too many wait for a database connection',
  timeout: 'No database connection became free in time',
  closed: 'The database is closed',
}

/** Creates a pool. It connects on demand, and reconnects without back-off. */
export function createDatabase({
  runtimeUrl,
  connections = 10,
  workload = 'others',
  waitMs = 750,
  statementTimeoutMs = 5000,
  lockTimeoutMs = 2000,
  idleInTransactionMs = 10_000,
  applicationName = 'gatehouse',
}: DatabaseOptions): Database {
  const parameters = {
    application_name: applicationName,
    TimeZone: 'UTC',
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    // Compiling a short statement takes longer than running it.
    jit: 'off',
    ...plannerSettings[workload],
  }
  const defaultDeadline = Math.max(statementTimeoutMs, idleInTransactionMs) + 2000
  const semaphore = createSemaphore({
    permits: connections,
    maxWaitMs: waitMs,
    createError: (reason) => new DatabaseBusyError(busyMessages[reason], reason),
  })
  const openedAt = new WeakMap<Connection, number>()
  const open = new Set<Connection>()
  const idle: Connection[] = []

  async function take(): Promise<Connection> {
    for (let connection = idle.pop(); connection; connection = idle.pop()) {
      if (connection.isOpen && performance.now() - (openedAt.get(connection) ?? 0) < lifeMs) return connection
      drop(connection)
    }
    const connection = await Connection.open(runtimeUrl, parameters)
    open.add(connection)
    openedAt.set(connection, performance.now())
    return connection
  }

  function drop(connection: Connection): void {
    open.delete(connection)
    connection.cut('CONNECTION_DESTROYED')
  }

  return {
    withConnection: (work, { deadlineMs = defaultDeadline, group = '', member = '' } = {}) =>
      semaphore.run(
        async () => {
          const connection = await take()
          const deadline =
            deadlineMs === Infinity ? undefined : setTimeout(() => connection.cut('ETIMEDOUT'), deadlineMs)
          try {
            return await work(connection)
          } finally {
            clearTimeout(deadline)
            if (connection.isOpen) idle.push(connection)
            else drop(connection)
          }
        },
        { group, member },
      ),
    usage: () => semaphore.usage(),
    close: async () => {
      await semaphore.close(drainMs)
      for (const connection of open) drop(connection)
    },
  }
}
