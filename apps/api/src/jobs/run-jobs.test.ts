import { expect, it } from 'vitest'
import { installationScope } from '../db/scopes.ts'
import { type Job, startJobs } from './run-jobs.ts'

const lines: unknown[] = []
const write = (...line: unknown[]) => void lines.push(line)

const start = (...jobs: (Partial<Job> & Pick<Job, 'run'>)[]) =>
  startJobs(
    jobs.map((job) => Object.assign({ name: 'sweep', everyMs: 1, failed: 'not swept' }, job)),
    {
      db: {
        withConnection: () => Promise.reject(new Error('No job here reads')),
        close: () => Promise.resolve(),
      },
      installation: installationScope(),
      clock: () => new Date(0),
      log: { error: write, warn: write, debug: () => {} },
    },
  )

it('runs a job again and again, one run at a time, tells the last one to end, and waits for it', async () => {
  const told: string[] = []
  const third = Promise.withResolvers<void>()
  let under = 0
  const jobs = start({
    async run({ signal }) {
      under += 1
      expect(under).toBe(1)
      if (told.push('begun') === 3) {
        third.resolve()
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        told.push('ended')
      }
      under -= 1
    },
  })
  await third.promise
  await jobs.stop()
  expect(told).toEqual(['begun', 'begun', 'begun', 'ended'])
})

it('does not wait for the pause when it is stopped', async () => {
  let runs = 0
  const jobs = start({ everyMs: 3_600_000, run: () => Promise.resolve((runs += 1)) })
  await jobs.stop()
  expect(runs).toBe(1)
})

it('logs what failed by the name of its job, and tries it again sooner, while another job runs', async () => {
  lines.length = 0
  const again = Promise.withResolvers<void>()
  const other = Promise.withResolvers<void>()
  let runs = 0
  const jobs = start(
    {
      everyMs: 3_600_000,
      retryMs: 1,
      async run({ report }) {
        runs += 1
        if (runs === 1) throw new TypeError('Ana Silva')
        if (runs === 2) report(new RangeError('Ana Silva'), { site: 'gate' })
        else again.resolve()
      },
    },
    { name: 'other', run: () => Promise.resolve(other.resolve()) },
  )
  await Promise.all([again.promise, other.promise])
  await jobs.stop()
  expect(lines).toEqual([
    [{ job: 'sweep', failure: { type: 'TypeError' } }, 'not swept'],
    [{ job: 'sweep', site: 'gate', failure: { type: 'RangeError' } }, 'not swept'],
  ])
  expect(runs).toBe(3)
})
