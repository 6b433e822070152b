import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import { OperatorError } from '../../lib/operator-error.ts'

// Below the ephemeral ports, so that no outgoing connection takes the port while the server
// restarts.
const lowest = 20_000
const highest = 31_999

/** The ports to try for a server on this data folder, always in the same order. */
export function* portsFor(data: string): Generator<number> {
  const start = createHash('sha256').update(data).digest().readUInt32BE()
  const count = highest - lowest + 1
  for (let step = 0; step < count; step += 1) yield lowest + ((start + step * 7) % count)
}

/** Whether no process listens on this port of the loopback address. */
export async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

export async function takeFree(ports: Iterator<number>): Promise<number> {
  for (let next = ports.next(); !next.done; next = ports.next()) {
    if (await isFree(next.value)) return next.value
  }
  throw new OperatorError(`No port between ${lowest} and ${highest} is free for the embedded PostgreSQL.`)
}
