import { connect, type Socket } from 'node:net'
import { options } from './options.ts'

/** The server's response to one request, and its latency. */
export interface Sample {
  status: number
  milliseconds: number
}

export interface LoadResult {
  samples: Sample[]
  seconds: number
}

interface Target {
  port: number
  /** Builds the request with this number, head and body, for a keep-alive connection. */
  request: (number: number) => string
}

interface Answer {
  status: number
  /** Of a 503; 1 where it has none. */
  retryAfterSeconds: number
}

const HEAD_END = '\r\n\r\n'

/**
 * An HTTP/1.1 connection that sends a request once the response to the one before has arrived. It
 * reads only the status and the length, so that the load generator takes little of the processor
 * that it shares with the server.
 */
export class LoadConnection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #onAnswer: ((answer: Answer) => void) | undefined
  #onError: ((error: Error) => void) | undefined

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk))
    this.#socket.on('error', (error) => this.#onError?.(error))
    this.#socket.on('close', () => this.#onError?.(new Error('The server closed the connection')))
  }

  async send(request: string): Promise<Answer> {
    if (this.#socket.destroyed) throw new Error('The server closed the connection')
    return new Promise((resolve, reject) => {
      this.#onAnswer = resolve
      this.#onError = reject
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#onError = undefined
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const end = this.#received.indexOf(HEAD_END)
    if (end === -1) return
    const head = this.#received.subarray(0, end).toString('latin1')
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
    const total = end + HEAD_END.length + length
    if (this.#received.length < total) return
    this.#received = this.#received.subarray(total)
    const status = Number(head.slice(9, 12))
    this.#onAnswer?.({
      status,
      retryAfterSeconds: status === 503 ? Number(/^retry-after: *(\d+)/im.exec(head)?.[1] ?? 1) : 0,
    })
  }
}

/**
 * Sends as much as the server takes: each of `connections` sends its next request when the last one
 * is answered.
 */
export async function saturate(target: Target, connections: number, seconds: number): Promise<LoadResult> {
  const samples: Sample[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  const loop = async () => {
    const connection = new LoadConnection(target.port)
    while (performance.now() < end) {
      const sentAt = performance.now()
      const { status } = await connection.send(target.request(nextNumber()))
      samples.push({ status, milliseconds: performance.now() - sentAt })
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, loop))
  return { samples, seconds: (performance.now() - start) / 1000 }
}

/**
 * Sends `perSecond` requests a second, whether the server keeps up or not. The latency includes the
 * wait for a free connection, so that a slow server does not get fewer requests.
 */
export async function pace(
  target: Target,
  perSecond: number,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const idle = Array.from({ length: connections }, () => new LoadConnection(target.port))
  const waiting: ((connection: LoadConnection) => void)[] = []
  const samples: Sample[] = []
  const open = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  const start = performance.now()
  const send = async (dueAt: number) => {
    const connection = idle.pop() ?? (await new Promise<LoadConnection>((resolve) => waiting.push(resolve)))
    const { status } = await connection.send(target.request(nextNumber()))
    samples.push({ status, milliseconds: performance.now() - dueAt })
    const next = waiting.shift()
    if (next) next(connection)
    else idle.push(connection)
  }
  for (let sent = 0; sent < perSecond * seconds;) {
    const due = Math.min(((performance.now() - start) / 1000) * perSecond, perSecond * seconds)
    for (; sent < due; sent += 1) {
      const sending: Promise<void> = send(start + (sent / perSecond) * 1000)
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => open.delete(sending))
      open.add(sending)
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
    if (failure) throw failure.error
  }
  await Promise.all(open)
  if (failure) throw failure.error
  for (const connection of idle) connection.close()
  return { samples, seconds: (performance.now() - start) / 1000 }
}

/**
 * Half of the server's maximum, in requests a second: the load for which the check-in latency is
 * promised.
 */
export async function halfLoad(target: Target, connections: number, seconds: number): Promise<number> {
  if (options.perSecond !== undefined) return options.perSecond
  const { samples, seconds: lasted } = await saturate(target, connections, seconds)
  return samples.filter(({ status }) => status === 200).length / lasted / 2
}

let lastNumber = 0
/** A number of its own for each request. */
export function nextNumber(): number {
  lastNumber += 1
  return lastNumber
}

/** The value below which this share of the samples is, in milliseconds. */
export function percentile(samples: readonly Sample[], share: number): number {
  const sorted = samples.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
