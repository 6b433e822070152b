import { NoResponseError } from '@gatehouse/api-client/api-error'
import type { ExportTarget } from './export-target.ts'

/** A server that is cut off goes silent. Its own timeout for a part is shorter. */
const STALL_MS = 45_000

/** A table, one JSON object per line, or a JSON document with one line per record. */
export type ExportFormat = 'csv' | 'ndjson' | 'json'

/** An export as it arrives. */
export interface ExportStream {
  /** The number of rows that the server has announced. */
  rows: number
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>
  format: ExportFormat
}

interface Receiving {
  signal: AbortSignal
  /** Called with the number of received rows. */
  onRows: (rows: number) => void
  stallMs?: number
}

/**
 * Receives an export in parts, and discards an incomplete one.
 * @throws the signal's reason; NoResponseError where rows are missing
 */
export async function receiveExport(
  { rows, bytes, format }: ExportStream,
  target: ExportTarget,
  { signal, onRows, stallMs = STALL_MS }: Receiving,
): Promise<void> {
  const reader = bytes.getReader()
  // The first row of a table has the column names.
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
 * Counts the rows of a file as its parts arrive. In CSV they are line feeds outside of quotes; a
 * doubled quote toggles twice. JSON has line feeds only between its objects.
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
