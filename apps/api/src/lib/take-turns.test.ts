import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takeTurns } from './take-turns.ts'

let now: number
beforeEach(() => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => vi.restoreAllMocks())

it('passes all items on, in their order', async () => {
  expect(await Array.fromAsync(takeTurns([3, 1, 2]))).toEqual([3, 1, 2])
})

it('lets other work run between items that take long', async () => {
  const done: string[] = []
  setImmediate(() => done.push('other work'))
  for await (const item of takeTurns(['first', 'second', 'third'])) {
    now += 10
    done.push(item)
  }
  expect(done).toEqual(['first', 'other work', 'second', 'third'])
})
