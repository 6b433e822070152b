import type { HealthState } from '@gatehouse/validation/endpoints/system-health'
import { CLOCK_TOLERANCE_MS, LARGEST_CLOCK_DIFFERENCE_MS } from '../../db/read-clock.ts'
import { type DiskSpace, MIN_FREE_BYTES } from '../../lib/disk-space.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts'

/** A row that is due for longer than this is late. */
export const LATE_MS = 5 * MINUTE_MS

/** A row that waits longer than this has failed several times. */
const OLD_MS = 10 * MINUTE_MS

interface QueueFacts {
  late: number
  oldestAt: Date | undefined
  givenUp: number
}

export function stateOfQueue({ late, oldestAt, givenUp }: QueueFacts, now: Date): HealthState {
  if (late > 0) return 'failed'
  const isOld = oldestAt !== undefined && now.getTime() - oldestAt.getTime() > OLD_MS
  return isOld || givenUp > 0 ? 'attention' : 'good'
}

export function stateOfClock(aheadMs: number): HealthState {
  const apart = Math.abs(aheadMs)
  if (apart > LARGEST_CLOCK_DIFFERENCE_MS) return 'failed'
  return apart > CLOCK_TOLERANCE_MS ? 'attention' : 'good'
}

export function stateOfStorage({ freeBytes, totalBytes }: DiskSpace): HealthState {
  if (freeBytes < MIN_FREE_BYTES) return 'failed'
  return freeBytes < Math.min(totalBytes / 10, 10 * 1024 ** 3) ? 'attention' : 'good'
}

export interface Runs {
  succeededAt: Date | undefined
  failedAt: Date | undefined
}

/** @param everyDays after this many days without a success an administrator has to check */
export function stateOfRuns({ succeededAt, failedAt }: Runs, everyDays: number, now: Date): HealthState {
  if (failedAt && !(succeededAt && succeededAt >= failedAt)) return 'failed'
  if (!succeededAt) return 'attention'
  return now.getTime() - succeededAt.getTime() > everyDays * DAY_MS ? 'attention' : 'good'
}
