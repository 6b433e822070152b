import { expect, it, test } from 'vitest'
import { clockOffset, measureClockOffset, type ClockSample } from './server-clock.ts'

/**
 * A sample with `there` and `back` as its one-way times, for a server clock `ahead` of the phone's
 * (ms).
 */
const sample = (there: number, back: number, ahead: number): ClockSample => ({
  sentAt: 1000,
  serverTime: 1000 + there + ahead,
  receivedAt: 1000 + there + back,
})

test.each([
  ['no samples', [], undefined],
  ['one', [sample(10, 10, 500)], 500],
  ['a phone that is ahead', [sample(10, 10, -86_400_000)], -86_400_000],
  ['the mean of three', [sample(1, 1, 10), sample(1, 1, 20), sample(1, 1, 60)], 30],
  [
    'the slow ones left out, wherever they stand',
    [sample(900, 10, 0), sample(5, 5, 70), sample(5, 5, 80), sample(10, 900, 0), sample(5, 5, 90)],
    80,
  ],
  ['uneven ways cancel out', [sample(10, 30, 5), sample(30, 10, 5), sample(20, 20, 5)], 5],
  ['failed questions left out', [{ ...sample(1, 1, 9), serverTime: Number.NaN }, sample(50, 50, 7)], 7],
  ['a clock that was set back meanwhile', [{ sentAt: 10, receivedAt: 0, serverTime: 5 }, sample(5, 5, 3)], 3],
  ['nothing but failures', [{ ...sample(1, 1, 9), serverTime: Number.NaN }], undefined],
])('%s', (_, samples, offset) => {
  expect(clockOffset(samples)).toBe(offset)
})

it('sends five requests and leaves out failed ones', async () => {
  let now = 0
  const asked: [number, number][] = []
  const offset = await measureClockOffset(
    async (sentAt, index) => {
      asked.push([sentAt, index])
      now += 20
      if (index === 1) throw new Error('away')
      return sentAt + 10 + 4000
    },
    () => now,
  )
  expect(offset).toBe(4000)
  expect(asked).toEqual([0, 20, 40, 60, 80].map((sentAt, index) => [sentAt, index]))
})

it('has no offset where the server does not respond', async () => {
  await expect(
    measureClockOffset(
      () => Promise.reject(new Error('away')),
      () => 0,
    ),
  ).resolves.toBeUndefined()
})
