import { cpus } from 'node:os'
import { join } from 'node:path'
import { accounts, busiest, password } from '../../apps/api/test/bench/fill-database.ts'
import { openFilledDatabase } from './fill.ts'
import { pace, percentile, saturate } from './load.ts'
import { repository } from './pages.ts'
import {
  assertAll200,
  checkInRequests,
  processorSeconds,
  type Server,
  startGatehouse,
  startServer,
} from './servers.ts'

const READERS = 12
const CHECK_INS_PER_SECOND = 50
const CONNECTIONS = 32
const periods = ['today', 'day', 'week', 'month', 'year'] as const

/**
 * Home over a filled database (see `fill`): each period, of one site and of all sites, for a site admin, an admin and a Manager, against
 * a bare Fastify that selects one row. Then check-ins, alone and beside twelve readers.
 */
export async function benchHome(): Promise<void> {
  const seconds = Number(process.env['SECONDS_PER_ROUND'] ?? 5)
  const { server: database, url, dataDir } = await openFilledDatabase()
  const stops: (() => Promise<unknown>)[] = [() => database.stop()]
  try {
    const gatehouse = await startGatehouse(url, dataDir)
    stops.push(() => gatehouse.stop())
    const bare = await startServer(join(repository, 'apps/api/test/bench/bare-select-server.ts'), [], '/', {
      DATABASE_URL: url,
    })
    stops.push(() => bare.stop())
    console.log(
      `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores; one reader, ${seconds} s each`,
    )
    await measure('a bare select', bare, () => 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n', seconds)
    const tokens = {
      'site admin': await logIn(gatehouse.port, accounts.siteAdmin),
      admin: await logIn(gatehouse.port, accounts.admin),
      Manager: await logIn(gatehouse.port, accounts.manager),
    }
    for (const [who, token] of Object.entries(tokens)) {
      for (const period of periods)
        await measure(
          `${who}, all sites, ${period}`,
          gatehouse,
          homeRequest(token, [`period=${period}`]),
          seconds,
        )
    }
    for (const period of periods) {
      const search = `period=${period}&site=${busiest.siteId}`
      await measure(`admin, one site, ${period}`, gatehouse, homeRequest(tokens.admin, [search]), seconds)
    }
    const checkIns = { port: gatehouse.port, request: checkInRequests(busiest.methodId) }
    const paced = () => pace(checkIns, CHECK_INS_PER_SECOND, CONNECTIONS, 4 * seconds)
    await pace(checkIns, CHECK_INS_PER_SECOND, CONNECTIONS, seconds)
    tell(`check-ins, ${CHECK_INS_PER_SECOND}/s, alone`, await paced())
    const searches = periods.flatMap((period) => [
      `period=${period}`,
      `period=${period}&site=${busiest.siteId}`,
    ])
    for (const who of ['admin', 'site admin'] as const) {
      const request = homeRequest(tokens[who], searches)
      const [beside, reads] = await Promise.all([
        paced(),
        saturate({ port: gatehouse.port, request }, READERS, 4 * seconds),
      ])
      tell(`check-ins beside ${READERS} readers (${who})`, beside)
      tell(`${READERS} readers (${who}), ${(reads.samples.length / reads.seconds).toFixed(0)}/s`, reads)
    }
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

async function logIn(port: number, email: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { token } = (await response.json()) as { token: string }
  return token
}

/** Asks with each of the searches in turn, from different addresses. */
function homeRequest(token: string, searches: string[]): (number: number) => string {
  return (number) =>
    [
      `GET /api/dashboard?${searches[number % searches.length]} HTTP/1.1`,
      'host: 127.0.0.1',
      `authorization: Bearer ${token}`,
      `x-forwarded-for: 10.9.${(number >> 8) & 255}.${number & 255}`,
      '',
      '',
    ].join('\r\n')
}

async function measure(
  what: string,
  { port, pid }: Server,
  request: (number: number) => string,
  seconds: number,
): Promise<void> {
  await saturate({ port, request }, 1, 1)
  const before = await processorSeconds(pid)
  const load = await saturate({ port, request }, 1, seconds)
  const used = ((await processorSeconds(pid)) - before) * 1000
  tell(what, load, `   ${(used / load.samples.length).toFixed(2)} ms of processor in the server's process`)
}

function tell(what: string, load: Awaited<ReturnType<typeof saturate>>, more = ''): void {
  assertAll200(load)
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) =>
    percentile(load.samples, share).toFixed(1).padStart(7),
  )
  console.log(`${what.padEnd(36)} p50 ${p50} ms   p95 ${p95} ms   p99 ${p99} ms${more}`)
}
