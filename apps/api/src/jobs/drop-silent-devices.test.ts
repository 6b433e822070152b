import { expect, it, vi } from 'vitest'
import { createRound } from './drop-silent-devices.ts'

it('tells of offline devices once the database was there for as long as they may wait to come back', async () => {
  let now = 0
  const drop = vi.fn(() => Promise.resolve())
  const tell = vi.fn(() => Promise.resolve())
  const log = { warn: vi.fn() }
  const round = createRound({ drop, tell, log, elapsed: () => now })
  const roundAt = (seconds: number) => {
    now = seconds * 1000
    return round()
  }
  for (const seconds of [0, 5, 89]) await roundAt(seconds)
  expect([drop.mock.calls.length, tell.mock.calls.length]).toEqual([3, 0])
  await roundAt(90)
  expect(tell).toHaveBeenCalledTimes(1)
  drop.mockRejectedValueOnce(new Error('gone'))
  for (const seconds of [95, 100, 184]) await roundAt(seconds)
  expect([tell.mock.calls.length, log.warn.mock.calls.length]).toEqual([1, 1])
  await roundAt(185)
  expect(tell).toHaveBeenCalledTimes(2)
})
