import { type LoadResult, percentile, saturate } from './load.ts'
import { options } from './options.ts'
import {
  addressOf,
  assertStatus,
  httpRequest,
  processorSeconds,
  residentMegabytes,
  type Server,
} from './servers.ts'

/** Requests the paths of the API in turn, from different addresses. */
export function readRequest(token: string, paths: string[]): (number: number) => string {
  return (number) =>
    httpRequest(`GET /api${paths[number % paths.length]}`, {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': addressOf(number) },
    })
}

/** The reference for a reader, in milliseconds. */
export interface Reference {
  p50: number
}

/**
 * One reader without pauses: the latency, its ratio to a reference, and the server's processor time
 * and memory.
 */
export async function measureReader(
  what: string,
  server: Server,
  request: (number: number) => string,
  reference?: Reference,
): Promise<Reference> {
  const target = { port: server.port, request }
  await saturate(target, 1, Math.min(1, options.seconds))
  await server.longestHold()
  const before = await processorSeconds(server.pid)
  const load = await saturate(target, 1, options.seconds)
  const used = (((await processorSeconds(server.pid)) - before) * 1000) / load.samples.length
  const { processor } = await server.longestHold()
  const p50 = percentile(load.samples, 0.5)
  const ratio = reference ? `   ${(p50 / reference.p50).toFixed(1)} times the reference` : ''
  const memory = (await residentMegabytes(server.pid)).toFixed(0)
  tell(
    what,
    load,
    `${ratio}   ${used.toFixed(2)} ms of processor each, event loop held ${processor.toFixed(1)} ms at most, ${memory} MB`,
  )
  return { p50 }
}

export function tell(what: string, load: LoadResult, more = ''): void {
  assertStatus(load)
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) =>
    percentile(load.samples, share).toFixed(1).padStart(7),
  )
  console.log(`${what.padEnd(40)} p50 ${p50} ms   p95 ${p95} ms   p99 ${p99} ms${more}`)
}
