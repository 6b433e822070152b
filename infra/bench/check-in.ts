import { catchUp } from './catch-up.ts'
import { median, pace, percentile, saturate } from './load.ts'
import { options } from './options.ts'
import { benchSameWrites } from './pgbench.ts'
import {
  assertStatus,
  checkInRequests,
  demoMethodId,
  httpRequest,
  processorTimes,
  residentMegabytes,
  type Server,
  withServers,
} from './servers.ts'

const CONNECTIONS = 64

interface Round {
  perSecond: number
  /** Of the server's process, per request. */
  processorMs: number
  /** Of the PostgreSQL processes of its connections, per request. */
  databaseMs: number
  p99: number
}

/**
 * How many check-ins a second the server takes, against a bare Fastify with the same driver that
 * writes three rows, in alternating rounds on one durable PostgreSQL. Then pgbench writes the same
 * rows. Then, once the figures and the log's hash chain have caught up, the latency at half of that
 * load, with the share of that work that belongs to it.
 */
export async function benchCheckIn(): Promise<void> {
  const { rounds } = options
  const seconds = options.seconds * 2
  await withServers(async ({ gatehouse, bare, databaseUrl, folder }) => {
    const methodId = await demoMethodId(gatehouse.port)
    const targets = {
      gatehouse: { server: gatehouse, request: checkInRequests(methodId) },
      bare: { server: bare, request: bareCheckIn },
    }
    const results: Record<keyof typeof targets, Round[]> = { gatehouse: [], bare: [] }
    for (const name of ['gatehouse', 'bare'] as const) await measure(targets[name], Math.min(3, seconds))
    for (let round = 0; round < rounds; round += 1) {
      for (const name of ['bare', 'gatehouse'] as const)
        results[name].push(await measure(targets[name], seconds))
    }
    console.log(`medians of ${rounds} rounds of ${seconds} s over ${CONNECTIONS} connections`)
    for (const name of ['gatehouse', 'bare'] as const) tell(name, results[name])
    const [own = 0, reference = 0] = [results.gatehouse, results.bare].map((all) =>
      median(all.map(({ perSecond }) => perSecond)),
    )
    console.log(`ratio ${(own / reference).toFixed(2)}`)
    const written = await benchSameWrites({
      databaseUrl,
      folder,
      methodId,
      connections: CONNECTIONS,
      seconds: Math.ceil(seconds),
    })
    console.log(
      written === undefined
        ? 'pgbench is not installed, so the same writes without a server were not measured'
        : `pgbench    ${written.toFixed(0).padStart(6)}/s   the same writes without a server; of it ${(own / written).toFixed(2)}`,
    )
    const caughtUpSeconds = await catchUp(databaseUrl)
    console.log(`figures and chain had caught up after ${caughtUpSeconds.toFixed(0)} s more`)
    await gatehouse.longestHold()
    const { request } = targets.gatehouse
    const perSecond = options.perSecond ?? own / 2
    const half = await pace({ port: gatehouse.port, request }, perSecond, CONNECTIONS, seconds)
    assertStatus(half)
    const { processor, byClock } = await gatehouse.longestHold()
    console.log(
      `at half load (${perSecond.toFixed(0)}/s): p50 ${percentile(half.samples, 0.5).toFixed(1)} ms, p99 ${percentile(half.samples, 0.99).toFixed(1)} ms; event loop held ${processor.toFixed(1)} ms of processor time at most, ${byClock.toFixed(1)} ms by the clock`,
    )
    console.log(`resident memory afterwards: ${(await residentMegabytes(gatehouse.pid)).toFixed(0)} MB`)
  })
}

function tell(name: string, rounds: Round[]): void {
  const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]))
  console.log(
    `${name.padEnd(10)} ${of('perSecond').toFixed(0).padStart(6)}/s   ${of('processorMs').toFixed(2)} ms of processor a request, PostgreSQL ${of('databaseMs').toFixed(2)} ms   p99 ${of('p99').toFixed(1)} ms`,
  )
}

async function measure(
  { server, request }: { server: Server; request: (number: number) => string },
  seconds: number,
): Promise<Round> {
  const before = await processorTimes(server)
  const load = await saturate({ port: server.port, request }, CONNECTIONS, seconds)
  const after = await processorTimes(server)
  assertStatus(load)
  return {
    perSecond: load.samples.length / load.seconds,
    processorMs: ((after.server - before.server) * 1000) / load.samples.length,
    databaseMs: ((after.database - before.database) * 1000) / load.samples.length,
    p99: percentile(load.samples, 0.99),
  }
}

/** The rows that the reference writes. */
export function bareCheckIn(number: number): string {
  return httpRequest('POST /', {
    body: { firstName: `Visitor ${number}`, lastName: 'Bench', mobile: '0491570156' },
  })
}
