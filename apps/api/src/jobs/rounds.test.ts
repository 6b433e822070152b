import { expect, it } from 'vitest'
import { startRounds } from './rounds.ts'

it('works one round at a time, tells the last one to end, and waits for it', async () => {
  const told: string[] = []
  const third = Promise.withResolvers<void>()
  let under = 0
  const rounds = startRounds(1, async (signal) => {
    under += 1
    expect(under).toBe(1)
    if (told.push('begun') === 3) {
      third.resolve()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      told.push('ended')
    }
    under -= 1
  })
  await third.promise
  await rounds.stop()
  expect(told).toEqual(['begun', 'begun', 'begun', 'ended'])
})

it('does not wait for the rest when it is stopped', async () => {
  let worked = 0
  const rounds = startRounds(3_600_000, () => Promise.resolve((worked += 1)))
  await rounds.stop()
  expect(worked).toBe(1)
})
