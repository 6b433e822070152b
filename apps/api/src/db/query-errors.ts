import { DrizzleQueryError } from 'drizzle-orm'
import postgres from 'postgres'

/** What the server said about a statement, wherever it is in the chain of causes. */
export function serverErrorOf(error: unknown): postgres.PostgresError | undefined {
  for (let link = error; link instanceof Error; link = link.cause) {
    if (link instanceof postgres.PostgresError) return link
  }
  return undefined
}

/**
 * The same error without the values that went with the query. Drizzle's own message carries them, and the server's `detail` and
 * `where` can hold a whole row: people's names and mobiles, which must reach no log.
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
