import { readMilliseconds } from '@gatehouse/validation/instants'
import type { Registry } from '@prometheus-io/client'
import { sql } from 'drizzle-orm'
import { isDeviceOnline } from '../../db/online-devices.ts'
import { devices } from '../../db/schema/devices.ts'
import { presence } from '../../db/schema/visits.ts'
import type { Database } from '../../db/client.ts'
import { readClock } from '../../db/read-clock.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { withListScope } from '../../db/select-page.ts'
import { SECOND_MS } from '../../lib/durations.ts'
import { addGauge } from '../../plugins/metrics.ts'
import { readQueues, readRuns } from './read-health.ts'

interface MetricsDeps {
  metrics: Registry
  db: Database
  installation: InstallationScope
  clock: () => Date
  notSetUp: ReadonlySet<string>
}

/** Scrapes within this time get the last reading. */
const KEPT_MS = 5 * SECOND_MS

/**
 * Adds the gauges of what all nodes share. Each node reports them from the database, so they are
 * not added up. They are absent while the database is down.
 */
export function registerInstallationMetrics(deps: MetricsDeps): void {
  const { metrics: registry, clock } = deps
  let last: { at: number; facts: ReturnType<typeof readFacts> } | undefined
  /** The gauges of a scrape share one reading. */
  const facts = () => {
    const at = performance.now()
    if (!last || at - last.at >= KEPT_MS) last = { at, facts: readFacts(deps) }
    return last.facts.catch(() => undefined)
  }
  type Facts = Awaited<ReturnType<typeof readFacts>>
  const add = (name: string, help: string, valueOf: (facts: Facts) => number | undefined) =>
    addGauge(registry, name, help, [], async (gauge) => {
      const read = await facts()
      const value = read && valueOf(read)
      if (value === undefined) gauge.remove()
      else gauge.set(value)
    })
  const addOfQueues = (name: string, help: string, valueOf: (queue: Facts['queues'][number]) => number) =>
    addGauge(registry, name, help, ['queue'], async (gauge) => {
      gauge.reset()
      for (const queue of (await facts())?.queues ?? []) gauge.set({ queue: queue.queue }, valueOf(queue))
    })
  const secondsSince = (time: number) => Math.max(0, (clock().getTime() - time) / 1000)

  addGauge(registry, 'gatehouse_database_up', '1 while the database answers', [], async (gauge) =>
    gauge.set((await facts()) ? 1 : 0),
  )
  add('gatehouse_people_on_site', 'People on site', ({ people }) => people)
  add('gatehouse_devices_online', 'Devices online', ({ online }) => online)
  add(
    'gatehouse_clock_offset_seconds',
    'How far the clock of this node is ahead of the database',
    ({ aheadMs }) => aheadMs / 1000,
  )
  add(
    'gatehouse_backup_age_seconds',
    'Time since the last backup that succeeded; absent before the first one',
    ({ backupAt }) => backupAt && secondsSince(backupAt.getTime()),
  )
  addOfQueues('gatehouse_queue_waiting', 'Rows that wait to be delivered', ({ waiting }) => waiting)
  addOfQueues(
    'gatehouse_queue_oldest_seconds',
    'Age of the oldest row that waits to be delivered',
    ({ oldest_at: oldestAt }) =>
      oldestAt === null ? 0 : secondsSince(readMilliseconds(oldestAt) ?? clock().getTime()),
  )
  addOfQueues(
    'gatehouse_queue_failed',
    'Rows of the last 30 days that were not delivered',
    ({ given_up: failed }) => failed,
  )
}

async function readFacts({ db, installation, clock, notSetUp }: MetricsDeps) {
  const [shared, { aheadMs }, runs] = await Promise.all([
    withListScope(db, installation, async (tx) => {
      const [counts] = await tx.execute<{ people: number; online: number }>(sql`
        select (select count(*)::int from ${presence}) as people,
          (select count(*)::int from ${devices} where ${isDeviceOnline}) as online`)
      return { ...counts, queues: await readQueues(tx, notSetUp, clock()) }
    }),
    readClock(db, clock),
    readRuns(db),
  ])
  return { ...shared, aheadMs, backupAt: runs.get('backup')?.succeededAt }
}
