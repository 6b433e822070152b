import { describe, expect, it } from 'vitest'
import { createSemaphore, type SemaphoreOptions } from './semaphore.ts'

const open = (options: Omit<SemaphoreOptions, 'createError'>) =>
  createSemaphore({ ...options, createError: (reason) => new Error(reason) })

/** A task that runs until `end` is called. */
function createTask() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { task: () => promise, end: resolve }
}

it('runs as many tasks as it may, lets some wait, and refuses the rest', async () => {
  const semaphore = open({ permits: 2, maxWaiting: 3 })
  let running = 0
  let most = 0
  const releases: (() => void)[] = []
  const work = () =>
    semaphore.run(async () => {
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

it('goes on after a task that fails', async () => {
  const semaphore = open({ permits: 1, maxWaiting: 5 })
  await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(semaphore.run(async () => 'fine')).resolves.toBe('fine')
})

describe('a task that waits too long', () => {
  it('is refused and never run, and the next one is let in', async () => {
    const semaphore = open({ permits: 1, maxWaitMs: 20 })
    const first = createTask()
    const running = semaphore.run(first.task)
    let hasRun = false
    await expect(
      semaphore.run(async () => {
        hasRun = true
      }),
    ).rejects.toThrow('timeout')
    const next = semaphore.run(async () => 'next')
    first.end()
    await running
    expect(await next).toBe('next')
    expect(hasRun).toBe(false)
  })

  it('frees its place in a bounded queue', async () => {
    const semaphore = open({ permits: 1, maxWaiting: 1, maxWaitMs: 20 })
    const first = createTask()
    const running = semaphore.run(first.task)
    const waiting = semaphore.run(async () => 'waited')
    await expect(semaphore.run(async () => 'third')).rejects.toThrow('full')
    await expect(waiting).rejects.toThrow('timeout')
    const later = semaphore.run(async () => 'later')
    first.end()
    await running
    expect(await later).toBe('later')
  })
})

describe('a semaphore that closes', () => {
  it('refuses waiting and new tasks, and waits for the running one', async () => {
    const semaphore = open({ permits: 1 })
    const first = createTask()
    const running = semaphore.run(first.task)
    const waiting = semaphore.run(async () => 'waited')
    let isClosed = false
    const closing = semaphore.close(10_000).then(() => {
      isClosed = true
    })
    await expect(waiting).rejects.toThrow('closed')
    await expect(semaphore.run(async () => 'new')).rejects.toThrow('closed')
    await new Promise(setImmediate)
    expect(isClosed).toBe(false)
    first.end()
    await Promise.all([running, closing])
    expect(isClosed).toBe(true)
  })

  it('waits no longer than it may', async () => {
    const semaphore = open({ permits: 2 })
    const endless = createTask()
    const running = semaphore.run(endless.task)
    await semaphore.close(20)
    endless.end()
    await running
  })

  it('is closed at once where nothing runs', async () => {
    await open({ permits: 3 }).close(10_000)
  })
})
