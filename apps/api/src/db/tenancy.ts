import type { Database, SharedDatabase } from './client.ts'
import { withoutValues } from './query-errors.ts'
import type { Scope } from './scopes.ts'
import { Transaction } from './transaction.ts'

export type { ClientScope, InstallationScope, Scope } from './scopes.ts'
export { Transaction } from './transaction.ts'

export interface TransactionOptions {
  readOnly?: boolean
  /** Default: read committed. */
  isolation?: 'repeatable read' | 'serializable'
}

/** The one public key, id (a UUID) or address that a directory is asked for before the client is known. */
export type Lookup = { methodKey: string } | { methodId: string } | { emailKey: string }

/**
 * Runs the work in one transaction that sees and writes the rows of its scope and no others. Inside a transaction of the same scope
 * it joins; inside another it throws. Errors come without the values of the query.
 */
export function withScope<T>(
  target: Database | Transaction,
  scope: Scope,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  if (target instanceof Transaction) return join(target, scope, work)
  const settings: Settings = scope.kind === 'client' ? [scope.clientId, '', ''] : ['', 'installation', '']
  return transact(target, settings, scope, work, options)
}

/** Runs the work in a read-only transaction that sees, of the directories, the rows with exactly that key, id or address. */
export function withLookup<T>(
  db: Database,
  lookup: Lookup,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return transact(db, ['', '', nameOf(lookup)], undefined, work, { readOnly: true })
}

/** Runs the work without a transaction, each statement on its own, and without a client: for rate limits, readiness and partitions. */
export async function withoutClient<T>(
  db: Database,
  work: (shared: SharedDatabase) => Promise<T>,
): Promise<T> {
  try {
    return await db.turnstile.through(() => work(db.shared))
  } catch (error) {
    throw withoutValues(error)
  }
}

type Settings = [clientId: string, scope: string, lookup: string]

const nameScope = `select set_config('app.client_id', $1, true), set_config('app.scope', $2, true), set_config('app.lookup', $3, true)`

async function transact<T>(
  db: Database,
  settings: Settings,
  scope: Scope | undefined,
  work: (tx: Transaction) => Promise<T>,
  { readOnly, isolation }: TransactionOptions,
): Promise<T> {
  const mode = `${isolation ? `isolation level ${isolation}` : ''} ${readOnly ? 'read only' : ''}`
  try {
    const result = await db.turnstile.through(() =>
      db.pool.begin(mode, async (sql) => {
        // Sent ahead of the first query and not waited for: both travel together, and the server takes them in order.
        const named = sql.unsafe(nameScope, settings, { prepare: true }).execute()
        const answer = await new Transaction(sql, scope).live(work)
        await named
        return { answer }
      }),
    )
    return result.answer
  } catch (error) {
    throw withoutValues(error)
  }
}

function join<T>(tx: Transaction, scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const isSame =
    tx.scope?.kind === 'client'
      ? scope.kind === 'client' && scope.clientId === tx.scope.clientId
      : tx.scope?.kind === scope.kind
  if (!isSame) throw new Error('A transaction keeps the scope that it was opened with')
  return work(tx)
}

function nameOf(lookup: Lookup): string {
  if ('methodKey' in lookup) return `method_key:${lookup.methodKey}`
  if ('emailKey' in lookup) return `email_key:${lookup.emailKey}`
  return `method_id:${lookup.methodId}`
}
