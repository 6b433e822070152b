import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql, type SQLWrapper } from 'drizzle-orm'
import { AppError } from '../lib/app-error.ts'
import { createKeyedMutex } from '../lib/keyed-mutex.ts'
import type { Database } from './client.ts'
import { DatabaseBusyError } from './query-errors.ts'
import { type Scope, type Transaction, withScope } from './tenancy.ts'

/** How many exports a node writes at once. Each has a connection of its own. */
export const EXPORTS_AT_ONCE = 3
const EXPORTS_PER_CLIENT = EXPORTS_AT_ONCE - 1
/** A reader who has the last part may be a moment ahead of the end of the transaction. */
const WAIT_MS = 2000
const RETRY_SECONDS = 10
const PART_ROWS = 500
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
  open(scope: Scope, open: (tx: Transaction) => Promise<OpenedExport>): Promise<OpenedExport>
}

/** The exports on these connections. Each keeps one for as long as its reader takes, so the readers of one client never have all of them. */
export function createExports(db: Database, { stallMs = STALL_MS } = {}): Exports {
  const refuse = (cause?: unknown) =>
    new AppError('exports_busy', { retryAfterSeconds: RETRY_SECONDS, cause })
  const clients = createKeyedMutex(EXPORTS_PER_CLIENT, refuse, WAIT_MS, EXPORTS_PER_CLIENT)
  return {
    open(scope, open) {
      const { promise, resolve, reject } = Promise.withResolvers<OpenedExport>()
      const run = async () => {
        const { opened, ended } = openExport(db, scope, open, stallMs)
        opened.then(resolve, (error: unknown) =>
          reject(error instanceof DatabaseBusyError && error.reason === 'timeout' ? refuse(error) : error),
        )
        await ended
      }
      clients.run(scope.kind === 'client' ? scope.clientId : scope.kind, run).catch(reject)
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
  await tx.execute(sql`declare exported no scroll cursor for ${ids}`)
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- the memory stays flat only where a part follows the one before
    const rows = await tx.execute<{ id: string }>(sql.raw(`fetch ${PART_ROWS} from exported`))
    if (rows.length === 0) return
    yield rows.map(({ id }) => id)
  }
}
