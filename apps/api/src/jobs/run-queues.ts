import type { Database } from '../db/client.ts'
import { kindOf } from '../lib/app-error.ts'
import type { Pause } from '../lib/idle-pause.ts'
import { deliveries, deliveryFailures } from '../lib/metrics.ts'
import { createOutboxWorker, type Queue } from './outbox-worker.ts'
import type { JobLog, Running } from './run-jobs.ts'

interface QueueDeps {
  db: Database
  clock: () => Date
  log: JobLog
  pause: Pause
}

/** Processes the queues of the outbox until it is stopped. Running attempts are finished first. */
export function startQueues(queues: readonly Queue[], { log, ...deps }: QueueDeps): Running {
  const workers = queues.map((queue) => {
    const name = queue.rules.queue
    return createOutboxWorker({
      ...queue,
      ...deps,
      jitter: Math.random,
      onFailure({ id, type }, { reason }) {
        deliveryFailures.inc({ queue: name })
        log.warn({ queue: name, id, type, failure: reason }, queue.failed)
      },
      onError: (error) => log.warn({ queue: name, failure: kindOf(error) }, 'queue worker failed'),
      onDone({ id, type }, ms) {
        deliveries.inc({ queue: name })
        log.debug({ queue: name, id, type, ms: Math.round(ms) }, 'queue attempt')
      },
    })
  })
  for (const worker of workers) worker.start()
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
