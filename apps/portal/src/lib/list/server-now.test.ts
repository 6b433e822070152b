import { expect, test } from 'vitest'
import { serverNow } from './server-now.ts'

const asOf = '2026-11-20T03:00:00.000Z'

test.each([
  ['a right clock', Date.parse(asOf), Date.parse(asOf) + 5_000, 5_000],
  ['a clock an hour ahead', Date.parse(asOf) + 3_600_000, Date.parse(asOf) + 3_605_000, 5_000],
  ['a clock put back since', Date.parse(asOf), Date.parse(asOf) - 60_000, 0],
])('%s', (_, receivedAt, now, elapsed) => {
  expect(serverNow({ as_of: asOf }, receivedAt, now)).toBe(Date.parse(asOf) + elapsed)
})

test('a response without a time leaves the browser’s', () => {
  expect(serverNow({ total: 0 }, 1, 5)).toBe(5)
})
