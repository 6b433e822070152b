import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'

/**
 * The possible faults of a connection. The server may have processed the request or not; the
 * phone can't tell.
 */
const fates = [
  'is clean',
  'is slow',
  'is reset before the request',
  'is reset within the request',
  'is reset before the response',
  'is reset within the response',
  'carries no request',
  'carries no response',
] as const
type Fate = (typeof fates)[number]

const SLOW_MS = 300
const PATIENCE_MS = 1000

export interface LossyNetwork {
  origin: string
  met: Map<Fate, number>
  close(): Promise<void>
}

/** A network in front of a server. Each connection gets the next fault. */
export async function startLossyNetwork(port: number): Promise<LossyNetwork> {
  const met = new Map<Fate, number>()
  const sockets = new Set<Socket>()
  let connections = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const network = createServer((phone) => {
    keep(phone)
    const fate = fates[connections % fates.length] ?? 'is clean'
    connections += 1
    met.set(fate, (met.get(fate) ?? 0) + 1)
    if (fate === 'is reset before the request') return void phone.resetAndDestroy()
    if (fate === 'carries no request') return void phone.resume()
    const server = keep(connect(port, '127.0.0.1'))
    phone.on('close', () => server.destroy())
    server.on('close', () => phone.destroy())
    phone.on('data', (data: Buffer) => {
      if (fate === 'is reset within the request') {
        server.write(data.subarray(0, data.length / 2), () => server.resetAndDestroy())
        return
      }
      void delay(fate === 'is slow' ? SLOW_MS : 0).then(() => server.write(data))
    })
    server.on('data', (data: Buffer) => {
      if (fate === 'carries no response') return
      if (fate === 'is reset before the response') return void phone.resetAndDestroy()
      if (fate === 'is reset within the response')
        return void phone.write(data.subarray(0, data.length / 2), () => phone.resetAndDestroy())
      phone.write(data)
    })
  })
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(network.address() as AddressInfo).port}`,
    met,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => network.close(resolve))
    },
  }
}

/**
 * Signs phones in through the network. Each one retries with its key until it gets a response.
 * @returns the number of attempts
 */
export async function signInThrough(
  { origin, met }: LossyNetwork,
  {
    methodId,
    people,
    lastName,
    atOnce = 10,
  }: { methodId: string; people: number; lastName: string; atOnce?: number },
): Promise<number> {
  let tries = 0
  const submit = async (number: number, key: string): Promise<string | undefined> => {
    tries += 1
    try {
      const response = await fetch(`${origin}/api/checkin`, {
        method: 'POST',
        // A new connection for each attempt, so that each gets a fault.
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          connection: 'close',
          // The limits per address are tested elsewhere.
          'x-forwarded-for': `10.9.${number >> 8}.${number & 255}`,
        },
        body: JSON.stringify({
          firstName: `Phone ${number}`,
          lastName,
          mobile: '0491570156',
          machineId: methodId,
        }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const text = await response.text()
      expect([200, 503], text).toContain(response.status)
      return response.status === 200 ? text : undefined
    } catch (error) {
      if (error instanceof TypeError || error instanceof DOMException) return undefined
      throw error
    }
  }
  const numbers = Array.from({ length: people }, (_, number) => number)
  const phone = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const key = crypto.randomUUID()
      const answers: string[] = []
      // Once more after the first response, to compare the two.
      while (answers.length < 2) {
        const answer = await submit(number, key)
        if (answer !== undefined) answers.push(answer)
      }
      expect(answers[1]).toBe(answers[0])
    }
  }
  await Promise.all(Array.from({ length: atOnce }, phone))
  expect([...met.keys()].toSorted()).toEqual([...fates].toSorted())
  return tries
}
