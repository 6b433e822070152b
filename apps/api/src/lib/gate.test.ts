import { expect, it } from 'vitest'
import { createGate } from './gate.ts'

it('runs as many as it may, lets some wait, and turns the rest away', async () => {
  const gate = createGate(2, 3, () => new Error('full'))
  let running = 0
  let most = 0
  const releases: (() => void)[] = []
  const work = () =>
    gate.run(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((release) => releases.push(release))
      running -= 1
      return 'done'
    })
  const works = Array.from({ length: 7 }, work)
  const settled = Promise.allSettled(works)
  for (let done = 0; done < 5; done += 1) {
    await Promise.resolve()
    while (releases.length === 0) await new Promise(setImmediate)
    releases.shift()?.()
  }
  const outcomes = (await settled).map(({ status }) => status)
  expect(most).toBe(2)
  expect(outcomes).toEqual([...Array(5).fill('fulfilled'), ...Array(2).fill('rejected')])
})

it('goes on after a work that fails', async () => {
  const gate = createGate(1, 5, () => new Error('full'))
  await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(gate.run(async () => 'fine')).resolves.toBe('fine')
})
