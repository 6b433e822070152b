import { DrizzleQueryError } from 'drizzle-orm'
import postgres from 'postgres'
import type { SemaphoreRejection } from '../lib/semaphore.ts'
import { READ_ONLY } from './connection.ts'

/** The server's error about a statement, anywhere in the chain of causes. */
export function serverErrorOf(error: unknown): postgres.PostgresError | undefined {
  for (let link = error; link instanceof Error; link = link.cause) {
    if (link instanceof postgres.PostgresError) return link
  }
  return undefined
}

/**
 * The same error without the values of the query. Drizzle's message has them, and the server's
 * `detail` and `where` can contain a whole row: names and mobiles, which must not be logged.
 */
export function withoutValues(error: unknown): unknown {
  const plain = error instanceof DrizzleQueryError && error.cause ? error.cause : error
  if (plain instanceof postgres.PostgresError) {
    for (const name of ['detail', 'where', 'query', 'parameters', 'args']) {
      if (name in plain) Object.defineProperty(plain, name, { enumerable: false })
    }
  }
  return plain
}

/** No connection became free in time, or the pool is closed. The call can be repeated. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError'
  readonly reason: SemaphoreRejection | undefined

  constructor(message: string, reason?: SemaphoreRejection) {
    super(message)
    this.reason = reason
  }
}

// Class 08: connection; 53: the server's resources; 57P: its shutdown and start.
const serverIsAway = /^(08|53|57P0[1-5])/
// A statement or lock timeout, an idle transaction, a deadlock, a serialization failure: rolled
// back, so safe to retry.
const serverIsBusy = new Set(['57014', '55P03', '25P03', '40P01', '40001'])

const connectionIsAway = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  READ_ONLY,
])

/** Whether the database was unreachable, lost or too busy. The caller gets 503 and can retry. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const server = serverErrorOf(error)
  if (server) {
    return (
      endsConnection(server) ||
      serverIsAway.test(server.code) ||
      server.code === READ_ONLY ||
      serverIsBusy.has(server.code)
    )
  }
  for (let link = error; link instanceof Error; link = link.cause) {
    if (link instanceof DatabaseBusyError || connectionIsAway.has(codeOf(link))) return true
    if (link instanceof AggregateError && link.errors.some(isDatabaseUnavailable)) return true
  }
  return false
}

/**
 * Whether a failure in the log is that of a lost or unreachable database.
 * @param failure as `kindOf` or `withoutData` returns it
 */
export function isOutage(failure: unknown): boolean {
  if (typeof failure !== 'object' || !failure || !('type' in failure && 'code' in failure)) return false
  const { type, code } = failure
  if (typeof code !== 'string') return false
  if (type === 'PostgresError') return serverIsAway.test(code)
  // The driver has codes of its own; those of a socket are of any server.
  return type === 'DatabaseConnectionError' || /^CONNECT(ION)?_/.test(code)
}

/** Whether the transaction was rolled back. After a lost connection it may be committed. */
export function isRolledBack(error: unknown): boolean {
  const server = serverErrorOf(error)
  return server ? !endsConnection(server) && !serverIsAway.test(server.code) : !isDatabaseUnavailable(error)
}

/** A FATAL error ends or refuses the connection. */
function endsConnection({ severity }: postgres.PostgresError): boolean {
  return severity === 'FATAL' || severity === 'PANIC'
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
