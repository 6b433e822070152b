import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type DeviceConfiguration,
  deviceLimits,
  DeviceMessage,
  type DeviceMessageOf,
  devicePath,
  deviceProtocol,
  type GatewayAnswer,
} from '@gatehouse/validation/device-protocol'
import * as v from 'valibot'
import { type WebSocket, WebSocketServer } from 'ws'

/** A message of the device, and when it arrived. */
export interface Heard {
  at: number
  message: DeviceMessage
}

/** One connection of the device under test. */
export interface DeviceConnection {
  openedAt: number
  heard: readonly Heard[]
  /** The next message of this type that was not returned yet. */
  next<Type extends DeviceMessage['type']>(type: Type): Promise<DeviceMessageOf<Type>>
  say(message: GatewayAnswer): void
  close(code: number): void
  /** When the device, or the network, closed it. */
  closed: Promise<number>
}

/** A gateway that a rule controls, valid or not. It answers beats automatically. */
export interface ScriptedGateway {
  url: string
  /** What the device did against the protocol. */
  faults: string[]
  /** When the device tried to connect. */
  attempts: number[]
  /**
   * The next connection that was not returned yet.
   * @throws Error where the device broke the protocol
   */
  nextConnection(): Promise<DeviceConnection>
  /** Answers further connection attempts with 503, or accepts them again. */
  refuse(isAway: boolean): void
  /** Leaves beats unanswered. */
  silent: boolean
  stop(): void
}

const listed = (name: string): DeviceConfiguration => ({
  in_service: true,
  use_temperature: true,
  method_name: name,
  site_name: 'Quay Hall',
  time_zone: 'Australia/Sydney',
  language: 'en-au',
  look: 'pulse',
  url: null,
  settings: {
    sample_seconds: null,
    result_seconds: null,
    standby_minutes: null,
    pressure_unit: 'kPa',
    pressure_min: null,
    pressure_max: null,
  },
})

/** A configuration with another version per name. */
export const configurationOf = (name: string) => ({
  version: `check-${name}`,
  configuration: listed(name),
})

/**
 * @param port 0 for a free one
 * @param host the address at which the device reaches this machine
 */
export async function startScriptedGateway({
  port,
  host,
}: {
  port: number
  host: string
}): Promise<ScriptedGateway> {
  let isAway = false
  const connections: DeviceConnection[] = []
  let wake = Promise.withResolvers<void>()
  const server = createServer((_, response) => void response.writeHead(404).end())
  // Above the protocol's limit, so that oversized messages are seen.
  const accepting = new WebSocketServer({
    noServer: true,
    maxPayload: 64 * deviceLimits.frameBytes,
    handleProtocols: (names) => (names.has(deviceProtocol) ? deviceProtocol : false),
  })
  const gateway: ScriptedGateway = {
    url: '',
    faults: [],
    attempts: [],
    silent: false,
    async nextConnection() {
      for (;;) {
        const connection = connections.shift()
        if (connection) return connection
        const [fault] = gateway.faults
        if (fault !== undefined) throw new Error(fault)
        await wake.promise
      }
    },
    refuse: (away) => void (isAway = away),
    stop() {
      for (const client of accepting.clients) client.terminate()
      server.close()
    },
  }
  server.on('upgrade', (request, socket, head) => {
    gateway.attempts.push(Date.now())
    const refuseWith = (status: string) => socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`)
    if (isAway) return refuseWith('503 Service Unavailable')
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
    if (request.url !== devicePath) gateway.faults.push(`It connected to ${request.url}`)
    if (!offered.includes(deviceProtocol)) {
      gateway.faults.push(`It names the protocols: ${offered.join(', ')}`)
      wake.resolve()
      wake = Promise.withResolvers()
      return refuseWith('400 Bad Request')
    }
    accepting.handleUpgrade(request, socket, head, (accepted) => {
      connections.push(attend(accepted, gateway))
      wake.resolve()
      wake = Promise.withResolvers()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  gateway.url = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`
  return gateway
}

function attend(socket: WebSocket, gateway: ScriptedGateway): DeviceConnection {
  const heard: Heard[] = []
  const taken = new Set<Heard>()
  let wake = Promise.withResolvers<void>()
  const { promise: closed, resolve: noteClosed } = Promise.withResolvers<number>()
  const say = (message: GatewayAnswer) =>
    socket.send(JSON.stringify({ ...message, now: new Date().toISOString() }))
  socket.on('error', () => {})
  socket.on('close', () => noteClosed(Date.now()))
  socket.on('message', (data: Buffer, isBinary) => {
    const text = data.toString()
    const message = readMessage(text)
    if (isBinary) gateway.faults.push('It sent a binary message')
    if (data.length > deviceLimits.frameBytes)
      gateway.faults.push(`It sent a message of ${data.length} bytes`)
    if (!message) return void gateway.faults.push(`It sent what is no message: ${text.slice(0, 200)}`)
    heard.push({ at: Date.now(), message })
    if (message.type === 'beat' && !gateway.silent) say({ type: 'beat' })
    wake.resolve()
    wake = Promise.withResolvers()
  })
  return {
    openedAt: Date.now(),
    heard,
    closed,
    say,
    close: (code) => socket.close(code),
    async next<Type extends DeviceMessage['type']>(type: Type) {
      const isWanted = (one: Heard): one is Heard & { message: DeviceMessageOf<Type> } =>
        one.message.type === type && !taken.has(one)
      for (;;) {
        const found = heard.find(isWanted)
        if (found) {
          taken.add(found)
          return found.message
        }
        await wake.promise
      }
    },
  }
}

function readMessage(text: string): DeviceMessage | undefined {
  try {
    const { success, output } = v.safeParse(DeviceMessage, JSON.parse(text))
    return success ? output : undefined
  } catch {
    return undefined
  }
}
