import { Agent, get } from 'node:http'
import { halfLoad, median, pace, percentile, type Sample, saturate } from './load.ts'
import { options } from './options.ts'
import {
  addressOf,
  assertStatus,
  type Bench as Servers,
  checkInRequests,
  demoMethodId,
  type Hold,
  httpRequest,
  logIn,
  openDatabase,
  processorSeconds,
  withServers,
} from './servers.ts'

const BOARDS = 20
const CONNECTIONS = 32

interface Bench extends Servers {
  board: { siteId: string; token: string }
  fill(people: number): Promise<void>
  /** Changes one person on the board. */
  change(): Promise<void>
}

/**
 * What a board costs: an unchanged poll against an empty page of a bare Fastify, in alternating
 * rounds on one connection; reading a changed board; and twenty boards that poll every second
 * during check-ins.
 */
export async function benchBoard(): Promise<void> {
  await withServers(async (servers) => {
    await using sql = await openDatabase(servers.databaseUrl)
    const [site] = await sql.unsafe(
      `select s.client_id, s.id from sign_in_methods m join method_keys k on k.method_id = m.id join sites s on s.id = m.site_id
       where k.key = 'GATE'`,
    )
    if (!site) throw new Error('The demo data has no board to measure')
    const { client_id: clientId, id: siteId = '' } = site
    const token = await logIn(servers.gatehouse.port, 'board@harbour.example', 'Gatehouse-demo-2026')
    const bench: Bench = {
      ...servers,
      board: { siteId, token },
      async fill(people) {
        await sql.unsafe(`delete from presence where site_id = '${siteId}'`)
        await sql.unsafe(`insert into presence
          (client_id, site_id, person_key, kind, first_name, last_name, mobile, role_name, visit_id, signed_in_at)
          select '${clientId}', '${siteId}', 'bench ' || n, 'visitor', 'Visitor ' || n, 'Bench', '+614915' || lpad(n::text, 5, '0'),
            'Contractor', gen_random_uuid(), now() from generate_series(1, ${people}) as n`)
        await sql.unsafe('vacuum analyze presence')
      },
      async change() {
        await sql.unsafe(
          `update presence set dependents = (dependents + 1) % 10 where site_id = '${siteId}' and person_key = 'bench 1'`,
        )
      },
    }
    const { boardSizes, rounds, seconds } = options
    for (const people of boardSizes) {
      await bench.fill(people)
      console.log(`\n${people} people`)
      await measureChanges(bench)
      await measureUnchanged(bench, rounds, seconds)
    }
    const [people = 0] = boardSizes
    const checkIns = {
      port: bench.gatehouse.port,
      request: checkInRequests(await demoMethodId(bench.gatehouse.port)),
    }
    await saturate(checkIns, CONNECTIONS, seconds)
    const half = await halfLoad(checkIns, CONNECTIONS, seconds)
    for (const perSecond of [half, half / 8]) {
      await bench.fill(people)
      await measureTogether(bench, people, perSecond, seconds * 2)
    }
  })
}

async function measureUnchanged(bench: Bench, rounds: number, seconds: number): Promise<void> {
  const { etag } = await poll(bench, '')
  const targets = {
    gatehouse: { server: bench.gatehouse, request: () => pollText(bench, etag), status: 304 },
    bare: { server: bench.bare, request: () => httpRequest('GET /'), status: 200 },
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
      assertStatus({ samples }, status)
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
    await bench.gatehouse.longestHold()
    const start = performance.now()
    bytes = (await poll(bench, '')).bytes
    // The first two runs warm up.
    if (run < 2) continue
    waits.push(performance.now() - start)
    holds.push(await bench.gatehouse.longestHold())
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

/** All boards poll at the same moment, every second. */
async function measureTogether(
  bench: Bench,
  people: number,
  perSecond: number,
  seconds: number,
): Promise<void> {
  const { port } = bench.gatehouse
  const etags = Array.from({ length: BOARDS }, () => '')
  const polls: Sample[] = []
  await bench.gatehouse.longestHold()
  const before = await processorSeconds(bench.gatehouse.pid)
  const ticker = setInterval(() => {
    for (const [index, etag] of etags.entries()) {
      const start = performance.now()
      void poll(bench, etag).then(
        (answer) => {
          etags[index] = answer.etag
          polls.push({ status: answer.status, milliseconds: performance.now() - start })
        },
        () => polls.push({ status: 0, milliseconds: performance.now() - start }),
      )
    }
  }, 1000)
  const request = checkInRequests(await demoMethodId(port))
  const checkIns = await pace({ port, request }, perSecond, CONNECTIONS, seconds)
  clearInterval(ticker)
  const used = (await processorSeconds(bench.gatehouse.pid)) - before
  assertStatus(checkIns)
  const show = (samples: readonly Sample[]) =>
    `p50 ${percentile(samples, 0.5).toFixed(0)} ms, p99 ${percentile(samples, 0.99).toFixed(0)} ms`
  console.log(
    `\n${BOARDS} boards of ${people} people poll every second beside ${perSecond.toFixed(0)} check-ins a second for ${seconds} s`,
  )
  console.log(`polls: ${show(polls)}; check-ins: ${show(checkIns.samples)}`)
  console.log(
    `event loop held ${showHolds([await bench.gatehouse.longestHold()])}; processor ${((used / checkIns.seconds) * 100).toFixed(0)} % of a core`,
  )
}

let lastPoll = 0
function headersOf({ board }: Bench, etag: string): Record<string, string> {
  lastPoll += 1
  return {
    authorization: `Bearer ${board.token}`,
    'if-none-match': etag,
    'x-forwarded-for': addressOf(lastPoll),
  }
}

const pollText = (bench: Bench, etag: string) =>
  httpRequest(`GET /api/board/${bench.board.siteId}`, { headers: headersOf(bench, etag) })

const agent = new Agent({ keepAlive: true })

async function poll(bench: Bench, etag: string): Promise<{ status: number; etag: string; bytes: number }> {
  return new Promise((resolve, reject) => {
    const path = `/api/board/${bench.board.siteId}`
    const request = {
      agent,
      host: '127.0.0.1',
      port: bench.gatehouse.port,
      path,
      headers: headersOf(bench, etag),
    }
    get(request, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, etag: String(response.headers.etag), bytes }),
      )
    }).on('error', reject)
  })
}
