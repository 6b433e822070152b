import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts'
import { stateOfClock, stateOfQueue, stateOfRuns, stateOfStorage } from './rules.ts'

const GIB = 1024 ** 3

describe('the state', () => {
  const now = new Date('2026-11-20T03:04:05.678Z')
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)

  it.each([
    [{ late: 0, oldestAt: undefined, givenUp: 0 }, 'good'],
    [{ late: 0, oldestAt: minutesAgo(10), givenUp: 0 }, 'good'],
    [{ late: 0, oldestAt: minutesAgo(10.1), givenUp: 0 }, 'attention'],
    [{ late: 0, oldestAt: undefined, givenUp: 1 }, 'attention'],
    [{ late: 1, oldestAt: minutesAgo(6), givenUp: 1 }, 'failed'],
  ])('of a queue with %o is %s', (queue, state) => expect(stateOfQueue(queue, now)).toBe(state))

  it.each([
    [0, 'good'],
    [-2000, 'good'],
    [2001, 'attention'],
    [-60_000, 'attention'],
    [-60_001, 'failed'],
  ])('of a clock that is ahead by %d ms is %s', (ahead, state) => expect(stateOfClock(ahead)).toBe(state))

  it.each([
    [200 * GIB, 10 * GIB, 'good'],
    [200 * GIB, 10 * GIB - 1, 'attention'],
    [20 * GIB, 2 * GIB, 'good'],
    [20 * GIB, 2 * GIB - 1, 'attention'],
    [20 * GIB, GIB / 4 - 1, 'failed'],
    [GIB / 5, GIB / 5, 'failed'],
  ])('of %d bytes with %d free is %s', (totalBytes, freeBytes, state) =>
    expect(stateOfStorage({ totalBytes, freeBytes })).toBe(state),
  )

  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  it.each([
    [undefined, undefined, 'attention'],
    [daysAgo(2), undefined, 'good'],
    [daysAgo(2.1), undefined, 'attention'],
    [daysAgo(1), daysAgo(2), 'good'],
    [daysAgo(2), daysAgo(1), 'failed'],
    [undefined, daysAgo(90), 'failed'],
  ])('of runs that succeeded %s and failed %s is %s', (succeededAt, failedAt, state) =>
    expect(stateOfRuns({ succeededAt, failedAt }, 2, now)).toBe(state),
  )
})
