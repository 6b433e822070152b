import { expect, test } from 'vitest'
import { nextPause } from './use-recovery.ts'

const now = Date.UTC(2026, 10, 20)

test('each failure in a row waits longer, up to a minute', () => {
  let kept: string | undefined
  const waits: number[] = []
  for (let at = now; waits.length < 8;) {
    const { failures, milliseconds } = nextPause(kept, at)
    kept = `${failures.count} ${failures.at}`
    waits.push(milliseconds / 1000)
    at += milliseconds
  }
  expect(waits).toEqual([5, 10, 20, 40, 60, 60, 60, 60])
})

test.each([
  ['nothing was kept', undefined],
  ['nonsense was kept', 'often'],
  ['it was long ago', `4 ${now - 5 * 60_000}`],
  ['the clock was put back', `4 ${now + 60_000}`],
])('where %s the pauses begin anew', (_, kept) => {
  expect(nextPause(kept, now)).toEqual({ failures: { count: 1, at: now }, milliseconds: 5000 })
})
