import {
  healthQueues,
  type InstallationHealth,
  type SystemHealth,
} from '@gatehouse/validation/endpoints/system-health'
import { serverLimits } from '@gatehouse/validation/limits'
import { asc, eq, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { hasValues } from '../../db/has-values.ts'
import { readClock } from '../../db/read-clock.ts'
import { clients } from '../../db/schema/clients.ts'
import { type MaintenanceKind, maintenanceRuns } from '../../db/schema/installation.ts'
import { limitedMethods, signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { withListScope } from '../../db/select-page.ts'
import { type Transaction, withoutTenant } from '../../db/tenancy.ts'
import { findOpenFolders } from '../../lib/data-folder.ts'
import { readDiskSpace } from '../../lib/disk-space.ts'
import type { FindProblems } from '../../plugins/readiness.ts'
import { isLimitedNow } from '../../rate-limits/limited-methods.ts'
import { isSiteOf } from '../sites/queries.ts'
import { LATE_MS, type Runs, stateOfClock, stateOfQueue, stateOfRuns, stateOfStorage } from './rules.ts'

export interface HealthDeps {
  version: string
  clock: () => Date
  dataDir: string
  /** The sizes of stored images and of backups. */
  imageBytes: () => Promise<number>
  backupBytes: () => Promise<number>
  /** The number of applied migrations, and of missing ones. */
  readMigrations: () => Promise<{ applied: number; missing: number }>
  findProblems: FindProblems
  /** Whether this node stores images where the other nodes do. */
  isImageStoreShared: boolean
  /** The channels that this installation has not set up. */
  notSetUp: ReadonlySet<string>
}

/** The health data of the person's own or chosen client, or of everything for a site admin. */
export async function readHealth(
  { db, actor, now }: Context<StaffActor>,
  deps: HealthDeps,
): Promise<SystemHealth> {
  const [parts, installation] = await Promise.all([
    withListScope(db, actor.scope, async (tx) => ({
      queues: await readQueues(tx, deps.notSetUp, now),
      log_chain: await readChain(tx, now),
      limited: await readLimited(tx),
    })),
    actor.siteAdmin ? readInstallation(db, deps, now) : null,
  ])
  return { as_of: now.toISOString(), version: deps.version, ...parts, installation }
}

const before = (now: Date, milliseconds: number) =>
  sql`${new Date(now.getTime() - milliseconds).toISOString()}::timestamptz`

/**
 * A row that waits for its next attempt is not late: its receiver may be down. Nor is an urgent
 * row, which gets a due time before its recording so that it is sent first.
 */
export async function readQueues(
  tx: Transaction,
  notSetUp: ReadonlySet<string>,
  now: Date,
): Promise<SystemHealth['queues']> {
  const waiting = await tx.execute<{ queue: string; waiting: number; late: number; oldest: number }>(sql`
    select queue, count(*)::int as waiting, count(*) filter (where greatest(next_attempt_at, queued_at) < ${before(now, LATE_MS)})::int as late,
      (extract(epoch from min(queued_at)) * 1000)::float8 as oldest
    from outbox where delivered_at is null and failed_at is null group by queue`)
  const failed = await tx.execute<{ queue: string; given_up: number }>(sql`
    select queue, count(*)::int as given_up from outbox where failed_at is not null group by queue`)
  return healthQueues.map((queue) => {
    const open = waiting.find((row) => row.queue === queue)
    const oldestAt = open ? new Date(open.oldest) : undefined
    const givenUp = failed.find((row) => row.queue === queue)?.given_up ?? 0
    return {
      queue,
      state: notSetUp.has(queue) ? 'unused' : stateOfQueue({ late: open?.late ?? 0, oldestAt, givenUp }, now),
      waiting: open?.waiting ?? 0,
      oldest_at: oldestAt?.toISOString() ?? null,
      given_up: givenUp,
    }
  })
}

const MOST_COUNTED = 100_000

async function readChain(tx: Transaction, now: Date): Promise<SystemHealth['log_chain']> {
  const [row] = await tx.execute<{ waiting: number; oldest: number | null }>(sql`
    select count(*)::int as waiting, (extract(epoch from min(at)) * 1000)::float8 as oldest
    from (
      select waiting.at from clients
      cross join lateral (select at from log_entries where client_id = clients.id and position is null limit ${MOST_COUNTED}) as waiting
      limit ${MOST_COUNTED}) as waiting`)
  const oldest = row?.oldest ?? null
  const isLate = oldest !== null && now.getTime() - oldest > LATE_MS
  return {
    state: isLate ? 'attention' : 'good',
    waiting: row?.waiting ?? 0,
    oldest_at: oldest === null ? null : new Date(oldest).toISOString(),
  }
}

async function readLimited(tx: Transaction): Promise<SystemHealth['limited']> {
  const rows = await tx
    .select({
      client: clients.name,
      site: sites.name,
      method: signInMethods.name,
      what: limitedMethods.kind,
      since: limitedMethods.since,
    })
    .from(limitedMethods)
    .innerJoin(
      signInMethods,
      hasValues(signInMethods, { clientId: limitedMethods.clientId, id: limitedMethods.methodId }),
    )
    .innerJoin(sites, isSiteOf(signInMethods))
    .innerJoin(clients, eq(clients.id, limitedMethods.clientId))
    .where(isLimitedNow)
    .orderBy(asc(limitedMethods.since))
    .limit(serverLimits.limitedShown)
  return rows.map(({ client, site, method, what, since }) => ({
    client,
    site,
    method,
    what,
    since: since.toISOString(),
  }))
}

async function readInstallation(
  db: Database,
  { clock, dataDir, imageBytes, backupBytes, isImageStoreShared, readMigrations, findProblems }: HealthDeps,
  now: Date,
): Promise<InstallationHealth> {
  const [
    { aheadMs, milliseconds },
    { bytes, ...tables },
    migrations,
    problems,
    storage,
    openFolders,
    runs,
    images,
    backups,
  ] = await Promise.all([
    readClock(db, clock),
    readSizes(db),
    readMigrations(),
    findProblems(),
    readStorage(dataDir),
    findOpenFolders(dataDir),
    readRuns(db),
    imageBytes(),
    backupBytes(),
  ])
  const runsOf = (kind: MaintenanceKind, everyDays: number) => {
    const found = runs.get(kind) ?? noRuns
    return {
      state: stateOfRuns(found, everyDays, now),
      succeeded_at: found.succeededAt?.toISOString() ?? null,
      failed_at: found.failedAt?.toISOString() ?? null,
    }
  }
  return {
    database: {
      state: problems.some(({ code }) => code === 'database_unwritable') ? 'failed' : 'good',
      bytes,
      milliseconds: Math.round(milliseconds),
    },
    clock: { state: stateOfClock(aheadMs), ahead_milliseconds: Math.round(aheadMs) },
    migrations: { state: migrations.missing === 0 ? 'good' : 'failed', ...migrations },
    storage,
    file_access: { state: openFolders.length === 0 ? 'good' : 'attention', open_folders: openFolders },
    image_store: { state: isImageStoreShared ? 'good' : 'attention' },
    usage: { ...tables, images, backups },
    backup: { ...runsOf('backup', 2), bytes: runs.get('backup')?.bytes ?? null },
    restore_test: runsOf('restore_test', 35),
    log_check: runsOf('log_check', 35),
  }
}

async function readStorage(dataDir: string): Promise<InstallationHealth['storage']> {
  const space = await readDiskSpace(dataDir)
  if (!space) return { state: 'unused', free_bytes: 0, total_bytes: 0 }
  return { state: stateOfStorage(space), free_bytes: space.freeBytes, total_bytes: space.totalBytes }
}

/** The sizes of the database and of its largest tables, with their indexes. */
async function readSizes(db: Database): Promise<{ bytes: number; visits: number; access_log: number }> {
  const [row] = await withoutTenant(db, (shared) =>
    shared.execute<{ bytes: number; visits: number; access_log: number }>(sql`
      select pg_database_size(current_database())::float8 as bytes,
        pg_total_relation_size('visits')::float8 as visits,
        pg_total_relation_size('log_entries')::float8 as access_log`),
  )
  return row ?? { bytes: 0, visits: 0, access_log: 0 }
}

const noRuns: Runs = { succeededAt: undefined, failedAt: undefined }

/** The latest runs of each kind, and the size of the latest backup. */
export async function readRuns(db: Database): Promise<Map<string, Runs & { bytes: number | null }>> {
  const rows = await withoutTenant(db, (shared) =>
    shared.execute<{
      kind: string
      succeeded: number | null
      failed: number | null
      bytes: number | null
    }>(sql`
      select kind, (extract(epoch from max(finished_at) filter (where succeeded)) * 1000)::float8 as succeeded,
        (extract(epoch from max(finished_at) filter (where not succeeded)) * 1000)::float8 as failed,
        (array_agg(bytes::float8 order by finished_at desc) filter (where succeeded))[1] as bytes
      from ${maintenanceRuns} group by kind`),
  )
  const timeOf = (time: number | null) => (time === null ? undefined : new Date(time))
  return new Map(
    rows.map(({ kind, succeeded, failed, bytes }) => [
      kind,
      { succeededAt: timeOf(succeeded), failedAt: timeOf(failed), bytes },
    ]),
  )
}
