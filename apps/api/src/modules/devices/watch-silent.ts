import { performance } from 'node:perf_hooks'
import type { Job } from '../../jobs/run-jobs.ts'
import { dropSilent, tellOffline } from './device-states.ts'

/**
 * After a start of this process, or of the database, nobody knows yet who is silent: a device may
 * wait this long before it connects again.
 */
const GRACE_MS = 90_000

interface WatchDeps {
  /** Ends the connections of devices that nobody has heard of. */
  drop: () => Promise<unknown>
  /** Tells which devices are offline. */
  tell: () => Promise<unknown>
}

/** Creates the run of the job. After a failed run the time to come back starts again. */
export function createSilentWatch(
  elapsed: () => number = () => performance.now(),
): (deps: WatchDeps) => Promise<void> {
  let worksSince = elapsed()
  return async ({ drop, tell }) => {
    try {
      await drop()
      if (elapsed() - worksSince >= GRACE_MS) await tell()
    } catch (error) {
      worksSince = elapsed()
      throw error
    }
  }
}

/** Looks every few seconds for devices that nobody has heard of. */
export function silentDevicesJob(): Job {
  const watch = createSilentWatch()
  return {
    name: 'silent-devices',
    everyMs: 5000,
    failed: 'silent devices could not be looked for',
    run: ({ db, installation, clock }) =>
      watch({
        drop: () => dropSilent(db, installation, clock()),
        tell: () => tellOffline(db, installation, clock()),
      }),
  }
}
