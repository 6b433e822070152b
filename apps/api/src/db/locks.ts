import { sql } from 'drizzle-orm'
import { MINUTE_MS } from '../lib/durations.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { serverErrorOf } from './query-errors.ts'
import type { Transaction } from './tenancy.ts'

/** Of a connection that prepares the database for a start. */
export const START_LOCK_TIMEOUT_MS = 5 * MINUTE_MS
const LOCK_NOT_AVAILABLE = '55P03'

export interface StartLockOptions {
  onProgress?: (message: string) => void
  lockTimeoutMs?: number
}

/**
 * All advisory locks, in the order in which a transaction takes several of them. PostgreSQL knows a lock by
 * `hashtextextended(name, 0)`, also in `db/sql`. A lock of a client has the id of the client in its name.
 */
export type LockName =
  // Nodes that start together migrate, and make the data key, one after the other.
  | 'migrations'
  | 'data key'
  // One node at a time adds deltas to the roll-ups (db/sql/rollups.sql).
  | 'delta folding'
  // One node at a time chains the log. An erasure waits for it.
  | 'log chain'
  // An erasure has it alone, so what was found of a person stays theirs. Who changes whose visit one is shares it.
  | `erasure ${string}`
  | `import ${string}`
  // Two calls that take rights away leave one administrator: of each client, then of the installation.
  | `administrators ${string}`
  | 'administrators'
  // Who grants something to an account shares it. To disable a client takes it alone (db/sql/accounts.sql). The rows of the
  // client and the user are locked next.
  | 'grants'
  // No two users of a client get one name and mobile, or one access PIN.
  | `identity ${string}`
  | `access pins ${string}`
  // The devices of a site that leave, or come back, at once are one notice.
  | `device notices ${string}`
  // Two events at once would both find that nobody has been told.
  | `notifications ${string}`
  // The deliveries of a client are numbered in the order of their commits.
  | `webhook events ${string}`

const keyOf = (name: LockName) => sql`hashtextextended(${name}, 0)`

/** Waits until no other transaction has the lock, and keeps it until this one ends. */
export async function lock(tx: Pick<Transaction, 'execute'>, name: LockName): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${keyOf(name)})`)
}

/** The same beside others that share it. */
export async function lockShared(tx: Transaction, name: LockName): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${keyOf(name)})`)
}

export async function tryLock(tx: Pick<Transaction, 'execute'>, name: LockName): Promise<boolean> {
  const [row] = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${keyOf(name)}) as taken`,
  )
  return row?.taken === true
}

/**
 * Waits for a lock at a start, says so, and fails after the `lock_timeout` of the connection.
 * @param application the `application_name` of the connections that take this lock
 */
export async function lockAtStart(
  tx: Pick<Transaction, 'execute'>,
  name: LockName,
  { waiting, application }: { waiting: string; application: string },
  onProgress: (message: string) => void,
): Promise<void> {
  if (await tryLock(tx, name)) return
  onProgress(waiting)
  await untilLockTimeout(
    lock(tx, name),
    `Another connection has held the lock "${name}" for too long. If no other node is starting, end the ` +
      `connections named "${application}" in pg_stat_activity, then start again.`,
  )
}

/** Rejects with the advice where the work has waited for a lock longer than `lock_timeout`. */
export async function untilLockTimeout<T>(work: Promise<T>, advice: string): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (serverErrorOf(error)?.code !== LOCK_NOT_AVAILABLE) throw error
    throw new OperatorError(advice)
  }
}
