import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BatchOptions, createBatches } from './batches.ts'

interface Item {
  name: string
  touches?: string[]
}

/** Batches whose work runs until the test ends it. */
function createHeld(options: Partial<BatchOptions<Item, string>> = {}) {
  const begun: { names: string[]; end(error?: Error): void }[] = []
  const batches = createBatches<Item, string>({
    size: 3,
    atOnce: 1,
    longestMs: 60_000,
    maxWaitMs: 60_000,
    createError: (reason) => new Error(reason),
    touches: ({ touches = [] }) => touches,
    async work(_, begin) {
      const items = begin()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      begun.push({
        names: items.map(({ name }) => name),
        end: (error) => (error ? reject(error) : resolve()),
      })
      await promise
      return items.map(({ name }) => ({ status: 'fulfilled', value: `${name} done` }))
    },
    ...options,
  })
  const run = (name: string, touches?: string[], group = 'one') =>
    batches.run(group, { name, ...(touches && { touches }) })
  return { run, begun, names: () => begun.map((batch) => batch.names) }
}

const turn = () => new Promise(setImmediate)

/** The first item is running when the others arrive. */
async function runAll(
  run: ReturnType<typeof createHeld>['run'],
  items: [name: string, touches?: string[]][],
) {
  const done: Promise<string>[] = []
  for (const item of items) {
    done.push(run(...item))
    if (done.length === 1) await turn()
  }
  return { done: Promise.all(done) }
}

it('an item is done at once where nothing is under way', async () => {
  const { run, begun, names } = createHeld()
  const done = run('a')
  await turn()
  expect(names()).toEqual([['a']])
  begun[0]?.end()
  expect(await done).toBe('a done')
})

it('what comes meanwhile is one batch, up to the size, in the order in which it came', async () => {
  const { run, begun, names } = createHeld()
  const { done } = await runAll(run, [['a'], ['b'], ['c'], ['d'], ['e']])
  for (const index of [0, 1, 2]) {
    await turn()
    begun[index]?.end()
  }
  expect(await done).toEqual(['a done', 'b done', 'c done', 'd done', 'e done'])
  expect(names()).toEqual([['a'], ['b', 'c', 'd'], ['e']])
})

it('two that touch the same are in different batches, and a third one does not overtake them', async () => {
  const { run, begun, names } = createHeld({ size: 9 })
  const { done } = await runAll(run, [
    ['first'],
    ['b', ['x']],
    ['c', ['x', 'y']],
    ['d', ['y']],
    ['e', ['z']],
    ['f', ['x']],
  ])
  for (const index of [0, 1, 2, 3]) {
    await turn()
    begun[index]?.end()
  }
  await done
  expect(names()).toEqual([['first'], ['b', 'e'], ['c'], ['d', 'f']])
})

it('groups do not wait for each other', async () => {
  const { run, begun, names } = createHeld()
  const done = [run('a'), run('b', [], 'two')]
  await turn()
  expect(names()).toEqual([['a'], ['b']])
  for (const { end } of begun) end()
  await Promise.all(done)
})

it('an error of the work is that of each of its batch, and the next batch goes on', async () => {
  const { run, begun } = createHeld()
  const first = run('a')
  await turn()
  const settled = Promise.allSettled([first, run('b'), run('c')])
  begun[0]?.end()
  await turn()
  begun[1]?.end(new Error('broken'))
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  const next = run('d')
  await turn()
  begun[2]?.end()
  expect(await next).toBe('d done')
})

it('who waited for work that could not begin gets its error', async () => {
  const batches = createBatches<Item, string>({
    size: 2,
    atOnce: 1,
    longestMs: 60_000,
    maxWaitMs: 60_000,
    createError: (reason) => new Error(reason),
    touches: () => [],
    work: () => Promise.reject(new Error('no connection')),
  })
  const all = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => batches.run('one', { name })))
  expect(all.map((one) => (one.status === 'rejected' ? String(one.reason) : ''))).toEqual(
    Array(4).fill('Error: no connection'),
  )
})

it('an item that waits too long is refused and never worked on', async () => {
  const { run, begun, names } = createHeld({ maxWaitMs: 20 })
  const first = run('a')
  await turn()
  await expect(run('b')).rejects.toThrow('timeout')
  begun[0]?.end()
  await first
  const next = run('c')
  await turn()
  begun[1]?.end()
  expect(await next).toBe('c done')
  expect(names()).toEqual([['a'], ['c']])
})

it('a batch that takes long does not hold back the others of its group', async () => {
  const { run, begun, names } = createHeld({ longestMs: 20 })
  const slow = run('slow')
  await turn()
  const next = run('next')
  await expect.poll(names).toEqual([['slow'], ['next']])
  for (const { end } of begun) end()
  expect(await Promise.all([slow, next])).toEqual(['slow done', 'next done'])
})

it('each item has the outcome of its own, whatever comes, fails and touches the same', async () => {
  const touched = fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 2 })
  const item = fc.record({
    group: fc.constantFrom('one', 'two'),
    touches: touched,
    fails: fc.boolean(),
    pause: fc.boolean(),
  })
  const settings = fc.record({
    items: fc.array(item, { maxLength: 40 }),
    size: fc.integer({ min: 1, max: 5 }),
    atOnce: fc.integer({ min: 1, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(settings, async ({ items, size, atOnce }) => {
      const worked: number[] = []
      let most = 0
      const underWay = new Map<string, number>()
      const batches = createBatches<(typeof items)[number] & { place: number }, number>({
        size,
        atOnce,
        longestMs: 60_000,
        maxWaitMs: 60_000,
        createError: (reason) => new Error(reason),
        touches: ({ touches }) => touches,
        async work({ group }, begin) {
          await turn()
          const batch = begin()
          const running = (underWay.get(group) ?? 0) + 1
          underWay.set(group, running)
          most = Math.max(most, running)
          const names = batch.flatMap(({ touches }) => touches)
          expect(new Set(names).size).toBe(names.length)
          expect(batch.length).toBeLessThanOrEqual(size)
          expect(batch.every((one) => one.group === group)).toBe(true)
          worked.push(...batch.map(({ place }) => place))
          await turn()
          underWay.set(group, (underWay.get(group) ?? 0) - 1)
          return batch.map(({ place, fails }) =>
            fails ? { status: 'rejected', reason: place } : { status: 'fulfilled', value: place },
          )
        },
      })
      const running: Promise<number>[] = []
      for (const [place, one] of items.entries()) {
        const outcome = batches.run(one.group, { ...one, place })
        outcome.catch(() => {})
        running.push(outcome)
        if (one.pause) await turn()
      }
      const settled = await Promise.allSettled(running)
      for (const [place, outcome] of settled.entries()) {
        expect(outcome).toEqual(
          items[place]?.fails ? { status: 'rejected', reason: place } : { status: 'fulfilled', value: place },
        )
      }
      expect(worked.toSorted((one, other) => one - other)).toEqual(items.map((_, place) => place))
      expect(most).toBeLessThanOrEqual(atOnce)
      for (const [later, { group, touches }] of items.entries()) {
        for (let earlier = 0; earlier < later; earlier += 1) {
          const before = items[earlier]
          if (before?.group === group && before.touches.some((name) => touches.includes(name)))
            expect(worked.indexOf(earlier)).toBeLessThan(worked.indexOf(later))
        }
      }
    }),
    { numRuns: 200 },
  )
})
