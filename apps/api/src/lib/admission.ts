import { AppError } from './app-error.ts'
import { createSemaphore, type TaskOwner } from './semaphore.ts'

/** When the reads of staff give way to check-ins (docs/decisions/0084). */
export const admissionRule = {
  /** Check-ins wait too long where the slowest tenth of them takes longer than this, … */
  boundMs: 25,
  /** … and longer than so many times what that tenth takes while nothing is read: without reads it would hardly be faster. */
  timesAlone: 2,
  /** Check-ins of the last while count, and those that are under way. */
  windowMs: 1000,
  /** Of fewer check-ins nothing is known. */
  fewest: 5,
  /** What check-ins take alone is known from the last ones, for so long, that began so long after a read: a queue has to be gone first. */
  alone: { most: 50, forMs: 10_000, afterMs: 200 },
  /** In each step of so many milliseconds half of the reads at once are left, or there is one more. */
  stepMs: 100,
  /** So many reads at once are no longer counted. */
  most: 10,
  /** A read waits for so long, and so many of one person. Then it is refused, and comes back after some seconds. */
  waitMs: 1000,
  maxWaiting: 40,
  retrySeconds: 5,
} as const

/** How long check-ins took, or have taken so far, in milliseconds. */
export interface Waits {
  /** Of the last while, and those under way. */
  recent: readonly number[]
  /** Of check-ins beside which nothing was read. */
  alone: readonly number[]
}

/** Whether check-ins wait too long, and reads are the reason as far as is known. */
export function waitTooLong({ recent, alone }: Waits): boolean {
  const { boundMs, timesAlone, fewest } = admissionRule
  if (recent.length < fewest) return false
  return slowestTenth(recent) > Math.max(boundMs, timesAlone * slowestTenth(alone))
}

/** How many reads may run at once from now on; with `most` any number. @param steps how many steps have passed */
export function nextPermits(permits: number, isTooLong: boolean, steps = 1): number {
  return isTooLong ? Math.floor(permits / 2) : Math.min(admissionRule.most, permits + steps)
}

/** A tenth takes longer; 0 where there are none. */
function slowestTenth(waits: readonly number[]): number {
  const sorted = waits.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.9)] ?? 0
}

export interface Admission {
  /** Does a check-in, at once and always, and measures how long it takes. One that is refused tells nothing: it may be of a flood. */
  checkIn<T>(work: () => Promise<T>): Promise<T>
  /**
   * Reads for staff. It waits while check-ins wait too long, and is refused after a while.
   * @throws AppError `unavailable`
   */
  read<T>(work: () => Promise<T>, owner: TaskOwner): Promise<T>
}

/** Lets the reads of a node begin by the rule. @param clock in milliseconds */
export function createAdmission(clock = () => performance.now()): Admission {
  const { windowMs, alone: ofAlone, stepMs, most, waitMs, maxWaiting, retrySeconds } = admissionRule
  const underWay = new Set<{ since: number }>()
  let ended: { at: number; took: number }[] = []
  let endedAlone: { at: number; took: number }[] = []
  let permits: number = most
  let steppedAt = clock()
  let asked = 0
  let reading = 0
  let lastReadAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  const semaphore = createSemaphore({
    maxWaiting,
    maxWaitMs: waitMs,
    createError: () => new NotAdmittedError(),
  })

  function waitsAt(now: number): Waits {
    ended = ended.filter(({ at }) => now - at < windowMs)
    endedAlone = endedAlone.filter(({ at }) => now - at < ofAlone.forMs).slice(-ofAlone.most)
    return {
      recent: [...ended.map(({ took }) => took), ...Array.from(underWay, ({ since }) => now - since)],
      alone: endedAlone.map(({ took }) => took),
    }
  }

  function step(): void {
    const now = clock()
    const steps = Math.floor((now - steppedAt) / stepMs)
    if (steps < 1) return
    steppedAt = now
    permits = nextPermits(permits, waitTooLong(waitsAt(now)), steps)
    semaphore.resize(permits === most ? Infinity : permits)
    // Where nobody asks, the steps are made up for when somebody does.
    if (asked === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }

  async function reads<T>(work: () => Promise<T>): Promise<T> {
    reading += 1
    try {
      return await work()
    } finally {
      reading -= 1
      lastReadAt = clock()
    }
  }

  async function admit<T>(work: () => Promise<T>, owner: TaskOwner): Promise<T> {
    asked += 1
    step()
    timer ??= setInterval(step, stepMs).unref()
    try {
      return await semaphore.run(() => reads(work), owner)
    } finally {
      asked -= 1
    }
  }

  return {
    async checkIn(work) {
      const one = { since: clock() }
      underWay.add(one)
      try {
        const result = await work()
        const at = clock()
        const lasted = { at, took: at - one.since }
        ended.push(lasted)
        if (reading === 0 && one.since - lastReadAt >= ofAlone.afterMs) endedAlone.push(lasted)
        // Nobody may have asked to read for hours.
        if (ended.length > MOST_KEPT) waitsAt(at)
        return result
      } finally {
        underWay.delete(one)
      }
    },
    read: (work, owner) =>
      admit(work, owner).catch((error: unknown) => {
        throw error instanceof NotAdmittedError
          ? new AppError('unavailable', { retryAfterSeconds: retrySeconds, cause: error })
          : error
      }),
  }
}

class NotAdmittedError extends Error {
  override readonly name = 'NotAdmittedError'
}

/** Far more than a node does in a second. */
const MOST_KEPT = 10_000
