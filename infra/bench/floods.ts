import { bareCheckIn } from './check-in.ts'
import { catchUp } from './catch-up.ts'
import { halfLoad, type LoadResult, pace, percentile, saturate } from './load.ts'
import { options } from './options.ts'
import {
  addressOf,
  assertStatus,
  checkInRequests,
  demoMethodId,
  httpRequest,
  type Server,
  withServers,
} from './servers.ts'

const CONNECTIONS = 32

interface Flood {
  connections: number
  request: (number: number) => string
}

/** Each request of a flood has its own address, so that no rate limit ends it. */
const from = (number: number) => ({ 'x-forwarded-for': addressOf(number) })

const floods: Record<string, Flood> = {
  'wrong logins': {
    connections: 16,
    request: (number) =>
      httpRequest('POST /api/login', {
        headers: from(number),
        body: { email: `nobody${number}@bench.example`, password: 'not the password' },
      }),
  },
  'unknown method keys': {
    connections: CONNECTIONS,
    request: (number) =>
      httpRequest(`GET /api/checkin/machine-data?method=Q${number}`, { headers: from(number) }),
  },
  'pages of a method': {
    connections: CONNECTIONS,
    request: (number) => httpRequest('GET /api/checkin/machine-data?method=GATE', { headers: from(number) }),
  },
  'bad JSON': {
    connections: CONNECTIONS,
    request: (number) =>
      httpRequest('POST /api/checkin', { headers: from(number), body: { machineId: '['.repeat(2000) } }),
  },
}

/**
 * Check-ins, alone and during each flood. The reference writes three rows for each, alone and
 * during a flood of its empty page.
 */
export async function benchFloods(): Promise<void> {
  await withServers(async ({ gatehouse, bare, databaseUrl }) => {
    const guests = { port: gatehouse.port, request: checkInRequests(await demoMethodId(gatehouse.port)) }
    const reference = { port: bare.port, request: bareCheckIn }
    for (const target of [guests, reference]) await saturate(target, CONNECTIONS, options.seconds)
    const half = await halfLoad(guests, CONNECTIONS, options.seconds)
    console.log(`half load: ${half.toFixed(0)} check-ins a second`)
    for (const [load, perSecond] of [
      ['half load', half],
      ['an eighth of it', half / 8],
    ] as const) {
      await catchUp(databaseUrl)
      await measure(`check-ins alone, ${load}`, perSecond, gatehouse, guests)
      for (const [name, flood] of Object.entries(floods)) {
        await catchUp(databaseUrl)
        await measure(`check-ins beside ${name}, ${load}`, perSecond, gatehouse, guests, flood)
      }
    }
    await measure('bare inserts alone', half, bare, reference)
    await measure('bare inserts beside its empty page', half, bare, reference, {
      connections: CONNECTIONS,
      request: () => httpRequest('GET /'),
    })
  })
}

async function measure(
  what: string,
  perSecond: number,
  server: Server,
  target: { port: number; request: (number: number) => string },
  flood?: Flood,
): Promise<void> {
  const seconds = options.seconds * 2
  await server.longestHold()
  const [checkIns, sent] = await Promise.all([
    pace(target, perSecond, CONNECTIONS, seconds),
    flood && saturate({ port: server.port, request: flood.request }, flood.connections, seconds),
  ])
  // A guest whose request is shed retries: the figures of served ones go on.
  const [shed, served] = [503, 200].map((status) =>
    checkIns.samples.filter((sample) => sample.status === status),
  )
  assertStatus({ samples: checkIns.samples.filter(({ status }) => status !== 503) })
  const { processor, byClock } = await server.longestHold()
  const [p50, p99] = [0.5, 0.99].map((share) =>
    percentile(served ?? [], share)
      .toFixed(1)
      .padStart(7),
  )
  console.log(
    `${what.padEnd(54)} p50 ${p50} ms   p99 ${p99} ms   event loop held ${processor.toFixed(1)} ms of processor time at most, ${byClock.toFixed(1)} ms by the clock, ${shed?.length} shed${sent ? `   ${showStatuses(sent)}` : ''}`,
  )
}

function showStatuses({ samples, seconds }: LoadResult): string {
  const counts = Map.groupBy(samples, ({ status }) => status)
  return [...counts].map(([status, { length }]) => `${status}: ${(length / seconds).toFixed(0)}/s`).join(', ')
}
