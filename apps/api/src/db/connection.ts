import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres, { type Sql } from 'postgres'

export type Driver = Sql<{ bigint: number }>

const connectMs = 2000
/** The SQLSTATE of a server that cannot be written to. */
export const READ_ONLY = '25006'

/**
 * One connection that never reconnects. The driver would run the queued queries of a lost
 * transaction on its next connection, outside any transaction. After a loss this connection only
 * fails, and the pool opens another.
 */
export class Connection {
  readonly sql: Driver
  #socket: Socket | undefined
  #isOpen = true

  private constructor(url: string, parameters: Record<string, string | number>) {
    const options = {
      max: 1,
      connect_timeout: connectMs / 1000,
      idle_timeout: 0,
      max_lifetime: null,
      // Skips the type query at the start: a connection lost during it would be an unhandled
      // rejection. Drizzle parses arrays itself.
      fetch_types: false,
      types: { bigint: exactNumber },
      connection: parameters,
      onnotice: () => {},
      onclose: () => this.#closed(),
      socket: () => this.#plug(),
    }
    // Here, a connection has one socket, so the driver must not look for another host.
    this.sql = postgres(
      url.replace(/[?&]target_session_attrs=[^&]*$|target_session_attrs=[^&]*&/, ''),
      options,
    )
    // Sets the driver's parsers to those that drizzle expects.
    drizzle(this.sql)
  }

  /**
   * Connects. Where the URL names several hosts, to the first one that can be written to. Each
   * connection finds it anew, so the program follows a failover.
   * @throws DatabaseConnectionError, or an error of the server
   */
  static async open(url: string, parameters: Record<string, string | number>): Promise<Connection> {
    const { host, port, path } = postgres(url, { max: 1 }).options
    let failed: unknown
    for (const [index, name] of host.entries()) {
      const connection = new Connection(url, parameters)
      try {
        await connection.#connect(path ? { path } : { host: name, port: port[index] ?? 5432 })
        if (host.length === 1 || !(await connection.#isReadOnly())) return connection
        failed = new DatabaseConnectionError(failure(READ_ONLY))
      } catch (error) {
        failed = error
      }
      connection.cut('CONNECTION_DESTROYED')
    }
    throw failed
  }

  async #connect(at: { path: string } | { host: string; port: number }): Promise<void> {
    const socket = 'path' in at ? connect(at.path) : connect({ ...at, noDelay: true })
    const giveUp = setTimeout(() => socket.destroy(failure('CONNECT_TIMEOUT')), connectMs)
    try {
      await once(socket, 'connect')
    } catch (error) {
      throw new DatabaseConnectionError(error)
    } finally {
      clearTimeout(giveUp)
    }
    // The listener covers the time until the driver adds its own. For TLS, the driver reads the
    // host name from the socket.
    this.#socket = Object.assign(socket, at).on('error', () => {})
  }

  /** Whether the server is a standby, or takes no writes for another reason. */
  async #isReadOnly(): Promise<boolean> {
    const giveUp = setTimeout(() => this.cut('ETIMEDOUT'), connectMs)
    try {
      const [row] = await this.sql<{ setting: string }[]>`
        select current_setting('transaction_read_only') as setting`
      return row?.setting === 'on'
    } finally {
      clearTimeout(giveUp)
    }
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Closes the connection at once. Queries without a result fail. */
  cut(code: 'ETIMEDOUT' | 'CONNECTION_DESTROYED'): void {
    this.#socket?.destroy(failure(code))
    this.#closed()
  }

  #isPlugged = false

  /** Gives the socket to the driver, once. */
  #plug(): Socket {
    if (this.#isPlugged || !this.#socket || this.#socket.destroyed) throw failure('CONNECTION_CLOSED')
    this.#isPlugged = true
    return this.#socket
  }

  #closed(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    // Rejects the queries that the driver has queued.
    void this.sql.end({ timeout: 0 })
  }
}

/** The database could not be connected to. `code` is that of the socket's error. */
class DatabaseConnectionError extends Error {
  override readonly name = 'DatabaseConnectionError'
  readonly code: string

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause))
    this.code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  }
}

function failure(code: string): Error {
  return Object.assign(new Error(`The connection to the database is lost (${code})`), { code })
}

/** Reads a bigint as a number. @throws RangeError where it is not exactly representable */
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
