import { NoResponseError } from '@gatehouse/api-client/api-error'
import type { ExportTarget } from './export-target.ts'

/** A server that is cut off says nothing more. Its own limit for a part is shorter. */
const STALL_MS = 45_000

/** A table, an object in JSON on each line, or a document in JSON with a line for each record. */
export type ExportFormat = 'csv' | 'ndjson' | 'json'

/** An export as it arrives. */
export interface ExportStream {
  /** How many rows the server has announced. */
  rows: number
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>
  format: ExportFormat
}

interface Receiving {
  signal: AbortSignal
  /** Told how many rows are there. */
  onRows: (rows: number) => void
  stallMs?: number
}

/**
 * Receives an export part by part. What is incomplete is discarded.
 * @throws the reason of the signal; NoResponseError where rows are missing
 */
export async function receiveExport(
  { rows, bytes, format }: ExportStream,
  target: ExportTarget,
  { signal, onRows, stallMs = STALL_MS }: Receiving,
): Promise<void> {
  const reader = bytes.getReader()
  // The first row of a table has the names of the columns.
  const heads = format === 'csv' ? 1 : 0
  const count = createRowCounter(format)
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one part after the other
      const { value, done } = await within(reader.read(), stallMs, signal)
      if (done) break
      // oxlint-disable-next-line no-await-in-loop -- a slow disk slows the server down
      await target.write(value)
      onRows(Math.max(0, count(value) - heads))
    }
    if (count(new Uint8Array()) - heads !== rows) throw new NoResponseError('The export is incomplete.')
    await target.finish()
  } catch (error) {
    void reader.cancel().catch(() => {})
    await target.discard()
    signal.throwIfAborted()
    throw error instanceof TypeError ? new NoResponseError('The export was cut.', { cause: error }) : error
  }
}

function within<T>(work: Promise<T>, stallMs: number, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stall = () => reject(new NoResponseError('The export stands still.'))
    const abort = () => reject(new Error('The export was cancelled.', { cause: signal.reason }))
    const timer = setTimeout(stall, stallMs)
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    void work.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    })
  })
}

const QUOTE = 0x22
const LINE_FEED = 0x0a

/**
 * Counts the rows of a file as its parts arrive. In CSV they are line feeds outside of quotes; a doubled quote turns twice. JSON has line
 * feeds between its objects only.
 */
export function createRowCounter(format: ExportFormat): (part: Uint8Array) => number {
  let rows = 0
  let isQuoted = false
  return (part) => {
    for (const byte of part) {
      if (byte === QUOTE && format === 'csv') isQuoted = !isQuoted
      else if (byte === LINE_FEED && !isQuoted) rows += 1
    }
    return rows
  }
}
