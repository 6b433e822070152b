import { createSemaphore, type SemaphoreRefusal } from '../lib/semaphore.ts'
import { Connection } from './connection.ts'
import { DatabaseBusyError } from './query-errors.ts'

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

/** A pool of connections of the runtime role. It is used through `withScope` and its siblings in tenancy.ts. */
export interface Database {
  /**
   * Lends a connection to the work, and takes it back unless it is spoilt. Work that overruns the deadline is cut off: a network that
   * swallows packets must not hold a place in the pool.
   */
  withConnection: <T>(work: (connection: Connection) => Promise<T>, deadlineMs?: number) => Promise<T>
  /** Lets nobody in any more, waits up to five seconds for what is running, then cuts it. */
  close: () => Promise<void>
}

const lifeMs = 45 * 60_000
const drainMs = 5000

const busyMessages: Record<SemaphoreRefusal, string> = {
  full: 'Too many wait for a database connection',
  timeout: 'No database connection became free in time',
  closed: 'The database is closed',
}

/** Opens a pool. It connects when it is needed, and after a loss again, each time at once. */
export function createDatabase({
  runtimeUrl,
  connections = 10,
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
  }
  const defaultDeadline = Math.max(statementTimeoutMs, idleInTransactionMs) + 2000
  const semaphore = createSemaphore({
    permits: connections,
    maxWaitMs: waitMs,
    createError: (reason) => new DatabaseBusyError(busyMessages[reason]),
  })
  const openedAt = new WeakMap<Connection, number>()
  const open = new Set<Connection>()
  const idle: Connection[] = []
  let turn = 0

  async function take(): Promise<Connection> {
    for (let connection = idle.pop(); connection; connection = idle.pop()) {
      if (connection.isOpen && performance.now() - (openedAt.get(connection) ?? 0) < lifeMs) return connection
      drop(connection)
    }
    const connection = await Connection.open(runtimeUrl, turn++, parameters)
    open.add(connection)
    openedAt.set(connection, performance.now())
    return connection
  }

  function drop(connection: Connection): void {
    open.delete(connection)
    connection.cut('CONNECTION_DESTROYED')
  }

  return {
    withConnection: (work, deadlineMs = defaultDeadline) =>
      semaphore.run(async () => {
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
      }),
    close: async () => {
      await semaphore.close(drainMs)
      for (const connection of open) drop(connection)
    },
  }
}
