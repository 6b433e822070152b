import type { Database } from './client.ts'
import { OneTransaction, type Scope, type Transaction, withScope } from './tenancy.ts'

export interface OneTransactionSteps<Result> {
  before: (tx: Transaction) => Promise<void>
  /** Every `withScope` on its database joins the transaction, which begins with the first one. */
  work: (db: Database) => Promise<Result>
  /** Comes last, with what the work returned. */
  after: (tx: Transaction, result: Result) => Promise<void>
}

/**
 * Commits what the work writes together with what comes before and after it, or nothing of it. What the work does before its first
 * `withScope`, such as asking a limit, holds no connection.
 */
export async function inOneTransaction<Result>(
  db: Database,
  scope: Scope,
  { before, work, after }: OneTransactionSteps<Result>,
): Promise<Result> {
  const worked = Promise.withResolvers<Result>()
  // Where the transaction never began, nobody waits for it.
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
