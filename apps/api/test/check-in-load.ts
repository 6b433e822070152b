import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { expect, vi } from 'vitest'
import { createDatabase } from '../src/db/client.ts'
import { readPassword } from '../src/db/embedded/cluster.ts'
import { findRunningPort } from '../src/db/embedded/find-running.ts'
import { findMovedPaths, pathsIn } from '../src/db/embedded/server-paths.ts'
import { isProcessAlive } from '../src/db/embedded/processes.ts'
import { parsePostmasterFile } from '../src/db/embedded/server-files.ts'
import { runtimeRole } from '../src/db/prepare.ts'
import { makeClient, makeMethod, makeSite } from './factories.ts'
import { freePort, type RunningServer, startRunningServer } from './running-server.ts'

/** How many check-ins are sent together, so that some of them are batched. */
const SENT_AT_ONCE = 10
/** How many phones retry at once after the faults. */
const RETRIES_AT_ONCE = 20

export interface Attempt {
  key: string
  body: string
  firstName: string
  ip: string
  /** The bytes of the first 200 response. */
  response?: string
  /** A response that is neither 200 with the same bytes nor 503. */
  unexpected?: string
}

/** The program as `npm start` runs it, on an embedded PostgreSQL with its usual durability. */
export interface Installation {
  /** Kills the program with SIGKILL and starts it again. */
  killProgram(): Promise<void>
  /** Kills the main process of PostgreSQL, which the program has to start again. */
  killDatabase(): Promise<void>
  /** Kills one backend of PostgreSQL, which then ends the others and recovers. */
  killBackend(): Promise<void>
  killBoth(): Promise<void>
  /** Ends every connection of the program. @returns how many there were */
  endConnections(): Promise<number>
  /**
   * Sends check-ins at a rate, some of them at once, each as another person from another IP
   * address. A broken connection leaves an attempt without a response.
   */
  send(perSecond: number): { stop(): Promise<void> }
  attempts: Attempt[]
  /** Every phone retries with its key until it gets a response. */
  retryAll(): Promise<void>
  /** Counts visits and presence rows by first name. */
  count(): Promise<Map<string, { visits: number; present: number }>>
  close(): Promise<void>
}

/** Starts an installation with one sign-in method, which all check-ins go to. */
export async function startInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-load-'))
  const settings = {
    DATA_DIR: dataDir,
    DEMO: 'off',
    PORT: String(await freePort()),
    BREACH_URL: 'off',
    // Each visitor comes from another IP address, as through a proxy: the limits per IP address are
    // not tested here.
    TRUSTED_PROXIES: '127.0.0.1',
  }
  let server: RunningServer = await startRunningServer(settings)
  const { origin } = server
  const machineId = await makeVenue(dataDir)
  const attempts: Attempt[] = []

  const killProgram = async () => {
    await server.kill()
    server = await startRunningServer(settings)
  }
  const killDatabase = async () => {
    const { pid } = await findPostmaster(dataDir)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => isProcessAlive(pid), { timeout: 10_000 }).toBe(false)
  }
  return {
    attempts,
    killProgram,
    killDatabase,
    async killBackend() {
      const [backend] = await withAdmin(
        dataDir,
        (sql) => sql<{ pid: number }[]>`
          select pid from pg_stat_activity where application_name = 'gatehouse' limit 1`,
      )
      if (!backend) throw new Error('The program has no connection')
      process.kill(backend.pid, 'SIGKILL')
    },
    async killBoth() {
      await server.kill()
      await killDatabase()
      server = await startRunningServer(settings)
    },
    endConnections: () =>
      withAdmin(dataDir, async (sql) => {
        const ended = await sql`
          select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gatehouse'`
        return ended.length
      }),
    send(perSecond) {
      const open = new Set<Promise<unknown>>()
      const sendOne = () => {
        const attempt = newAttempt(attempts.length, machineId)
        attempts.push(attempt)
        const sending: Promise<unknown> = submit(origin, attempt)
          .catch(() => {})
          .finally(() => open.delete(sending))
        open.add(sending)
      }
      const sendSome = () => {
        for (let sent = 0; sent < SENT_AT_ONCE; sent += 1) sendOne()
      }
      const timer = setInterval(sendSome, (1000 / perSecond) * SENT_AT_ONCE)
      return {
        async stop() {
          clearInterval(timer)
          await Promise.all(open)
        },
      }
    },
    async retryAll() {
      const left = [...attempts]
      const phone = async () => {
        for (let attempt = left.pop(); attempt; attempt = left.pop()) {
          const waiting = attempt
          await expect.poll(() => submit(origin, waiting), { timeout: 30_000 }).toBe(200)
        }
      }
      await Promise.all(Array.from({ length: RETRIES_AT_ONCE }, phone))
    },
    count: () =>
      withAdmin(dataDir, async (sql) => {
        const rows = await sql<{ name: string; visits: number; present: number }[]>`
          select first_name as name, sum(visits)::int as visits, sum(present)::int as present from (
            select first_name, 1 as visits, 0 as present from visits where last_name = 'Load'
            union all
            select first_name, 0, 1 from presence where last_name = 'Load') as rows
          group by first_name`
        return new Map(rows.map(({ name, visits, present }) => [name, { visits, present }]))
      }),
    async close() {
      await server.stop()
      const paths = await placeOf(dataDir)
      await rm(paths.home, { recursive: true, force: true })
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Asserts that every acknowledged visitor has exactly one visit, and that after all retries every
 * visitor has exactly one. Each response keeps its bytes.
 * @returns how many were acknowledged before the retries
 */
export async function assertNothingLostOrDoubled(installation: Installation): Promise<number> {
  const acknowledged = installation.attempts.filter(({ response }) => response !== undefined)
  const afterFaults = await installation.count()
  const isThereOnce = (counts: { visits: number; present: number } | undefined) =>
    counts?.visits === 1 && counts.present === 1
  expect(acknowledged.filter(({ firstName }) => !isThereOnce(afterFaults.get(firstName)))).toEqual([])
  await installation.retryAll()
  const afterRetries = await installation.count()
  expect(afterRetries.size).toBe(installation.attempts.length)
  expect([...afterRetries].filter(([, counts]) => !isThereOnce(counts))).toEqual([])
  expect(installation.attempts.filter(({ unexpected }) => unexpected !== undefined)).toEqual([])
  return acknowledged.length
}

function newAttempt(number: number, machineId: string): Attempt {
  const firstName = `Visitor ${number}`
  return {
    key: crypto.randomUUID(),
    firstName,
    ip: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
    body: JSON.stringify({ firstName, lastName: 'Load', mobile: '0491570156', machineId }),
  }
}

/** Sends an attempt. @returns the status: 200 with the bytes of any earlier response, or 503 */
async function submit(origin: string, attempt: Attempt): Promise<number> {
  const response = await fetch(`${origin}/api/checkin`, {
    method: 'POST',
    body: attempt.body,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': attempt.key,
      'x-forwarded-for': attempt.ip,
    },
  })
  const text = await response.text()
  const isAsExpected = response.status === 200 ? (attempt.response ?? text) === text : response.status === 503
  if (!isAsExpected) attempt.unexpected = `${response.status} ${text}`
  if (response.status === 200) attempt.response ??= text
  return response.status
}

async function placeOf(dataDir: string) {
  const folder = join(dataDir, 'postgres')
  return (await findMovedPaths(folder, () => {})) ?? pathsIn(folder)
}

async function findPostmaster(dataDir: string): Promise<{ pid: number }> {
  const { data } = await placeOf(dataDir)
  const found = parsePostmasterFile(await readFile(join(data, 'postmaster.pid'), 'utf8'))
  if (!found) throw new Error('PostgreSQL is not running')
  return found
}

/** @returns the id of a sign-in method of a new client */
async function makeVenue(dataDir: string): Promise<string> {
  const runtimeUrl = new URL(await findAdminUrl(dataDir))
  runtimeUrl.searchParams.set('role', runtimeRole)
  const db = createDatabase({ runtimeUrl: runtimeUrl.href, connections: 1 })
  try {
    const client = await makeClient(db)
    const site = await makeSite(db, client.id)
    return (await makeMethod(db, client.id, site.id)).id
  } finally {
    await db.close()
  }
}

/** @returns the URL for a superuser of PostgreSQL, who bypasses row-level security */
async function findAdminUrl(dataDir: string): Promise<string> {
  const paths = await placeOf(dataDir)
  const password = await readPassword(paths)
  const port = await vi.waitUntil(() => findRunningPort(join(dataDir, 'postgres')), { timeout: 20_000 })
  return `postgres://postgres:${password}@127.0.0.1:${port}/gatehouse`
}

/** Runs the work as a superuser once the server has recovered and accepts connections. */
async function withAdmin<T>(dataDir: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(await findAdminUrl(dataDir), { max: 1, onnotice: () => {} })
  const isReady = () =>
    sql`select 1`.then(
      () => true,
      () => false,
    )
  try {
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true)
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
