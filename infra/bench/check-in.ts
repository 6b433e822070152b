import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded/start.ts'
import { median, pace, percentile, saturate } from './load.ts'
import {
  assertAll200,
  checkInRequests,
  demoMethodId,
  processorTimes,
  residentMegabytes,
  type Server,
  startBare,
  startDemo,
} from './servers.ts'

const CONNECTIONS = 64

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
    const gatehouse = await startDemo(database, dataDir)
    stops.push(() => gatehouse.stop())
    const bare = await startBare(database)
    stops.push(() => bare.stop())
    const targets = {
      gatehouse: { server: gatehouse, request: checkInRequests(await demoMethodId(gatehouse.port)) },
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
