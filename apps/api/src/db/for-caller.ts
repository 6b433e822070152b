import type { Database } from './client.ts'

/** The same connections for one caller: when they leave, what runs for them ends, and nothing more begins. */
export function forCaller(db: Database, hasLeft: AbortSignal): Database {
  return {
    ...db,
    withConnection: (work, use) =>
      db.withConnection(async (connection) => {
        hasLeft.throwIfAborted()
        let cancelled: Promise<void> | undefined
        const cancel = () => {
          cancelled = connection.cancel()
        }
        hasLeft.addEventListener('abort', cancel)
        try {
          return await work(connection)
        } finally {
          hasLeft.removeEventListener('abort', cancel)
          // Else it could be a statement of the next one to use the connection.
          await cancelled
        }
      }, use),
  }
}
