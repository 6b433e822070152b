import { performance } from 'node:perf_hooks'
import type { Job } from '../../jobs/run-jobs.ts'
import { dropSilent, tellOffline } from './device-states.ts'

/** For so long after this process has started, or the database was away, nobody knows who is silent: a device may wait that long before it connects again. */
const GRACE_MS = 90_000

interface WatchDeps {
  /** Ends the connections of devices that nobody has heard of. */
  drop: () => Promise<unknown>
  /** Tells which devices are offline. */
  tell: () => Promise<unknown>
}

/** Creates one run of the job. After a failed run the time in which devices may come back starts again. */
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
