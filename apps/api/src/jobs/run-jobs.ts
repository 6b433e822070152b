import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/client.ts'
import type { InstallationScope } from '../db/scopes.ts'
import { kindOf } from '../lib/app-error.ts'
import { pause as plainPause, type Pause } from '../lib/idle-pause.ts'
import { jobDuration } from '../lib/metrics.ts'

export type JobLog = Pick<FastifyBaseLogger, 'error' | 'warn' | 'debug'>

interface JobDeps {
  db: Database
  installation: InstallationScope
  clock: () => Date
  log: JobLog
  pause?: Pause
}

export interface JobRun extends JobDeps {
  /** Aborted when the process stops. The run then ends at its next safe point. */
  signal: AbortSignal
  /** Logs an error without ending the run. The run counts as failed. */
  report: (error: unknown, about?: object) => void
}

/** Work that every node repeats. Concurrent runs on several nodes do not duplicate work. */
export interface Job {
  name: string
  /** The pause after a run. */
  everyMs: number
  /** The pause after a failed run. Defaults to `everyMs`. */
  retryMs?: number
  /** The log message of a failed run. */
  failed: string
  run: (run: JobRun) => Promise<unknown>
}

export interface Running {
  /** Starts no new run, signals running ones to end, and waits for them. */
  stop: () => Promise<void>
}

/**
 * Runs each job now and after each pause, one run of a job at a time. A pause does not keep
 * the process alive.
 */
export function startJobs(jobs: readonly Job[], deps: JobDeps): Running {
  const stopping = new AbortController()
  const running = jobs.map((job) => repeat(job, deps, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function repeat(
  { name, everyMs, retryMs = everyMs, failed, run }: Job,
  deps: JobDeps,
  signal: AbortSignal,
): Promise<void> {
  const { log, pause = plainPause } = deps
  while (!signal.aborted) {
    let isFailed = false
    const report = (error: unknown, about: object = {}) => {
      isFailed = true
      log.error({ job: name, ...about, failure: kindOf(error) }, failed)
    }
    const start = performance.now()
    await run({ ...deps, signal, report }).catch((error: unknown) => report(error))
    const ms = performance.now() - start
    jobDuration.observe({ task: name, result: isFailed ? 'failure' : 'success' }, ms / 1000)
    log.debug({ job: name, isFailed, ms: Math.round(ms) }, 'job run')
    await pause(isFailed ? retryMs : everyMs, signal)
  }
}
