import { expect, it } from 'vitest'
import { takeTurns } from './take-turns.ts'

const hold = (milliseconds: number) => {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}

it('passes all items on, in their order', async () => {
  expect(await Array.fromAsync(takeTurns([3, 1, 2]))).toEqual([3, 1, 2])
})

it('lets other work run between items that take long', async () => {
  const done: string[] = []
  setImmediate(() => done.push('other work'))
  for await (const item of takeTurns(['first', 'second', 'third'])) {
    hold(10)
    done.push(item)
  }
  expect(done).toEqual(['first', 'other work', 'second', 'third'])
})
