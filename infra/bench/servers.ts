import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded/start.ts'
import type { LoadResult } from './load.ts'
import { repository } from './pages.ts'
import { Resources } from './resources.ts'

const TICKS_PER_SECOND = 100

/** A server under measurement, in its own process. */
export interface Server {
  port: number
  pid: number
  /** The name of its database; empty where the program starts PostgreSQL itself. */
  database: string
  /** The longest block of the event loop since the last call, in milliseconds. */
  longestHold(): Promise<Hold>
  memory(): Promise<Memory>
  stop(): Promise<void>
}

/** In wall-clock time, which includes other processes, and in processor time of the thread. */
export interface Hold {
  byClock: number
  processor: number
}

/** In bytes. */
export interface Memory {
  rss: number
  heapUsed: number
}

export interface Bench {
  /** A superuser's, for the program's database. */
  databaseUrl: string
  /** Removed at the end. */
  folder: string
  /** The program, with the demo data. */
  gatehouse: Server
  /** The reference: Fastify with the same driver. */
  bare: Server
}

/** Starts the program and the reference on one durable PostgreSQL, measures, and stops them. */
export async function withServers(measure: (bench: Bench) => Promise<void>): Promise<void> {
  await using resources = new Resources()
  const dataDir = await temporaryFolder(resources)
  const database = await resources.keep(
    startEmbeddedPostgres({ dataDir, durable: true, onProgress: () => {} }),
    (started) => started.stop(),
  )
  const gatehouse = await resources.keep(startDemo(database.adminUrl, dataDir), stopServer)
  const bare = await resources.keep(startBare(database.adminUrl), stopServer)
  console.log(`${machine()}, load generator beside it`)
  await measure({
    databaseUrl: urlOf(database.adminUrl, gatehouse.database),
    folder: dataDir,
    gatehouse,
    bare,
  })
}

/** A folder that is removed with the resources. */
export const temporaryFolder = (resources: Resources): Promise<string> =>
  resources.keep(mkdtemp(join(tmpdir(), 'gatehouse-bench-')), (folder) =>
    rm(folder, { recursive: true, force: true }),
  )

export const stopServer = (server: Server): Promise<void> => server.stop()

export const machine = () => `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`

/** The address of a database on the same server. */
export function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

/** The same secrets in every run, so that a database can be reused. */
export const secret = (name: string) =>
  createHash('sha256').update(`gatehouse bench ${name}`).digest('base64url')

export function startGatehouse(
  databaseUrl: string,
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  return startServer(join(repository, 'apps/api/src/main.ts'), ['--api-only'], '/health/ready', {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dataDir, 'program'),
    DEMO: 'off',
    BREACH_URL: 'off',
    SMTP_URL: 'outbox',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
    // Responses are not validated, as in production.
    NODE_ENV: 'production',
    SECRET_KEY: secret('key'),
    SESSION_KEYS: secret('sessions'),
    PUBLIC_URL: 'http://localhost:50000',
    ...settings,
  })
}

/** @throws where a request had another status */
export function assertStatus({ samples }: Pick<LoadResult, 'samples'>, expected = 200): void {
  const other = samples.find(({ status }) => status !== expected)
  if (other) throw new Error(`A request was answered with ${other.status}, so that the figures mean nothing.`)
}

/**
 * Check-ins of different people from different addresses, each with an idempotency key, as phones
 * send them.
 */
export function checkInRequests(id: string): (number: number) => string {
  return (number) =>
    httpRequest('POST /api/checkin', {
      headers: { 'idempotency-key': crypto.randomUUID(), 'x-forwarded-for': addressOf(number) },
      body: {
        firstName: `Visitor ${number}`,
        lastName: 'Bench',
        mobile: `04915${String(number % 100_000).padStart(5, '0')}`,
        machineId: id,
      },
    })
}

/** An IP address per request: limits per address are not measured. */
export const addressOf = (number: number) =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`

/** The text of a request. */
export function httpRequest(
  line: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
): string {
  const text = body ? JSON.stringify(body) : ''
  const length = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
  const all = { host: '127.0.0.1', ...headers, ...(body ? length : {}) }
  return [
    `${line} HTTP/1.1`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
    '',
    text,
  ].join('\r\n')
}

/**
 * Logs a user in.
 * @returns the bearer token
 */
export async function logIn(port: number, email: string, password: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`The login was answered with ${response.status}`)
  const { token } = (await response.json()) as { token: string }
  return token
}

async function startDemo(adminUrl: string, dataDir: string): Promise<Server> {
  await createDatabase(adminUrl, 'bench_gatehouse')
  const url = urlOf(adminUrl, 'bench_gatehouse')
  const server = await startGatehouse(url, dataDir, { DEMO: 'on' })
  try {
    // Autovacuum does it within a minute. Until then the planner has no statistics of a new
    // database.
    await using sql = await openDatabase(url)
    await sql.unsafe('analyze')
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** The id of the demo data's method that asks nothing. */
export async function demoMethodId(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/checkin/machine-data?method=GATE`)
  const { id } = (await response.json()) as { id: string }
  return id
}

/** Starts Fastify with the same driver, which writes three rows. */
export async function startBare(adminUrl: string): Promise<Server> {
  await createDatabase(adminUrl, 'bench_bare')
  return startServer(join(repository, 'apps/api/test/bench/bare-server.ts'), [], '/', {
    DATABASE_URL: urlOf(adminUrl, 'bench_bare'),
  })
}

/** Creates a database, unless it exists. */
export async function createDatabase(adminUrl: string, name: string): Promise<void> {
  await using sql = await openDatabase(adminUrl)
  const found = await sql.unsafe(`select from pg_database where datname = '${name}'`)
  if (found.length === 0) await sql.unsafe(`create database ${name}`)
}

interface Connection extends AsyncDisposable {
  unsafe(text: string): Promise<Record<string, string>[]>
}

/** Opens one connection with the driver of the API. */
export async function openDatabase(url: string): Promise<Connection> {
  const { default: postgres } = (await import(
    join(repository, 'apps/api/node_modules/postgres/src/index.js')
  )) as { default: (url: string, options: object) => Pick<Connection, 'unsafe'> & { end(): Promise<void> } }
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  return { unsafe: (text) => sql.unsafe(text), [Symbol.asyncDispose]: () => sql.end() }
}

export async function startServer(
  script: string,
  options: string[],
  path: string,
  settings: Record<string, string>,
): Promise<Server> {
  const [port, reportPort] = [await freePort(), await freePort()]
  const reportProcess = `--import=${join(import.meta.dirname, 'report-process.ts')}`
  // The flag of `npm start`.
  const child = spawn(process.execPath, ['--max-semi-space-size=4', reportProcess, script, ...options], {
    env: { ...process.env, ...settings, PORT: String(port), REPORT_PORT: String(reportPort) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await untilAnswered(child, `http://127.0.0.1:${port}${path}`).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    port,
    pid: child.pid ?? 0,
    database: settings['DATABASE_URL'] ? new URL(settings['DATABASE_URL']).pathname.slice(1) : '',
    longestHold: async () => (await (await fetch(`http://127.0.0.1:${reportPort}/hold`)).json()) as Hold,
    memory: async () => (await (await fetch(`http://127.0.0.1:${reportPort}/memory`)).json()) as Memory,
    stop,
  }
}

async function untilAnswered(child: ChildProcess, url: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end && child.exitCode === null;) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => 503,
    )
    if (status < 500) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} did not answer`)
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** A process's user and system time so far, from /proc (proc(5)), which only Linux has. */
export async function processorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/**
 * The processor seconds of the server and of the PostgreSQL processes of its connections, which
 * name their database (proc(5)).
 */
export async function processorTimes({
  pid,
  database,
}: Server): Promise<{ server: number; database: number }> {
  let seconds = 0
  for (const process of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const title = await readFile(`/proc/${process}/cmdline`, 'utf8').catch(() => '')
    if (title.startsWith('postgres: ') && title.includes(` ${database} `))
      seconds += await processorSeconds(Number(process)).catch(() => 0)
  }
  return { server: await processorSeconds(pid), database: seconds }
}

export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
}
