import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { AppError } from '../lib/app-error.ts'
import { createSemaphore, type TaskOwner } from '../lib/semaphore.ts'
import type { Database } from './client.ts'
import { type Scope, type Transaction, withScope } from './tenancy.ts'

/** How many exports a node writes at once. Each has a connection of its own. */
export const EXPORTS_AT_ONCE = 3
const EXPORTS_PER_CLIENT = EXPORTS_AT_ONCE - 1
/** How many further ones of a person may wait, and for how long. A reader who has the last part may be a moment ahead of the end of the transaction. */
const WAITING = 2
const WAIT_MS = 2000
const RETRY_SECONDS = 10
/** Fewer rows at once are less to collect as garbage, which holds the event loop longer than writing them. */
const PART_ROWS = 200
const STATEMENT_MS = 30_000
/** A reader who takes nothing for so long is cut off: an open transaction keeps old versions of rows. */
const STALL_MS = 60_000
const WHOLE_MS = 15 * 60_000

/** How many rows there are, and their text, which is read in the transaction while it is sent. */
interface OpenedExport {
  rows: number
  text: AsyncIterable<string>
}

export interface Exports {
  /**
   * Reads an export in one read-only transaction that stays open until the last part is sent, so that all rows are of one moment. A failure
   * after the first part ends the text with an error: the response is cut, and the file is never taken for a whole one.
   * @param open counts the rows, records the export and names the text of the rows
   * @throws AppError `exports_busy`; what `open` throws
   */
  open(
    scope: Scope,
    owner: TaskOwner,
    open: (tx: Transaction) => Promise<OpenedExport>,
  ): Promise<OpenedExport>
}

/** The exports on these connections. Each keeps one for as long as its reader takes, so the readers of one client never have all of them. */
export function createExports(db: Database, { stallMs = STALL_MS, waitMs = WAIT_MS } = {}): Exports {
  const semaphore = createSemaphore({
    permits: EXPORTS_AT_ONCE,
    permitsPerGroup: EXPORTS_PER_CLIENT,
    maxWaiting: WAITING,
    maxWaitMs: waitMs,
    createError: () => new AppError('exports_busy', { retryAfterSeconds: RETRY_SECONDS }),
  })
  return {
    open(scope, owner, open) {
      const { promise, resolve, reject } = Promise.withResolvers<OpenedExport>()
      const run = async () => {
        const { opened, ended } = openExport(db, scope, open, stallMs)
        opened.then(resolve, reject)
        await ended
      }
      semaphore.run(run, owner).catch(reject)
      return promise
    },
  }
}

function openExport(
  db: Database,
  scope: Scope,
  open: (tx: Transaction) => Promise<OpenedExport>,
  stallMs: number,
): { opened: Promise<OpenedExport>; ended: Promise<void> } {
  const sent = new PassThrough()
  const { promise, resolve, reject } = Promise.withResolvers<OpenedExport>()
  const read = async (tx: Transaction) => {
    const { rows, text } = await open(tx)
    resolve({ rows, text: sent })
    const stall = new AbortController()
    await pipeline(notLongerThan(text, stallMs, stall), sent, { signal: stall.signal })
  }
  const ended = withScope(db, scope, read, {
    readOnly: true,
    isolation: 'repeatable read',
    statementTimeoutMs: STATEMENT_MS,
    idleMs: stallMs,
    deadlineMs: WHOLE_MS,
  }).catch((error: unknown) => {
    // After the first part this is too late, and the pipeline has ended the text with the error.
    reject(error)
  })
  return { opened: promise, ended }
}

/** Aborts where the reader takes too long to ask for the next part. */
async function* notLongerThan(
  parts: AsyncIterable<string>,
  stallMs: number,
  stall: AbortController,
): AsyncGenerator<string> {
  for await (const part of parts) {
    const timer = setTimeout(() => stall.abort(), stallMs)
    try {
      yield part
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Reads the ids that a query selects, in its order and a part at a time. One transaction has one such query. */
export async function* readIdsInParts(tx: Transaction, ids: SQLWrapper): AsyncGenerator<string[]> {
  for await (const rows of readRowsInParts(tx, ids, (next) => tx.execute<{ id: string }>(next)))
    yield rows.map(({ id }) => id)
}

/** The same for whole rows. @param fetch runs the statement that reads the next part */
export async function* readRowsInParts<Row>(
  tx: Transaction,
  query: SQLWrapper,
  fetch: (statement: SQL) => PromiseLike<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  await tx.execute(sql`declare exported no scroll cursor for ${query}`)
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- the memory stays flat only where a part follows the one before
    const rows = await fetch(sql.raw(`fetch ${PART_ROWS} from exported`))
    if (rows.length === 0) return
    yield rows
  }
}
