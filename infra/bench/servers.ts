import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { EmbeddedPostgres } from '../../apps/api/src/db/embedded/start.ts'
import type { LoadResult } from './load.ts'
import { repository } from './pages.ts'

const TICKS_PER_SECOND = 100

/** A server of a measurement, in a process of its own. */
export interface Server {
  port: number
  pid: number
  /** The name of its database. */
  database: string
  stop(): Promise<void>
}

/** The address of a database on the same server. */
export function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

/** The same secrets in every run, so that a database can be used again. */
const secret = (name: string) => createHash('sha256').update(`gatehouse bench ${name}`).digest('base64url')

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
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
    // Answers are not checked against their declaration, as in production.
    NODE_ENV: 'production',
    SECRET_KEY: secret('key'),
    SESSION_KEYS: secret('sessions'),
    PUBLIC_URL: 'http://localhost:50000',
    ...settings,
  })
}

export function assertAll200({ samples }: LoadResult): void {
  const other = samples.find(({ status }) => status !== 200)
  if (other) throw new Error(`A request was answered with ${other.status}, so that the figures mean nothing.`)
}

/** Writes check-ins of different people from different addresses, each with an idempotency key, as phones send them. */
export function checkInRequests(id: string): (number: number) => string {
  return (number) => {
    const body = JSON.stringify({
      firstName: `Visitor ${number}`,
      lastName: 'Bench',
      mobile: `04915${String(number % 100_000).padStart(5, '0')}`,
      machineId: id,
    })
    const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
    return [
      'POST /api/checkin HTTP/1.1',
      'host: 127.0.0.1',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      `idempotency-key: ${crypto.randomUUID()}`,
      `x-forwarded-for: ${address}`,
      '',
      body,
    ].join('\r\n')
  }
}

/** Starts the program on a new database with the demo data. */
export async function startDemo({ adminUrl }: EmbeddedPostgres, dataDir: string): Promise<Server> {
  await createDatabase(adminUrl, 'bench_gatehouse')
  const url = urlOf(adminUrl, 'bench_gatehouse')
  const server = await startGatehouse(url, dataDir, { DEMO: 'on' })
  // Autovacuum does it within a minute. Before, the planner knows nothing of a new database.
  await runSql(url, 'analyze')
  return server
}

/** The id of the demo data's method that asks nothing. */
export async function demoMethodId(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/checkin/machine-data?method=GATE`)
  const { id } = (await response.json()) as { id: string }
  return id
}

/** Starts the reference: Fastify with the same driver, which writes three rows. */
export async function startBare({ adminUrl }: EmbeddedPostgres): Promise<Server> {
  await createDatabase(adminUrl, 'bench_bare')
  return startServer(join(repository, 'apps/api/test/bench/bare-server.ts'), [], '/', {
    DATABASE_URL: urlOf(adminUrl, 'bench_bare'),
  })
}

export async function createDatabase(adminUrl: string, name: string): Promise<void> {
  await runSql(adminUrl, `create database ${name}`)
}

async function runSql(url: string, text: string): Promise<void> {
  const { default: postgres } = (await import(
    join(repository, 'apps/api/node_modules/postgres/src/index.js')
  )) as {
    default: (
      url: string,
      options: object,
    ) => { unsafe(text: string): Promise<unknown>; end(): Promise<void> }
  }
  const sql = postgres(url, { max: 1 })
  await sql.unsafe(text)
  await sql.end()
}

export async function startServer(
  script: string,
  options: string[],
  path: string,
  settings: Record<string, string>,
): Promise<Server> {
  const port = await freePort()
  const child = spawn(process.execPath, [script, ...options], {
    env: { ...process.env, ...settings, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilAnswered(child, `http://127.0.0.1:${port}${path}`)
  return {
    port,
    pid: child.pid ?? 0,
    database: new URL(settings['DATABASE_URL'] ?? '').pathname.slice(1),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
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

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** User and system time of a process so far, from /proc (proc(5)): Linux alone has it. */
export async function processorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** The seconds of the server and of the PostgreSQL processes of its connections, which name their database (proc(5)). */
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
