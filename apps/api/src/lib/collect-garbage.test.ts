import { expect, test } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'

test('what nothing holds any more is collected at once', () => {
  let rows: number[] | undefined = Array.from({ length: 2_000_000 }, (_, at) => at + 0.5)
  expect(rows).toHaveLength(2_000_000)
  const full = process.memoryUsage().heapUsed
  rows = undefined
  collectGarbage()
  expect(full - process.memoryUsage().heapUsed).toBeGreaterThan(10_000_000)
})
