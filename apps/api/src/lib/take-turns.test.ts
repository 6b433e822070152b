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

it('lets other work run where each of several loops is short', async () => {
  const done: string[] = []
  setImmediate(() => done.push('other work'))
  for (const loop of ['first', 'second', 'third', 'fourth']) {
    // oxlint-disable-next-line no-await-in-loop -- one follows the other
    for await (const name of takeTurns([loop])) {
      now += 5
      done.push(name)
    }
  }
  expect(done.slice(0, 4)).toContain('other work')
})
