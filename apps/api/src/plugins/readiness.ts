import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { checkWrite } from '../db/check-write.ts'
import type { Database } from '../db/client.ts'
import { DatabaseBusyError } from '../db/query-errors.ts'
import { isSchemaCurrent } from '../db/migrate.ts'
import { CLOCK_TOLERANCE_MS, LARGEST_CLOCK_DIFFERENCE_MS, readClock } from '../db/read-clock.ts'
import { kindOf, AppError, errorBody, RETRY_SECONDS } from '../lib/app-error.ts'
import { MIN_FREE_BYTES, readDiskSpace, type ReadStatfs } from '../lib/disk-space.ts'
import { HOUR_MS, SECOND_MS } from '../lib/durations.ts'
import type { ProxyWarnings } from './proxy-warnings.ts'

const messages = {
  database_unreadable: "The database can't be read.",
  database_unwritable: "The database can't be written to. It may be read-only, or its disk may be full.",
  schema_outdated: 'Migrations are missing. Restart Gatehouse: its start migrates the database.',
  clock_wrong:
    'The clock of this node differs from the clock of the database by more than a minute. Set both to the same time server (NTP).',
  disk_full: 'The disk of the data folder is full. Free up space or move the data folder.',
} as const

/** Why a node is not ready. */
export interface Problem {
  code: keyof typeof messages
  message: string
}

export interface ReadinessDeps {
  db: Database
  guestDb: Database
  dataDir: string
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'warn'>
  readStatfs?: ReadStatfs
  /** How many ms the clock of this node is ahead of the database's. */
  readAheadMs?: () => Promise<number>
}

/** Finds out why a node is not ready. */
export type FindProblems = () => Promise<readonly Problem[]>

/** Calls within this time get the last result. */
const KEPT_MS = 5 * SECOND_MS

/**
 * Checks a read on a connection for guests, a committed write on another one, the clock and the free
 * space, at most every five seconds.
 */
export function createReadiness({
  db,
  guestDb,
  dataDir,
  clock,
  log,
  readStatfs,
  readAheadMs = async () => (await readClock(db, clock)).aheadMs,
}: ReadinessDeps): FindProblems {
  let warnedAt = -Infinity

  async function isClockWrong(now: Date): Promise<boolean> {
    // Where the database cannot be read, another check says so.
    const aheadMs = await readAheadMs().catch(() => 0)
    const apart = Math.abs(aheadMs)
    if (apart > CLOCK_TOLERANCE_MS && now.getTime() - warnedAt >= HOUR_MS) {
      warnedAt = now.getTime()
      log.warn({ aheadMs: Math.round(aheadMs) }, 'the clock differs from the clock of the database')
    }
    return apart > LARGEST_CLOCK_DIFFERENCE_MS
  }

  async function fails(work: Promise<unknown>, code: Problem['code']): Promise<boolean> {
    try {
      await work
      return false
    } catch (error) {
      // The node is busy, not broken. Other nodes would be no less busy.
      if (error instanceof DatabaseBusyError) return false
      log.warn({ failure: kindOf(error), code }, 'this node is not ready')
      return true
    }
  }

  async function check(now: Date): Promise<Problem[]> {
    let isOutdated = false
    const read = isSchemaCurrent(guestDb).then((isCurrent) => (isOutdated = !isCurrent))
    const [isUnreadable, isUnwritable, isOff, space] = await Promise.all([
      fails(read, 'database_unreadable'),
      fails(checkWrite(db, now), 'database_unwritable'),
      isClockWrong(now),
      readDiskSpace(dataDir, readStatfs),
    ])
    const codes: Record<Problem['code'], boolean> = {
      database_unreadable: isUnreadable,
      database_unwritable: isUnwritable,
      schema_outdated: isOutdated,
      clock_wrong: isOff,
      disk_full: space !== undefined && space.freeBytes < MIN_FREE_BYTES,
    }
    return (Object.keys(codes) as Problem['code'][])
      .filter((code) => codes[code])
      .map((code) => ({ code, message: messages[code] }))
  }

  let last: { at: number; problems: Promise<Problem[]> } | undefined
  return () => {
    const now = clock()
    const at = now.getTime()
    // If the clock is set back, a result does not stay for long.
    if (!last || Math.abs(at - last.at) >= KEPT_MS) last = { at, problems: check(now) }
    return last.problems
  }
}

/**
 * Endpoints for a load balancer: liveness and readiness. A node with warnings is ready: an operator
 * must read them, and the node can still serve.
 */
export function registerHealth(
  app: FastifyInstance,
  findProblems: FindProblems,
  proxyWarnings: ProxyWarnings | undefined,
): void {
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
  })
  app.get('/health/live', () => ({ live: true }))
  app.get('/health/ready', async (_, reply) => {
    if (draining) throw new AppError('unavailable', { retryAfterSeconds: RETRY_SECONDS })
    const problems = await findProblems()
    if (problems.length > 0) {
      const body = errorBody(new AppError('unavailable'))
      return reply
        .code(body.statusCode)
        .header('retry-after', RETRY_SECONDS)
        .send({ ...body, detail: problems })
    }
    const detail = proxyWarnings?.list() ?? []
    return { ready: true, ...(detail.length > 0 ? { detail } : {}) }
  })
}
