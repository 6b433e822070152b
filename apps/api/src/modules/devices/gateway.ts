import websocket from '@fastify/websocket'
import {
  deviceCloseCodes,
  deviceLimits,
  DeviceMessage,
  devicePath,
  deviceProtocol,
  type DeviceRefusal,
  deviceRefusals,
  type GatewayAnswer,
} from '@gatehouse/validation/device-protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { RawData, WebSocket } from 'ws'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { isDatabaseUnavailable, isRolledBack } from '../../db/query-errors.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import type { FoundMethod } from '../../db/tenant-lookups.ts'
import { withScope, withReadScope } from '../../db/tenancy.ts'
import { AppError, kindOf, RETRY_SECONDS } from '../../lib/app-error.ts'
import { clientIpOf } from '../../lib/client-ip.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import type { Upgrades } from '../../plugins/upgrades.ts'
import { watchChanges } from '../../lib/watch-changes.ts'
import { acceptEvent } from './accept-event.ts'
import { findConfiguration } from '../sign-in-methods/configuration.ts'
import {
  closeConnections,
  findNews,
  noteTurn,
  type OpenConnection,
  openConnection,
  placeOf,
  recordCommandDone,
  recordSettingsReport,
  storeBeats,
  takeCommands,
} from './connections.ts'
import { OFFLINE_MS } from './device-states.ts'
import type { DeviceTokens } from './device-tokens.ts'
import { pairDevice } from './manage-device.ts'
import { DeviceRefusedError } from './refused-error.ts'
import type { PinDeps } from './sign-by-pin.ts'

/** A device with this many unread bytes is closed. It reconnects and gets the present state. */
const MAX_UNREAD_BYTES = 64 * 1024

export interface DeviceGatewayDeps extends PinDeps {
  upgrades: Upgrades
  db: Database
  /** The pool for events, which is also that of guests. */
  guestDb: Database
  installation: InstallationScope
  tokens: DeviceTokens
  limits: Context['limits']
  publicUrl: string
  clock: () => Date
}

interface Device extends OpenConnection {
  found: FoundMethod
  /** The configuration version that was sent last. */
  version: string
}

interface Connection {
  socket: WebSocket
  device: Device | undefined
  heardAt: number
  /** Another connection of the device has replaced it. */
  isReplaced: boolean
  /** Count one more, and return whether these are too many within a minute. */
  exceedsFaults: (now: number) => boolean
  exceedsBeats: (now: number) => boolean
}

/**
 * Serves the device gateway (docs/device-protocol.md). Messages of one device are handled one by
 * one. Each node polls the database for changes that concern its connected devices, so changes by
 * any node reach them, and a node that dies leaves no device online.
 */
export async function registerDeviceGateway(app: FastifyInstance, deps: DeviceGatewayDeps): Promise<void> {
  const { upgrades, db, guestDb, installation, tokens, limits, publicUrl, clock } = deps
  const connections = new Set<Connection>()

  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: {
        server: upgrades.sourceFor(devicePath),
        maxPayload: deviceLimits.frameBytes,
        perMessageDeflate: false,
        handleProtocols: () => deviceProtocol,
      },
      preClose: closeAll,
      errorHandler: handleBroken,
    })
    scope.get(
      devicePath,
      { websocket: true, onRequest: async (request) => assertUpgrade(request) },
      (socket, request) => accept(socket, clientIpOf(request.ip)),
    )
  })

  function accept(socket: WebSocket, clientIp: string): void {
    const connection: Connection = {
      socket,
      device: undefined,
      heardAt: clock().getTime(),
      isReplaced: false,
      exceedsFaults: createCounter(deviceLimits.faultyMessagesPerMinute),
      exceedsBeats: createCounter(deviceLimits.beatsPerMinute),
    }
    connections.add(connection)
    const helloTimer = setTimeout(() => {
      if (!connection.device) socket.close(deviceCloseCodes.silent, 'No hello in time')
    }, deviceLimits.helloSeconds * SECOND_MS)
    let waiting = 0
    let last = Promise.resolve()
    socket.on('message', (data: RawData, isBinary: boolean) => {
      connection.heardAt = clock().getTime()
      if (isBinary) return socket.close(deviceCloseCodes.unsupportedData, 'Messages are text')
      const message = parseMessage(data)
      if (!message.ok) {
        send(connection, refusalOf('bad_message', message.id))
        countFault(connection)
        return
      }
      if (message.message.type === 'beat' && connection.exceedsBeats(connection.heardAt))
        countFault(connection)
      waiting += 1
      if (waiting >= deviceLimits.waitingMessages) socket.pause()
      last = last.then(async () => {
        // After a close no answer is expected; the device sends an event again.
        if (socket.readyState === socket.OPEN) await answer(connection, message.message, clientIp)
        waiting -= 1
        if (socket.isPaused && waiting < deviceLimits.waitingMessages / 2) socket.resume()
      })
    })
    socket.on('close', (code) => {
      clearTimeout(helloTimer)
      connections.delete(connection)
      const { device } = connection
      if (device && !isClosing) void last.then(() => noteClosed([device]))
      // Only a peer that is still there confirms the close. A device that has reconnected does not.
      if (device && connection.isReplaced && code === deviceCloseCodes.replaced) void tellTurn(device)
    })
  }

  /**
   * A frame that is too large or malformed is the device's fault and closes its connection. It is
   * not logged as an error of this program.
   */
  function handleBroken(error: Error, socket: WebSocket): void {
    const isOfDevice = 'code' in error && typeof error.code === 'string'
    app.log[isOfDevice ? 'info' : 'error']({ failure: kindOf(error) }, 'a connection of a device has broken')
    socket.terminate()
  }

  function countFault({ socket, exceedsFaults, heardAt }: Connection): void {
    if (exceedsFaults(heardAt)) socket.close(deviceCloseCodes.tooManyFaults, 'Too many faulty messages')
  }

  function reasonOf(error: unknown, id: string | null): Parameters<typeof refusalOf> {
    if (error instanceof DeviceRefusedError) return [error.code, id, error.retryAfterSeconds]
    if (error instanceof AppError && error.code === 'too_many_requests')
      return ['too_many_requests', id, error.retryAfterSeconds]
    if (!isDatabaseUnavailable(error))
      app.log.error({ failure: kindOf(error) }, 'a message of a device could not be handled')
    return ['unavailable', id, RETRY_SECONDS]
  }

  async function answer(connection: Connection, message: DeviceMessage, clientIp: string): Promise<void> {
    try {
      await handle(connection, message, clientIp)
    } catch (error) {
      const id = 'id' in message ? message.id : null
      const [code, ...rest] = reasonOf(error, id)
      send(connection, refusalOf(code, ...rest))
      // Without a limit, a connection could cause refusals forever.
      if (message.type === 'pair' || isUntimely.has(code)) countFault(connection)
      if (message.type === 'hello' && error instanceof DeviceRefusedError && endsConnection.has(error.code))
        connection.socket.close(deviceCloseCodes.unpaired, error.code)
    }
  }

  /** @throws DeviceRefusedError, AppError */
  async function handle(connection: Connection, message: DeviceMessage, clientIp: string): Promise<void> {
    const now = clock()
    if (message.type === 'pair') {
      if (connection.device) throw new DeviceRefusedError('already_paired')
      const token = await pairDevice({ db, now, limits, clientIp }, tokens, message)
      watch.hurry()
      return send(connection, { type: 'paired', token })
    }
    if (message.type === 'hello') {
      if (connection.device) throw new DeviceRefusedError('already_paired')
      return welcome(connection, message, now)
    }
    const { device } = connection
    if (!device) throw new DeviceRefusedError('not_ready')
    device.heardAt = now
    switch (message.type) {
      case 'beat':
        return send(connection, { type: 'beat' })
      case 'reading':
      case 'pin':
      case 'warning': {
        const accepted = await acceptEvent({ db: guestDb, now, limits }, deps, device.found, message)
        return send(connection, { type: 'accepted', id: message.id, ...accepted })
      }
      case 'settings_reported':
        await limits.take('deviceReports', device.methodId)
        return withScope(db, device.found.scope, (tx) =>
          recordSettingsReport(tx, placeOf(device.found), message, now),
        )
      case 'command_done':
        await limits.take('deviceReports', device.methodId)
        return withScope(db, device.found.scope, (tx) =>
          recordCommandDone(tx, placeOf(device.found), message.id, now),
        )
    }
  }

  async function welcome(
    connection: Connection,
    hello: Extract<DeviceMessage, { type: 'hello' }>,
    now: Date,
  ): Promise<void> {
    const connectionId = newId(now)
    const { found, pairedAt, wanted } = await openConnection({ db, now }, tokens, {
      hello,
      connectionId,
      publicUrl,
    })
    connection.device = {
      ...placeOf(found),
      connectionId,
      pairedAt,
      found,
      stamp: '',
      version: wanted.version,
      heardAt: undefined,
    }
    // It may have closed while its hello was handled; then its end was not recorded.
    if (!connections.has(connection)) return noteClosed([connection.device])
    send(connection, {
      type: 'welcome',
      beat_seconds: deviceLimits.beatSeconds,
      ...(hello.settings_version !== wanted.version && { settings: wanted }),
    })
    watch.hurry()
  }

  function send({ socket }: Connection, message: GatewayAnswer): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) return socket.terminate()
    socket.send(JSON.stringify({ ...message, now: clock().toISOString() }))
  }

  async function noteClosed(ended: readonly Device[]): Promise<void> {
    try {
      await withScope(db, installation, (tx) => closeConnections(tx, ended))
    } catch (error) {
      // They are silent now, so they go offline soon.
      app.log.warn({ failure: kindOf(error) }, 'the end of device connections could not be noted')
    }
  }

  async function tellTurn({ found }: Device): Promise<void> {
    try {
      await noteTurn({ db, limits, now: clock() }, found)
    } catch (error) {
      app.log.warn({ failure: kindOf(error) }, 'two devices took turns, and that could not be noted')
    }
  }

  async function review(): Promise<void> {
    const now = clock()
    closeSilent(now)
    const held = [...connections].flatMap(({ device }) => (device ? [device] : []))
    if (held.length === 0) return
    const reachable = [...connections].flatMap(({ device, socket, isReplaced }) =>
      device && !isReplaced && socket.readyState === socket.OPEN ? [device] : [],
    )
    const heard = held.filter(({ heardAt }) => heardAt)
    const { news, commands } = await withScope(db, installation, async (tx) => {
      if (heard.length > 0) await storeBeats(tx, heard)
      return { news: await findNews(tx, held), commands: await takeCommands(tx, reachable, now) }
    })
    const stored = new Map(heard.map((device) => [device, device.heardAt]))
    for (const [device, heardAt] of stored) if (device.heardAt === heardAt) device.heardAt = undefined
    const byId = new Map([...connections].map((one) => [one.device?.connectionId, one]))
    // Commands first, because they need no further query: once taken, a command is sent now or
    // never.
    for (const { id, connectionId, command } of commands) {
      const connection = byId.get(connectionId)
      if (connection) send(connection, { type: 'command', id, command })
    }
    for (const { connectionId, isOpen, isPaired } of news) {
      const connection = byId.get(connectionId)
      if (isOpen || !connection) continue
      if (isPaired) {
        connection.isReplaced = true
        connection.socket.close(deviceCloseCodes.replaced, 'The device has connected again')
      } else connection.socket.close(deviceCloseCodes.unpaired, 'unauthenticated')
    }
    const failures: unknown[] = []
    for (const { connectionId, isOpen, stamp } of news) {
      const connection = byId.get(connectionId)
      if (!isOpen || !connection?.device) continue
      try {
        await tellConfiguration(connection, connection.device, stamp)
      } catch (error) {
        // If the database is down, all of them will be read again. A fault of one device must not
        // affect the others.
        if (!isRolledBack(error)) throw error
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  async function tellConfiguration(connection: Connection, device: Device, stamp: string): Promise<void> {
    const wanted = await withReadScope(db, device.found.scope, (tx) =>
      findConfiguration(tx, device.found, publicUrl),
    )
    if (!wanted) return
    device.stamp = stamp
    if (device.version === wanted.version) return
    device.version = wanted.version
    send(connection, { type: 'settings', ...wanted })
  }

  /** Closes silent connections: one whose peer has gone may look open for hours. */
  function closeSilent(now: Date): void {
    for (const { socket, heardAt } of connections) {
      if (now.getTime() - heardAt <= OFFLINE_MS) continue
      if (socket.readyState === socket.OPEN) socket.close(deviceCloseCodes.silent, 'No sign of life')
      else socket.terminate()
    }
  }

  const watch = watchChanges(review, app.log)
  app.addHook('onResponse', async (request: FastifyRequest, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 400) watch.hurry()
  })

  let isClosing = false
  /** The devices reconnect to another node at once. */
  function closeAll(this: FastifyInstance, done: () => void): void {
    isClosing = true
    const held = [...connections].flatMap(({ device }) => (device ? [device] : []))
    for (const { socket } of connections) socket.close(deviceCloseCodes.restart, 'This node stops')
    void watch
      .stop()
      .then(() => (held.length > 0 ? noteClosed(held) : undefined))
      .finally(() => {
        for (const { socket } of connections) socket.terminate()
        done()
      })
  }
}

/** Refusals of messages that are not allowed in the connection's present state. */
const isUntimely = new Set<DeviceRefusal>(['not_ready', 'already_paired'])

/** Refusals of a hello that a retry would not change. */
const endsConnection = new Set<DeviceRefusal>(['unauthenticated', 'wrong_device', 'copied'])

/**
 * @throws AppError `not_found` for a request without a WebSocket upgrade; `bad_request`, with a
 * message that names the supported protocol, for a device that offers another one
 */
function assertUpgrade({ headers, ws }: FastifyRequest): void {
  if (!ws) throw new AppError('not_found')
  const offered = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? []
  if (offered.includes(deviceProtocol)) return
  throw new AppError('bad_request', {
    message: `This gateway speaks ${deviceProtocol}. Name it in Sec-WebSocket-Protocol.`,
  })
}

/** The text of a frame, which may have several parts. */
function textOf(data: RawData): string {
  const whole = Array.isArray(data) ? Buffer.concat(data) : data
  return (whole instanceof ArrayBuffer ? Buffer.from(whole) : whole).toString()
}

type Parsed = { ok: true; message: DeviceMessage } | { ok: false; id: string | null }

function parseMessage(data: RawData): Parsed {
  let value: unknown
  try {
    value = JSON.parse(textOf(data))
  } catch {
    return { ok: false, id: null }
  }
  const { success, output } = v.safeParse(DeviceMessage, value)
  if (success) return { ok: true, message: output }
  const id = v.safeParse(v.object({ id: v.pipe(v.string(), v.uuid(), v.toLowerCase()) }), value)
  return { ok: false, id: id.success ? id.output.id : null }
}

/** Counts per connection. @returns whether there are more than `most` within a minute */
function createCounter(most: number): (now: number) => boolean {
  let counted = 0
  let minute = 0
  return (now) => {
    const current = Math.floor(now / MINUTE_MS)
    counted = current === minute ? counted + 1 : 1
    minute = current
    return counted > most
  }
}

function refusalOf(code: DeviceRefusal, id: string | null, retryAfterSeconds?: number): GatewayAnswer {
  return {
    type: 'refused',
    id,
    code,
    message: deviceRefusals[code],
    ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
  }
}
