import { bareCheckIn } from './check-in.ts'
import { type LoadResult, pace, percentile, saturate } from './load.ts'
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

const CHECK_INS_PER_SECOND = 50
const CONNECTIONS = 32

interface Flood {
  connections: number
  request: (number: number) => string
}

/** Each request of a flood comes from an address of its own, so that no limit ends it. */
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

/** Check-ins, alone and beside each flood; the reference writes three rows for each, alone and beside a flood of its empty page. */
export async function benchFloods(): Promise<void> {
  await withServers(async ({ gatehouse, bare }) => {
    const guests = { port: gatehouse.port, request: checkInRequests(await demoMethodId(gatehouse.port)) }
    const reference = { port: bare.port, request: bareCheckIn }
    for (const target of [guests, reference])
      assertStatus(await pace(target, CHECK_INS_PER_SECOND, CONNECTIONS, options.seconds))
    await measure('check-ins alone', gatehouse, guests)
    for (const [name, flood] of Object.entries(floods))
      await measure(`check-ins beside ${name}`, gatehouse, guests, flood)
    await measure('bare inserts alone', bare, reference)
    await measure('bare inserts beside its empty page', bare, reference, {
      connections: CONNECTIONS,
      request: () => httpRequest('GET /'),
    })
  })
}

async function measure(
  what: string,
  server: Server,
  target: { port: number; request: (number: number) => string },
  flood?: Flood,
): Promise<void> {
  const seconds = options.seconds * 2
  await server.longestHold()
  const [checkIns, sent] = await Promise.all([
    pace(target, CHECK_INS_PER_SECOND, CONNECTIONS, seconds),
    flood && saturate({ port: server.port, request: flood.request }, flood.connections, seconds),
  ])
  assertStatus(checkIns)
  const { processor, byClock } = await server.longestHold()
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(checkIns.samples, share).toFixed(1).padStart(7))
  console.log(
    `${what.padEnd(36)} p50 ${p50} ms   p99 ${p99} ms   event loop held ${processor.toFixed(1)} ms of processor time at most, ${byClock.toFixed(1)} ms by the clock${sent ? `   ${showStatuses(sent)}` : ''}`,
  )
}

function showStatuses({ samples, seconds }: LoadResult): string {
  const counts = Map.groupBy(samples, ({ status }) => status)
  return [...counts].map(([status, { length }]) => `${status}: ${(length / seconds).toFixed(0)}/s`).join(', ')
}
