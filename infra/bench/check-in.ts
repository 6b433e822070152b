import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/api/src/db/embedded/start.ts'
import { type LoadResult, median, pace, percentile, saturate } from './load.ts'
import { repository } from './pages.ts'

const CONNECTIONS = 64
const TICKS_PER_SECOND = 100

export interface Server {
  port: number
  pid: number
  /** The name of its database. */
  database: string
  stop(): Promise<void>
}

interface Round {
  perSecond: number
  /** Of the server's process, for one request. */
  processorMs: number
  /** Of the PostgreSQL processes of its connections, for one request. */
  databaseMs: number
  p99: number
}

/**
 * How many check-ins a second the server takes, against a bare Fastify with the same driver that writes three rows: rounds take turns
 * on one durable PostgreSQL. Then the waiting time at half of that load.
 */
export async function benchCheckIn(): Promise<void> {
  const seconds = Number(process.env['SECONDS_PER_ROUND'] ?? 10)
  const rounds = Number(process.env['ROUNDS'] ?? 3)
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  const database = await startEmbeddedPostgres({ dataDir, durable: true, onProgress: () => {} })
  const stops: (() => Promise<unknown>)[] = [
    () => rm(dataDir, { recursive: true, force: true }),
    () => database.stop(),
  ]
  try {
    const gatehouse = await startGatehouse(database, dataDir)
    stops.push(() => gatehouse.stop())
    const bare = await startBare(database)
    stops.push(() => bare.stop())
    await analyze(database)
    const targets = {
      gatehouse: { server: gatehouse, request: await checkInRequests(gatehouse.port) },
      bare: { server: bare, request: bareRequest },
    }
    const results: Record<keyof typeof targets, Round[]> = { gatehouse: [], bare: [] }
    for (const name of ['gatehouse', 'bare'] as const) await measure(targets[name], Math.min(3, seconds))
    for (let round = 0; round < rounds; round += 1) {
      for (const name of ['bare', 'gatehouse'] as const)
        results[name].push(await measure(targets[name], seconds))
    }
    const [own = 0, reference = 0] = [results.gatehouse, results.bare].map((all) =>
      median(all.map(({ perSecond }) => perSecond)),
    )
    console.log(
      `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, load generator beside it`,
    )
    console.log(`medians of ${rounds} rounds of ${seconds} s over ${CONNECTIONS} connections`)
    for (const name of ['gatehouse', 'bare'] as const) {
      const perSecond = median(results[name].map((round) => round.perSecond))
      const processor = median(results[name].map(({ processorMs }) => processorMs))
      const databaseMs = median(results[name].map((round) => round.databaseMs))
      const p99 = median(results[name].map((round) => round.p99))
      console.log(
        `${name.padEnd(10)} ${perSecond.toFixed(0).padStart(6)}/s   ${processor.toFixed(2)} ms of processor a request, PostgreSQL ${databaseMs.toFixed(2)} ms   p99 ${p99.toFixed(1)} ms`,
      )
    }
    console.log(`ratio ${(own / reference).toFixed(2)}`)
    const half = await pace(
      { port: gatehouse.port, request: targets.gatehouse.request },
      own / 2,
      CONNECTIONS,
      seconds,
    )
    assertAll200(half)
    console.log(
      `at half load (${(own / 2).toFixed(0)}/s): p50 ${percentile(half.samples, 0.5).toFixed(1)} ms, p99 ${percentile(half.samples, 0.99).toFixed(1)} ms`,
    )
    console.log(`resident memory afterwards: ${(await residentMegabytes(gatehouse.pid)).toFixed(0)} MB`)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

async function measure(
  { server, request }: { server: Server; request: (number: number) => string },
  seconds: number,
): Promise<Round> {
  const before = await processorTimes(server)
  const load = await saturate({ port: server.port, request }, CONNECTIONS, seconds)
  const after = await processorTimes(server)
  assertAll200(load)
  return {
    perSecond: load.samples.length / load.seconds,
    processorMs: ((after.server - before.server) * 1000) / load.samples.length,
    databaseMs: ((after.database - before.database) * 1000) / load.samples.length,
    p99: percentile(load.samples, 0.99),
  }
}

function assertAll200({ samples }: LoadResult): void {
  const other = samples.find(({ status }) => status !== 200)
  if (other) throw new Error(`A request was answered with ${other.status}, so that the figures mean nothing.`)
}

/** Writes check-ins of different people from different addresses, each with an idempotency key, as phones send them. */
export async function checkInRequests(port: number): Promise<(number: number) => string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/checkin/machine-data?method=GATE`)
  const { id } = (await response.json()) as { id: string }
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

function bareRequest(number: number): string {
  const body = JSON.stringify({ firstName: `Visitor ${number}`, lastName: 'Bench', mobile: '0491570156' })
  return [
    'POST / HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

export async function startGatehouse({ adminUrl }: EmbeddedPostgres, dataDir: string): Promise<Server> {
  const url = new URL(adminUrl)
  url.pathname = '/bench_gatehouse'
  await createDatabase(adminUrl, 'bench_gatehouse')
  return startServer(
    join(repository, 'apps/api/src/main.ts'),
    ['--api-only'],
    '/health/ready',
    'bench_gatehouse',
    {
      DATABASE_URL: url.href,
      DATA_DIR: join(dataDir, 'program'),
      DEMO: 'on',
      BREACH_URL: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'error',
      // Answers are not checked against their declaration, as in production.
      NODE_ENV: 'production',
      SECRET_KEY: randomBytes(32).toString('base64url'),
      SESSION_KEYS: randomBytes(32).toString('base64url'),
      PUBLIC_URL: 'http://localhost:50000',
    },
  )
}

export async function startBare({ adminUrl }: EmbeddedPostgres): Promise<Server> {
  const url = new URL(adminUrl)
  url.pathname = '/bench_bare'
  await createDatabase(adminUrl, 'bench_bare')
  return startServer(join(repository, 'apps/api/test/bench/bare-server.ts'), [], '/', 'bench_bare', {
    DATABASE_URL: url.href,
  })
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  await runSql(adminUrl, `create database ${name}`)
}

/** What autovacuum does within a minute. Before, the planner knows nothing of a new database. */
async function analyze({ adminUrl }: EmbeddedPostgres): Promise<void> {
  for (const name of ['bench_gatehouse', 'bench_bare']) {
    const url = new URL(adminUrl)
    url.pathname = `/${name}`
    await runSql(url.href, 'analyze')
  }
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

async function startServer(
  script: string,
  options: string[],
  path: string,
  database: string,
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
    database,
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
async function processorTimes({ pid, database }: Server): Promise<{ server: number; database: number }> {
  let seconds = 0
  for (const process of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const title = await readFile(`/proc/${process}/cmdline`, 'utf8').catch(() => '')
    if (title.startsWith('postgres: ') && title.includes(` ${database} `))
      seconds += await processorSeconds(Number(process)).catch(() => 0)
  }
  return { server: await processorSeconds(pid), database: seconds }
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
}
