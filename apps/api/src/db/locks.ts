import { sql } from 'drizzle-orm'
import type { Transaction } from './tenancy.ts'

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
  // Two events at once would both find that nobody has been told.
  | `notifications ${string}`
  // The deliveries of a client are numbered in the order of their commits.
  | `webhook events ${string}`

const keyOf = (name: LockName) => sql`hashtextextended(${name}, 0)`

/** Waits until no other transaction has the lock, and keeps it until this one ends. */
export async function lock(tx: Transaction, name: LockName): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${keyOf(name)})`)
}

/** The same beside others that share it. */
export async function lockShared(tx: Transaction, name: LockName): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${keyOf(name)})`)
}

export async function tryLock(tx: Transaction, name: LockName): Promise<boolean> {
  const [row] = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${keyOf(name)}) as taken`,
  )
  return row?.taken === true
}
