import type { Database } from './client.ts'
import { OneTransaction, type Scope, type Transaction, withScope } from './tenancy.ts'

export interface OneTransactionSteps<Result> {
  before: (tx: Transaction) => Promise<void>
  /** The work. Each `withScope` on its database joins the transaction, which the first begins. */
  work: (db: Database) => Promise<Result>
  /** Runs last, with the result of `work`. */
  after: (tx: Transaction, result: Result) => Promise<void>
}

/**
 * Runs work and what precedes and follows it in one transaction, which commits all or nothing.
 * Until the first `withScope`, for example during a rate limit check, no connection is held.
 */
export async function inOneTransaction<Result>(
  db: Database,
  scope: Scope,
  { before, work, after }: OneTransactionSteps<Result>,
): Promise<Result> {
  const worked = Promise.withResolvers<Result>()
  // Where the transaction never began, nothing awaits this promise.
  worked.promise.catch(() => {})
  const begun = Promise.withResolvers<Transaction>()
  begun.promise.catch(() => {})
  const opened: { whole?: Promise<void> } = {}
  const begin = () => {
    if (!opened.whole) {
      opened.whole = withScope(db, scope, async (tx) => {
        await before(tx)
        begun.resolve(tx)
        await after(tx, await worked.promise)
      })
      opened.whole.catch(begun.reject)
    }
    return begun.promise
  }
  await work(new OneTransaction(begin)).then(worked.resolve, worked.reject)
  await opened.whole
  return worked.promise
}
