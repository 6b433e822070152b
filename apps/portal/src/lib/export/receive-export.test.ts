import { NoResponseError } from '@gatehouse/api-client/api-error'
import { describe, expect, test } from 'vitest'
import { createRowCounter, type ExportFormat, receiveExport } from './receive-export.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const head = '"name"\r\n'

/** The parts in sequence; then the end, silence, or a lost connection. */
function stream(parts: string[], end: 'end' | 'silence' | 'loss' = 'end') {
  const left = [...parts]
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const part = left.shift()
      if (part !== undefined) controller.enqueue(bytes(part))
      else if (end === 'end') controller.close()
      else if (end === 'loss') controller.error(new TypeError('network error'))
    },
  })
}

/** Records its calls. */
function target() {
  const log: string[] = []
  const note = (what: string) => async () => void log.push(what)
  return {
    log,
    write: async (part: Uint8Array) => void log.push(new TextDecoder().decode(part)),
    finish: note('finish'),
    discard: note('discard'),
  }
}

const receive = (
  rows: number,
  parts: string[],
  end?: 'end' | 'silence' | 'loss',
  signal = new AbortController().signal,
  format: ExportFormat = 'csv',
) => {
  const to = target()
  const seen: number[] = []
  const from = { rows, bytes: stream(parts, end), format }
  const done = receiveExport(from, to, { signal, onRows: (count) => seen.push(count), stallMs: 50 })
  return { to, seen, done }
}

describe('an export', () => {
  test('is whole when all rows are there, and counts them on the way', async () => {
    const { to, seen, done } = receive(2, [head, '"a"\r\n"b', '\n""c"\r\n'])
    await done
    expect(seen).toEqual([0, 1, 2])
    expect(to.log.at(-1)).toBe('finish')
  })
  test.each([
    ['that is cut', [head, '"a"\r\n'], 'loss'],
    ['that ends early', [head, '"a"\r\n'], 'end'],
    ['that ends within a row', [head, '"a"\r\n"b'], 'end'],
    ['that stands still', [head], 'silence'],
  ] as const)('%s is discarded', async (_, parts, end) => {
    const { to, done } = receive(2, [...parts], end)
    await expect(done).rejects.toThrow(NoResponseError)
    expect(to.log.at(-1)).toBe('discard')
    expect(to.log).not.toContain('finish')
  })
  test('that is cancelled is discarded at once', async () => {
    const abort = new AbortController()
    const { to, done } = receive(2, [head], 'silence', abort.signal)
    abort.abort()
    await expect(done).rejects.toThrow('aborted')
    expect(to.log.at(-1)).toBe('discard')
  })
})

test('a file of JSON has no head, and is incomplete without its last line feed', async () => {
  const { signal } = new AbortController()
  const whole = receive(2, ['{"a":"\\""}\n', '{}\n'], 'end', signal, 'ndjson')
  await whole.done
  expect(whole.seen).toEqual([1, 2])
  const cut = receive(2, ['{}\n', '{"incomplete":true}'], 'end', signal, 'ndjson')
  await expect(cut.done).rejects.toThrow(NoResponseError)
})

test('line breaks and quotes within values are no rows', () => {
  const count = createRowCounter('csv')
  expect(count(bytes('"a\n""b"",'))).toBe(0)
  expect(count(bytes('c"\r\n"d"\r\n'))).toBe(2)
})
