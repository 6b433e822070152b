import { describe, expect, it } from 'vitest'
import { createSemaphore, type SemaphoreOptions, type TaskOwner } from './semaphore.ts'

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

describe('owners take turns', () => {
  /**
   * Submits all tasks at once, and ends each before the next one begins.
   * @returns their names in the order in which they began
   */
  async function orderOf(owners: TaskOwner[], options: Partial<SemaphoreOptions> = {}): Promise<string[]> {
    const semaphore = open({ permits: 1, ...options })
    const order: string[] = []
    await Promise.all(
      owners.map((owner) =>
        semaphore.run(async () => {
          order.push([owner.group, owner.member].join(''))
          await new Promise(setImmediate)
        }, owner),
      ),
    )
    return order
  }

  it('a flood of one group makes the others wait for one of its tasks', async () => {
    const flood = Array.from({ length: 250 }, () => ({ group: 'a' }))
    const order = await orderOf([...flood, { group: 'b' }, { group: 'c' }, { group: 'b' }])
    expect(order.slice(0, 6)).toEqual(['a', 'a', 'b', 'c', 'a', 'b'])
    expect(order).toHaveLength(253)
  })

  it('in a group its members do, and it has no more turns for being many', async () => {
    const owner = (group: string, member: string) => ({ group, member })
    const order = await orderOf([
      ...Array.from({ length: 4 }, () => owner('a', '1')),
      owner('a', '2'),
      owner('a', '3'),
      owner('b', '1'),
      owner('b', '1'),
    ])
    expect(order).toEqual(['a1', 'a1', 'b1', 'a2', 'b1', 'a3', 'a1', 'a1'])
  })

  it('a group holds no more permits than it may, and the others have the rest', async () => {
    const semaphore = open({ permits: 3, permitsPerGroup: 2 })
    const tasks = Array.from({ length: 5 }, createTask)
    const began: number[] = []
    const running = tasks.map(({ task }, number) =>
      semaphore.run(
        () => {
          began.push(number)
          return task()
        },
        { group: number < 3 ? 'a' : 'b' },
      ),
    )
    await new Promise(setImmediate)
    expect(began).toEqual([0, 1, 3])
    tasks[3]?.end()
    await running[3]
    await new Promise(setImmediate)
    expect(began).toEqual([0, 1, 3, 4])
    tasks[0]?.end()
    await running[0]
    await new Promise(setImmediate)
    expect(began).toEqual([0, 1, 3, 4, 2])
    for (const { end } of tasks) end()
    await Promise.all(running)
  })

  it('who has too many waiting is refused, and nobody else', async () => {
    const semaphore = open({ permits: 1, maxWaiting: 1 })
    const first = createTask()
    const run = (member: string) => semaphore.run(async () => member, { group: 'a', member })
    const running = semaphore.run(first.task, { group: 'a', member: '1' })
    const waiting = run('1')
    await expect(run('1')).rejects.toThrow('full')
    const other = run('2')
    first.end()
    await running
    expect(await Promise.all([waiting, other])).toEqual(['1', '2'])
  })

  it('who has waited too long has no turn', async () => {
    const semaphore = open({ permits: 1, maxWaitMs: 20 })
    const first = createTask()
    const running = semaphore.run(first.task, { group: 'a' })
    await expect(semaphore.run(first.task, { group: 'b' })).rejects.toThrow('timeout')
    first.end()
    await running
    expect(await semaphore.run(async () => 'c', { group: 'c' })).toBe('c')
  })
})

describe('tasks of a semaphore with one permit per group', () => {
  it('run one after the other for one key, in their order, also after a failure', async () => {
    const semaphore = open({ permitsPerGroup: 1, maxWaiting: 10 })
    const log: string[] = []
    const work = (name: string) => async () => {
      log.push(`${name} begins`)
      await new Promise(setImmediate)
      log.push(`${name} ends`)
      if (name === 'b') throw new Error('b failed')
      return name
    }
    const results = await Promise.allSettled(
      ['a', 'b', 'c'].map((name) => semaphore.run(work(name), { group: 'key' })),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })
  it('do not wait for another group', async () => {
    const semaphore = open({ permitsPerGroup: 1, maxWaiting: 10 })
    let end = () => {}
    const first = semaphore.run(() => new Promise<void>((done) => (end = done)), { group: 'one' })
    expect(await semaphore.run(() => Promise.resolve('through'), { group: 'other' })).toBe('through')
    end()
    await first
  })
  it('are refused where too many wait, and let in again afterwards', async () => {
    const semaphore = open({ permitsPerGroup: 1, maxWaiting: 2 })
    let end = () => {}
    const first = semaphore.run(() => new Promise<void>((done) => (end = done)), { group: 'key' })
    const waiting = [
      semaphore.run(async () => 1, { group: 'key' }),
      semaphore.run(async () => 2, { group: 'key' }),
    ]
    await expect(semaphore.run(async () => 3, { group: 'key' })).rejects.toThrow('full')
    await new Promise(setImmediate)
    end()
    await first
    expect(await Promise.all(waiting)).toEqual([1, 2])
    expect(await semaphore.run(async () => 4, { group: 'key' })).toBe(4)
  })
})
