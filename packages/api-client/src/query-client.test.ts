import { expect, it } from 'vitest'
import { ApiError, NoResponseError } from './api-error.ts'
import { isWorthRetrying, retryDelayMs, untilAnswered } from './query-client.ts'

it('asks a busy server again, and not before it said', () => {
  const busy = new ApiError(503, undefined, '5')
  expect(isWorthRetrying(0, busy)).toBe(true)
  expect([0, 1, 3].map((failures) => retryDelayMs(failures, busy))).toEqual([5000, 5000, 8000])
  expect(retryDelayMs(0, new ApiError(503, undefined, '3600'))).toBe(30_000)
})

it('asks again after growing pauses where no answer came', () => {
  const lost = new NoResponseError('No response from the server.')
  expect([0, 1, 2].map((failures) => retryDelayMs(failures, lost))).toEqual([1000, 2000, 4000])
})

it('waits no longer than half a minute, however often it has asked', () => {
  const lost = new NoResponseError('No response from the server.')
  expect([4, 5, 20, 2000].map((failures) => retryDelayMs(failures, lost))).toEqual([
    16_000, 30_000, 30_000, 30_000,
  ])
})

it('asks until the server has answered what a page cannot be without, and not where it has refused', () => {
  expect(untilAnswered(500, new NoResponseError('No response from the server.'))).toBe(true)
  expect(untilAnswered(500, new ApiError(503, undefined, null))).toBe(true)
  expect(untilAnswered(0, new ApiError(403, undefined, null))).toBe(false)
})
