import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/tenancy.ts'

const lockOf = (clientId: string) => sql`hashtextextended(${`erasure ${clientId}`}, 0)`

/** Waits for changes of whose visits are whose. Until the transaction ends there are no others, so what was found of a person stays theirs. */
export async function lockErasure(tx: Transaction, clientId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOf(clientId)})`)
}

/** Waits for an erasure. Whoever changes whose visit one is asks this before locking any row. */
export async function waitForErasure(tx: Transaction, clientId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockOf(clientId)})`)
}
