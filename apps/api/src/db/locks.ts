import { sql } from 'drizzle-orm'
import { MINUTE_MS } from '../lib/durations.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { serverErrorOf } from './query-errors.ts'
import type { Transaction } from './tenancy.ts'

/** The `lock_timeout` of connections that prepare the database at a start. */
export const START_LOCK_TIMEOUT_MS = 5 * MINUTE_MS
const LOCK_NOT_AVAILABLE = '55P03'

export interface StartLockOptions {
  onProgress?: (message: string) => void
  lockTimeoutMs?: number
}

/**
 * All advisory locks, in the order in which a transaction takes several of them. The key in
 * PostgreSQL is `hashtextextended(name, 0)`, also in `db/sql`. The name of a client's lock ends
 * with the client's id.
 */
export type LockName =
  // Nodes that start together migrate, and create the data key, one at a time.
  | 'migrations'
  | 'data key'
  // One process at a time makes a backup. A session holds it.
  | 'backup'
  // One node at a time folds deltas into the roll-ups (db/sql/rollups.sql).
  | 'delta folding'
  // One node at a time chains the log. An erasure waits for it.
  | 'log chain'
  // Erasures take it exclusively, so that the records of a person stay theirs. Transactions that
  // change the person of a visit share it.
  | `erasure ${string}`
  | `import ${string}`
  // Two concurrent calls that remove rights must leave one administrator: in each client, then in
  // the installation.
  | `administrators ${string}`
  | 'administrators'
  // Shared by transactions that grant something to an account; exclusive for disabling a client
  // (db/sql/accounts.sql). The rows of the client and the user are locked after it.
  | 'grants'
  // Within a client, no two users get the same name and mobile, or the same access PIN.
  | `identity ${string}`
  | `access pins ${string}`
  // Devices of a site that go offline, or come back, together become one notice.
  | `device notices ${string}`
  // Without it, two concurrent events would both see that no notification was sent.
  | `notifications ${string}`
  // A client's deliveries are numbered in commit order.
  | `webhook events ${string}`

const keyOf = (name: LockName) => sql`hashtextextended(${name}, 0)`

/** Waits until no other transaction has the lock, and holds it until this one ends. */
export async function lock(tx: Pick<Transaction, 'execute'>, name: LockName): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${keyOf(name)})`)
}

/** Takes the lock in shared mode. */
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
 * Takes a lock at a start: logs that it waits, and fails after the connection's `lock_timeout`.
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

/** Rejects with the advice where the work exceeds `lock_timeout`. */
export async function untilLockTimeout<T>(work: Promise<T>, advice: string): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (serverErrorOf(error)?.code !== LOCK_NOT_AVAILABLE) throw error
    throw new OperatorError(advice)
  }
}
