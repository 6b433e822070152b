import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/api/src/db/embedded/start.ts'
import { median, pace, percentile, type Sample, saturate } from './load.ts'
import { repository } from './pages.ts'
import {
  checkInRequests,
  demoMethodId,
  freePort,
  processorSeconds,
  type Server,
  startBare,
  startDemo,
} from './servers.ts'

const SIZES = [5000, 17_000]
const BOARDS = 20
const CHECK_INS_PER_SECOND = 50

interface Bench {
  gatehouse: Server
  bare: Server
  board: { siteId: string; token: string }
  fill(people: number): Promise<void>
  /** Changes one person on the board. */
  change(): Promise<void>
  /** What held the server's event loop longest since the last call, in milliseconds. */
  longestHold(): Promise<Hold>
}

/** By the clock, and in processor time of the thread. Other processes take part in the first. */
interface Hold {
  byClock: number
  processor: number
}

/**
 * What a board costs: an unchanged poll beside an empty page of a bare Fastify, rounds in turn on one connection; the reading of a
 * changed board; and twenty boards that poll every second beside check-ins.
 */
export async function benchBoard(): Promise<void> {
  const seconds = Number(process.env['SECONDS_PER_ROUND'] ?? 5)
  const rounds = Number(process.env['ROUNDS'] ?? 3)
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  const database = await startEmbeddedPostgres({ dataDir, durable: true, onProgress: () => {} })
  const stops: (() => Promise<unknown>)[] = [
    () => rm(dataDir, { recursive: true, force: true }),
    () => database.stop(),
  ]
  try {
    const bench = await startBench(database, dataDir, stops)
    console.log(
      `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, load generator beside it`,
    )
    for (const people of SIZES) {
      await bench.fill(people)
      console.log(`\n${people} people`)
      await measureChanges(bench)
      await measureUnchanged(bench, rounds, seconds)
    }
    await bench.fill(SIZES[0] ?? 0)
    await measureTogether(bench, seconds * 2)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

async function measureUnchanged(bench: Bench, rounds: number, seconds: number): Promise<void> {
  const { etag } = await poll(bench, '')
  const targets = {
    gatehouse: { server: bench.gatehouse, request: () => pollText(bench, etag), status: 304 },
    bare: { server: bench.bare, request: () => 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n', status: 200 },
  }
  const results: Record<keyof typeof targets, { p50: number; processorMs: number }[]> = {
    gatehouse: [],
    bare: [],
  }
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of ['bare', 'gatehouse'] as const) {
      const { server, request, status } = targets[name]
      const before = await processorSeconds(server.pid)
      const { samples } = await saturate({ port: server.port, request }, 1, seconds)
      const used = (await processorSeconds(server.pid)) - before
      assertStatus(samples, status)
      // The first round warms up.
      if (round > 0)
        results[name].push({ p50: percentile(samples, 0.5), processorMs: (used * 1000) / samples.length })
    }
  }
  for (const figure of ['p50', 'processorMs'] as const) {
    const [own = 0, reference = 0] = [results.gatehouse, results.bare].map((all) =>
      median(all.map((each) => each[figure])),
    )
    console.log(
      `unchanged poll, ${figure}: ${own.toFixed(2)} ms; bare empty page: ${reference.toFixed(2)} ms; ratio ${(own / reference).toFixed(1)}`,
    )
  }
}

async function measureChanges(bench: Bench): Promise<void> {
  const waits: number[] = []
  const holds: Hold[] = []
  let bytes = 0
  for (let run = 0; run < 12; run += 1) {
    await bench.change()
    await bench.longestHold()
    const start = performance.now()
    bytes = (await poll(bench, '')).bytes
    // The first two runs warm up.
    if (run < 2) continue
    waits.push(performance.now() - start)
    holds.push(await bench.longestHold())
  }
  console.log(
    `changed board: ${(bytes / 1000).toFixed(0)} kB in ${median(waits).toFixed(0)} ms; event loop held ${showHolds(holds)}`,
  )
}

function showHolds(holds: Hold[]): string {
  const show = (figure: keyof Hold) => {
    const values = holds.map((hold) => hold[figure])
    return `${median(values).toFixed(1)} ms (most ${Math.max(...values).toFixed(1)} ms)`
  }
  return `${show('processor')} of processor time, ${show('byClock')} by the clock`
}

/** Each board polls all together with the others, every second. */
async function measureTogether(bench: Bench, seconds: number): Promise<void> {
  const { port } = bench.gatehouse
  const etags = Array.from({ length: BOARDS }, () => '')
  const polls: Sample[] = []
  await bench.longestHold()
  const before = await processorSeconds(bench.gatehouse.pid)
  const ticker = setInterval(() => {
    for (const [index, etag] of etags.entries()) {
      const start = performance.now()
      void poll(bench, etag).then((answer) => {
        etags[index] = answer.etag
        polls.push({ status: answer.status, milliseconds: performance.now() - start })
      })
    }
  }, 1000)
  const request = checkInRequests(await demoMethodId(port))
  const checkIns = await pace({ port, request }, CHECK_INS_PER_SECOND, 16, seconds)
  clearInterval(ticker)
  const used = (await processorSeconds(bench.gatehouse.pid)) - before
  assertStatus(checkIns.samples, 200)
  const show = (samples: readonly Sample[]) =>
    `p50 ${percentile(samples, 0.5).toFixed(0)} ms, p99 ${percentile(samples, 0.99).toFixed(0)} ms`
  console.log(
    `\n${BOARDS} boards of ${SIZES[0]} people poll every second beside ${CHECK_INS_PER_SECOND} check-ins a second for ${seconds} s`,
  )
  console.log(`polls: ${show(polls)}; check-ins: ${show(checkIns.samples)}`)
  console.log(
    `event loop held ${showHolds([await bench.longestHold()])}; processor ${((used / checkIns.seconds) * 100).toFixed(0)} % of a core`,
  )
}

function assertStatus(samples: readonly Sample[], expected: number): void {
  const other = samples.find(({ status }) => status !== expected)
  if (other) throw new Error(`A request was answered with ${other.status}, so that the figures mean nothing.`)
}

let lastPoll = 0
/** A poll from an address of its own: the limit per address is not measured. */
function headersOf({ board }: Bench, etag: string): Record<string, string> {
  lastPoll += 1
  return {
    host: '127.0.0.1',
    authorization: `Bearer ${board.token}`,
    'if-none-match': etag,
    'x-forwarded-for': `10.${(lastPoll >> 16) & 255}.${(lastPoll >> 8) & 255}.${lastPoll & 255}`,
  }
}

function pollText(bench: Bench, etag: string): string {
  const headers = Object.entries(headersOf(bench, etag)).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET /api/board/${bench.board.siteId} HTTP/1.1\r\n${headers.join('')}\r\n`
}

const agent = new Agent({ keepAlive: true })

async function poll(bench: Bench, etag: string): Promise<{ status: number; etag: string; bytes: number }> {
  return new Promise((resolve, reject) => {
    const path = `/api/board/${bench.board.siteId}`
    const options = {
      agent,
      host: '127.0.0.1',
      port: bench.gatehouse.port,
      path,
      headers: headersOf(bench, etag),
    }
    get(options, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, etag: String(response.headers.etag), bytes }),
      )
    }).on('error', reject)
  })
}

async function startBench(
  database: EmbeddedPostgres,
  dataDir: string,
  stops: (() => Promise<unknown>)[],
): Promise<Bench> {
  const delayPort = await freePort()
  Object.assign(process.env, {
    LOOP_DELAY_PORT: String(delayPort),
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'report-delay.ts')}`,
  })
  const gatehouse = await startDemo(database, dataDir)
  delete process.env['NODE_OPTIONS']
  stops.push(() => gatehouse.stop())
  const bare = await startBare(database)
  stops.push(() => bare.stop())
  const url = new URL(database.adminUrl)
  url.pathname = '/bench_gatehouse'
  const { default: postgres } = (await import(
    join(repository, 'apps/api/node_modules/postgres/src/index.js')
  )) as { default: (url: string, options: object) => Superuser }
  const sql = postgres(url.href, { max: 1, onnotice: () => {} })
  stops.push(() => sql.end())

  const api = `http://127.0.0.1:${gatehouse.port}/api`
  const [site] = await sql.unsafe(
    `select s.client_id, s.id from sign_in_methods m join method_keys k on k.method_id = m.id join sites s on s.id = m.site_id
     where k.key = 'GATE'`,
  )
  const login = await fetch(`${api}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'board@harbour.example', password: 'Gatehouse-demo-2026' }),
  })
  const { token } = (await login.json()) as { token: string }
  if (!site || !token) throw new Error('The demo data has no board to measure')
  const siteId = site['id'] ?? ''
  return {
    gatehouse,
    bare,
    board: { siteId, token },
    async fill(people) {
      await sql.unsafe(`delete from presence where site_id = '${siteId}'`)
      await sql.unsafe(`insert into presence
        (client_id, site_id, person_key, kind, first_name, last_name, mobile, role_name, visit_id, signed_in_at)
        select '${site['client_id']}', '${siteId}', 'bench ' || n, 'visitor', 'Visitor ' || n, 'Bench', '+614915' || lpad(n::text, 5, '0'),
          'Contractor', gen_random_uuid(), now() from generate_series(1, ${people}) as n`)
      await sql.unsafe('vacuum analyze presence')
    },
    async change() {
      await sql.unsafe(
        `update presence set dependents = (dependents + 1) % 10 where site_id = '${siteId}' and person_key = 'bench 1'`,
      )
    },
    longestHold: async () => (await (await fetch(`http://127.0.0.1:${delayPort}`)).json()) as Hold,
  }
}

interface Superuser {
  unsafe(text: string): Promise<Record<string, string>[]>
  end(): Promise<void>
}
