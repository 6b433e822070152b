import { expect, it, vi } from 'vitest'
import { createSilentWatch } from './device-states.ts'

it('tells of offline devices once the database was there for as long as they may wait to come back', async () => {
  let now = 0
  const drop = vi.fn(() => Promise.resolve())
  const tell = vi.fn(() => Promise.resolve())
  const watch = createSilentWatch(() => now)
  const runAt = (seconds: number) => {
    now = seconds * 1000
    return watch({ drop, tell })
  }
  for (const seconds of [0, 5, 89]) await runAt(seconds)
  expect([drop.mock.calls.length, tell.mock.calls.length]).toEqual([3, 0])
  await runAt(90)
  expect(tell).toHaveBeenCalledTimes(1)
  drop.mockRejectedValueOnce(new Error('gone'))
  await expect(runAt(95)).rejects.toThrow('gone')
  for (const seconds of [100, 184]) await runAt(seconds)
  expect(tell).toHaveBeenCalledTimes(1)
  await runAt(185)
  expect(tell).toHaveBeenCalledTimes(2)
})
