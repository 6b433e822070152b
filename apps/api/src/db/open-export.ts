import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { AppError } from '../lib/app-error.ts'
import { createSemaphore, type TaskOwner } from '../lib/semaphore.ts'
import type { Database } from './client.ts'
import { type Scope, type Transaction, withScope } from './tenancy.ts'

/** How many exports a node writes at once. Each has its own connection. */
export const EXPORTS_AT_ONCE = 3
const EXPORTS_PER_CLIENT = EXPORTS_AT_ONCE - 1
/**
 * How many more exports per person may wait, and for how long. A reader may receive the last part a
 * moment before the transaction ends.
 */
const WAITING = 2
const WAIT_MS = 2000
const RETRY_SECONDS = 10
/** Larger parts would make more garbage, whose collection blocks the event loop. */
const PART_ROWS = 200
const CHUNK_BYTES = 16 * 1024
const STATEMENT_MS = 30_000
/** A reader who stalls this long is disconnected: open transactions keep old row versions alive. */
const STALL_MS = 60_000
const WHOLE_MS = 15 * 60_000

/** The number of rows, and their text, which is read within the transaction while it is sent. */
interface OpenedExport {
  rows: number
  text: AsyncIterable<string>
}

interface ExportToSend extends OpenedExport {
  /** Records that the reader left before the last part, or stalled. */
  onCancelled?: () => Promise<void>
}

export type Exports = ReturnType<typeof createExports>

/**
 * The exports on these connections. Each holds one for as long as its reader takes, so one client's
 * readers never get all of them.
 */
export function createExports(db: Database, { stallMs = STALL_MS, waitMs = WAIT_MS } = {}) {
  const semaphore = createSemaphore({
    permits: EXPORTS_AT_ONCE,
    permitsPerGroup: EXPORTS_PER_CLIENT,
    maxWaiting: WAITING,
    maxWaitMs: waitMs,
    createError: () => new AppError('exports_busy', { retryAfterSeconds: RETRY_SECONDS }),
  })
  return {
    /**
     * Reads an export in one read-only transaction, open until the last part is sent, so that all
     * rows are from one snapshot. A failure after the first part ends the text with an error: the
     * response is cut, and the file can't pass as complete.
     * @param open counts the rows, records the export and returns the text of the rows
     * @throws AppError `exports_busy`; the errors of `open`
     */
    open(
      scope: Scope,
      owner: TaskOwner,
      open: (tx: Transaction) => Promise<ExportToSend>,
    ): Promise<OpenedExport> {
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
  open: (tx: Transaction) => Promise<ExportToSend>,
  stallMs: number,
): { opened: Promise<OpenedExport>; ended: Promise<void> } {
  const sent = new PassThrough({ highWaterMark: 16 * 1024 })
  const { promise, resolve, reject } = Promise.withResolvers<OpenedExport>()
  let onCancelled: ExportToSend['onCancelled']
  const read = async (tx: Transaction) => {
    const { rows, text, ...toSend } = await open(tx)
    onCancelled = toSend.onCancelled
    resolve({ rows, text: sent })
    const stall = new AbortController()
    await pipeline(notLongerThan(inChunks(text), stallMs, stall), sent, { signal: stall.signal })
  }
  const ended = withScope(db, scope, read, {
    readOnly: true,
    isolation: 'repeatable read',
    statementTimeoutMs: STATEMENT_MS,
    idleMs: stallMs,
    deadlineMs: WHOLE_MS,
  }).catch(async (error: unknown) => {
    // No effect after the first part, where the pipeline has already ended the text with the error.
    reject(error)
    if (isCancelled(error)) await onCancelled?.()
  })
  return { opened: promise, ended }
}

/** The reader left or stalled. */
const isCancelled = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ABORT_ERR')

/**
 * Few large chunks cost the connection less than many small ones. The first part is sent at once,
 * so that the reader sees the export begin. Chunks are buffers, which are outside the
 * garbage-collected heap.
 */
async function* inChunks(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  let least = 0
  for await (const part of parts) {
    const bytes = Buffer.from(part)
    waiting.push(bytes)
    size += bytes.length
    if (size < least) continue
    yield Buffer.concat(waiting, size)
    waiting = []
    size = 0
    least = CHUNK_BYTES
  }
  if (size > 0) yield Buffer.concat(waiting, size)
}

/** Aborts where the reader takes too long to request the next part. */
async function* notLongerThan(
  parts: AsyncIterable<Buffer>,
  stallMs: number,
  stall: AbortController,
): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const timer = setTimeout(() => stall.abort(), stallMs)
    try {
      yield part
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Reads the ids that a query selects, in its order, part by part. */
export async function* readIdsInParts(tx: Transaction, ids: SQLWrapper): AsyncGenerator<string[]> {
  for await (const rows of readValuesInParts<[string]>(tx, ids)) yield rows.map(([id]) => id)
}

/** Reads the values of whole rows, in column order, part by part. */
export function readValuesInParts<Values extends unknown[]>(
  tx: Transaction,
  query: SQLWrapper,
  size = PART_ROWS,
): AsyncGenerator<readonly Values[]> {
  return readByCursor(tx, query, size, async (fetch) => {
    const rows: unknown = await tx.raw.unsafe(fetch).values()
    return rows as readonly Values[]
  })
}

/**
 * Reads rows as drizzle maps them, part by part.
 * @param fetch runs the statement that reads the next part
 */
export function readRowsInParts<Row>(
  tx: Transaction,
  query: SQLWrapper,
  fetch: (statement: SQL) => PromiseLike<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  return readByCursor(tx, query, PART_ROWS, async (next) => fetch(sql.raw(next)))
}

/** PostgreSQL reads the next part while one is written. A transaction has one such query. */
async function* readByCursor<Row>(
  tx: Transaction,
  query: SQLWrapper,
  size: number,
  fetch: (statement: string) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  const ask = () => {
    const rows = fetch(`fetch ${size} from exported`)
    // A consumer that stops reading does not await it.
    rows.catch(() => {})
    return rows
  }
  await tx.execute(sql`declare exported no scroll cursor for ${query}`)
  let next = ask()
  for (;;) {
    // The memory stays flat only where a part follows the one before.
    const rows = await next
    if (rows.length < size) {
      await tx.execute(sql`close exported`)
      if (rows.length > 0) yield rows
      return
    }
    next = ask()
    yield rows
  }
}
