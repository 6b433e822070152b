import {
  type ClientEvents,
  type ConnectedDevice,
  type LiveAnswer,
  liveLimits,
  liveNamespace,
  LiveRoom,
  type ServerEvents,
  siteRoom,
} from '@gatehouse/validation/live'
import type { Registry } from '@prometheus-io/client'
import { Server as Engine, type Socket as EngineSocket } from 'engine.io'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type DefaultEventsMap, Server, type Socket } from 'socket.io'
import * as v from 'valibot'
import type { StaffActor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { type DatabaseState, readDatabaseState } from '../../db/database-state.ts'
import { isDatabaseUnavailable } from '../../db/query-errors.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { withReadScope } from '../../db/tenancy.ts'
import { AppError, kindOf } from '../../lib/app-error.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import { timeOfId } from '../../lib/ids.ts'
import { assertAccess, isBoardOnly } from '../../plugins/access.ts'
import { addGauge } from '../../plugins/metrics.ts'
import type { UpgradeRoute } from '../../plugins/upgrades.ts'
import { authenticateToken } from '../auth/authenticate.ts'
import type { SessionTokens } from '../auth/session-tokens.ts'
import { enterChosenClient } from '../clients/chosen-client.ts'
import { checkList } from '../board/queries.ts'
import { findNewNotifications } from '../notifications/queries.ts'
import { listConnectedDevices } from '../sign-in-methods/connected-devices.ts'
import { findBoardChanges, findDeviceChanges, findEndedSessions, type WatchedSite } from './queries.ts'
import { watchChanges } from '../../lib/watch-changes.ts'

/** Engine.IO's own path. */
const PATH = '/socket.io/'
/** A socket that has not joined its namespace within this time is closed. */
const CONNECT_MS = 10_000
/** A client with this many unread messages is too slow and is closed. It reconnects and reloads. */
const MAX_WAITING = 64
/**
 * How often the rights of a socket are read again. The first time is random within this interval,
 * because thousands may reconnect at once.
 */
const RIGHTS_MS = MINUTE_MS
/**
 * A socket that joins a room this soon after its admission is not authenticated again, because
 * thousands may reconnect at once. Its right to the site is checked on every join.
 */
const ADMITTED_MS = 1000
/** How many sockets are checked in one run. */
const CHECKED_AT_ONCE = 50
/** How late a notification's transaction may commit and the notification still be sent. */
const LATE_NOTIFICATION_MS = MINUTE_MS

interface SocketData {
  token: string
  /** The client that a site_admin has chosen. */
  client: string | undefined
  cookies: Record<string, string | undefined>
  actor: StaffActor
  connectedAt: number
  /** When its rights are read next. */
  checkAt: number
  /** The notifications of the last minute that were sent to it. */
  told: Map<string, number>
  watchesDevices: boolean
}

type LiveSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>

export interface LiveDeps {
  upgradeRoute: UpgradeRoute
  db: Database
  installation: InstallationScope
  metrics: Registry
  tokens: SessionTokens
  clock: () => Date
  /** Origins of pages that may open a socket, besides those of the same host. */
  origins: readonly string[]
}

/**
 * Serves the live socket, which sends hints to portal and board. Each node polls the database for
 * changes that concern its own sockets, and polls at once after a write that it has served.
 */
export function registerLive(
  app: FastifyInstance,
  { upgradeRoute, db, installation, metrics, tokens, clock, origins }: LiveDeps,
): void {
  const io = new Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>({
    connectTimeout: CONNECT_MS,
  })
  const engine = new Engine({
    transports: ['websocket'],
    maxHttpBufferSize: liveLimits.packetBytes,
    perMessageDeflate: false,
  })
  io.bind(engine)
  engine.on('connection', closeIfFlooding)
  upgradeRoute(PATH, ({ headers, host }) => {
    assertOrigin(headers.origin, host, origins)
    return ({ request, socket, head }) => engine.handleUpgrade(request, socket, head)
  })
  io.use((_, next) => next(new Error('not_found')))
  const live = io.of(liveNamespace)
  addGauge(metrics, 'gatehouse_sockets', 'Live sockets of this node', [], (gauge) =>
    gauge.set(live.sockets.size),
  )

  /** @throws AppError `unauthenticated`, and as a call that reads a board */
  async function findReader({
    token,
    cookies,
    client,
  }: Pick<SocketData, 'token' | 'cookies' | 'client'>): Promise<StaffActor> {
    const source = { cookies, server: app }
    const options = { db, tokens, now: clock(), countsAsActivity: false }
    const actor = await authenticateToken(token, source, options)
    if (!actor) throw new AppError('unauthenticated')
    assertAccess({ access: 'board' }, actor)
    return client === undefined ? actor : enterChosenClient(db, actor, client)
  }
  live.use((socket, proceed) => void refusalOf(admit(socket)).then(proceed))

  async function admit(socket: LiveSocket): Promise<void> {
    const { auth, query, headers } = socket.handshake
    const { client } = auth as { client?: unknown }
    const token: unknown = (auth as { token?: unknown }).token ?? query['token']
    const cookies = headers.cookie === undefined ? {} : app.parseCookie(headers.cookie)
    const data = {
      token: typeof token === 'string' ? token : '',
      cookies,
      client: typeof client === 'string' ? client : undefined,
    }
    const actor = await findReader(data)
    const room = userRoom(actor)
    if ((live.adapter.rooms.get(room)?.size ?? 0) >= liveLimits.socketsPerUser)
      throw new AppError('too_many_requests')
    const now = clock().getTime()
    Object.assign(socket.data, {
      ...data,
      actor,
      connectedAt: now,
      checkAt: now + Math.random() * RIGHTS_MS,
      told: new Map(),
      watchesDevices: false,
    })
    await socket.join(room)
  }

  /** The sites whose boards are watched on this node. */
  const watched = new Map<string, WatchedSite>()

  async function join(socket: LiveSocket, siteId: string): Promise<void> {
    if (clock().getTime() - socket.data.connectedAt > ADMITTED_MS)
      socket.data.actor = await findReader(socket.data)
    const { clientId } = await checkList({ db, actor: socket.data.actor }, siteId, 'on_site', unknownVersion)
    // A room joined after the disconnect would never be removed.
    if (!socket.connected) return
    if (sitesOf(socket).length >= liveLimits.roomsPerSocket) throw new AppError('too_many_requests')
    await socket.join(siteRoom(siteId))
    if (watched.has(siteId)) return
    const since = await withReadScope(db, installation, readDatabaseState)
    // Another socket may have been faster; then keep its older state, since which it needs the
    // changes.
    if (!watched.has(siteId)) watched.set(siteId, { clientId, siteId, since })
  }

  /** The state since which changes of devices have to be sent to the sockets that watch them. */
  let devicesSince: DatabaseState | undefined

  /** @throws AppError as a call that lists sign-in methods */
  async function watchDevices(socket: LiveSocket): Promise<ConnectedDevice[]> {
    socket.data.actor = await findReader(socket.data)
    assertAccess({ access: 'staff' }, socket.data.actor)
    devicesSince ??= await withReadScope(db, installation, readDatabaseState)
    socket.data.watchesDevices = true
    return listConnectedDevices(db, socket.data.actor)
  }

  async function tellDevices(sockets: readonly LiveSocket[]): Promise<void> {
    const watching = sockets.filter(({ data, connected }) => connected && data.watchesDevices)
    if (watching.length === 0 || !devicesSince) {
      devicesSince = undefined
      return
    }
    const since = devicesSince
    const ids = watching.map(({ data: { actor } }) => clientOf(actor))
    const clientIds = ids.filter((id) => id !== undefined)
    const { state, changed } = await withReadScope(db, installation, (tx) =>
      findDeviceChanges(tx, since, clientIds.length < ids.length ? undefined : [...new Set(clientIds)]),
    )
    devicesSince = state
    const concerned = watching.filter(({ data: { actor } }) => {
      const clientId = clientOf(actor)
      return changed === 'all' || (clientId === undefined ? changed.size > 0 : changed.has(clientId))
    })
    const lists = Map.groupBy(concerned, ({ data: { actor } }) => `${actor.userId} ${clientOf(actor) ?? ''}`)
    for (const same of lists.values()) {
      const [first] = same
      if (!first) continue
      const devices = await unlessRefused(listConnectedDevices(db, first.data.actor))
      if (devices) for (const socket of same) socket.emit('connected_devices_changed', devices)
    }
  }

  live.on('connection', (socket) => {
    closeIfStalled(socket)
    socket.on('join', (room, answer) => reply(answer, async () => join(socket, parseRoom(room))))
    socket.on('leave', (room, answer) => reply(answer, async () => socket.leave(siteRoom(parseRoom(room)))))
    socket.on('connected_devices', (answer) => reply(answer, async () => watchDevices(socket)))
  })

  /** Runs a client's request, which is untrusted and may not have the declared types. */
  function reply(answer: unknown, work: () => Promise<ConnectedDevice[] | void>): void {
    const say = (result: LiveAnswer | ConnectedDevice[]) => {
      if (typeof answer === 'function') answer(result)
    }
    void work().then(
      (found) => say(found ?? { ok: true }),
      (error: unknown) => {
        const { code, message } = appErrorOf(error)
        if (code === 'internal')
          app.log.error({ failure: kindOf(error) }, 'a message of a live socket failed')
        say({ ok: false, code, message })
      },
    )
  }

  async function tellChanges(): Promise<void> {
    const sockets = [...live.sockets.values()].filter(({ data }) => data.actor)
    for (const siteId of watched.keys()) if (!live.adapter.rooms.has(siteRoom(siteId))) watched.delete(siteId)
    if (sockets.length === 0) return
    const now = clock()
    const asked = [...watched.values()]
    const people = new Map(
      sockets.flatMap(({ data: { actor } }) => (mayReadNotifications(actor) ? [[actor.userId, actor]] : [])),
    )
    const earliest = new Date(now.getTime() - LATE_NOTIFICATION_MS)
    const { ended, boards, notifications } = await withReadScope(db, installation, async (tx) => ({
      ended: await findEndedSessions(
        tx,
        sockets.map(({ data }) => data.actor),
        now,
      ),
      boards: asked.length > 0 ? await findBoardChanges(tx, asked) : undefined,
      notifications: await findNewNotifications(tx, [...people.values()], earliest),
    }))
    for (const socket of sockets) if (ended.has(socket.data.actor.sessionId)) socket.disconnect(true)
    for (const change of boards?.changes ?? []) live.to(siteRoom(change.siteId)).emit('board_changed', change)
    for (const site of asked) if (boards) site.since = boards.state
    for (const socket of sockets) {
      const { told, connectedAt, actor } = socket.data
      if (!mayReadNotifications(actor)) continue
      for (const [id, at] of told) if (at < earliest.getTime()) told.delete(id)
      for (const notification of notifications.get(actor.userId) ?? []) {
        const at = timeOfId(notification.id).getTime()
        if (told.has(notification.id) || at < connectedAt) continue
        told.set(notification.id, at)
        socket.emit('notification', notification)
      }
    }
    await tellDevices(sockets)
  }

  /** Reads the rights of sockets that are due. Separate from `tellChanges`, so no hint waits. */
  async function checkRights(): Promise<void> {
    const now = clock().getTime()
    const due = [...live.sockets.values()]
      .filter(({ data, connected }) => connected && data.actor && data.checkAt <= now)
      .toSorted((one, other) => one.data.checkAt - other.data.checkAt)
      .slice(0, CHECKED_AT_ONCE)
    for (const socket of due) {
      socket.data.checkAt = now + RIGHTS_MS
      const actor = await unlessRefused(findReader(socket.data))
      if (!actor) {
        socket.disconnect(true)
        continue
      }
      socket.data.actor = actor
      if (isBoardOnly(actor)) socket.data.watchesDevices = false
      for (const siteId of sitesOf(socket)) {
        const mayWatch = await unlessRefused(checkList({ db, actor }, siteId, 'on_site', unknownVersion))
        if (!mayWatch) await socket.leave(siteRoom(siteId))
      }
    }
  }

  const watch = watchChanges(tellChanges, app.log)
  const checks = watchChanges(checkRights, app.log)
  app.addHook('onResponse', async (request: FastifyRequest, answer) => {
    if (request.method === 'GET' || request.method === 'HEAD' || answer.statusCode >= 400) return
    watch.hurry()
  })
  app.addHook('preClose', async () => {
    await Promise.all([watch.stop(), checks.stop()])
    await io.close()
  })
}

/** Closes the connection of a client that does not read, whose queue would only grow. */
function closeIfStalled({ conn }: LiveSocket): void {
  let waiting = 0
  conn.on('packetCreate', () => {
    waiting += 1
    if (waiting > MAX_WAITING) conn.close(true)
  })
  conn.on('drain', () => (waiting = 0))
}

/** Closes the connection of a client that sends too much, even before authentication. */
function closeIfFlooding(conn: EngineSocket): void {
  let messages = 0
  let minute = 0
  conn.on('message', () => {
    const now = Math.floor(performance.now() / MINUTE_MS)
    messages = now === minute ? messages + 1 : 1
    minute = now
    if (messages > liveLimits.messagesPerMinute) conn.close(true)
  })
}

/** The `connect_error` message: the error code that the API would return. */
const refusalOf = (admission: Promise<void>): Promise<Error | undefined> =>
  admission.then(
    () => undefined,
    (error: unknown) => new Error(appErrorOf(error).code),
  )

/** A pre-2FA session may at most watch a board. */
function mayReadNotifications({ authenticated }: StaffActor): boolean {
  return authenticated
}

/** @returns undefined where the actor is no longer allowed to do it */
async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** The client whose rows the actor reads; undefined for a site_admin who works with all clients. */
function clientOf({ scope }: StaffActor): string | undefined {
  return scope.kind === 'client' ? scope.clientId : undefined
}

const unknownVersion = { full: undefined, masked: undefined }

const userRoom = ({ userId }: StaffActor) => `user:${userId}`

const sitesOf = (socket: LiveSocket): string[] =>
  [...socket.rooms].flatMap((room) => {
    const { success, output } = v.safeParse(LiveRoom, room)
    return success ? [output.siteId] : []
  })

/** @throws AppError `bad_request` */
function parseRoom(room: unknown): string {
  const { success, output } = v.safeParse(LiveRoom, room)
  if (!success) throw new AppError('bad_request')
  return output.siteId
}

/**
 * Keeps pages of other sites from opening sockets. They could not use a session anyway, because
 * they have no token. Programs send no origin.
 * @throws AppError `forbidden`
 */
function assertOrigin(origin: string | undefined, host: string, allowed: readonly string[]): void {
  if (origin === undefined || allowed.includes(origin)) return
  if (URL.canParse(origin) && new URL(origin).host === host) return
  throw new AppError('forbidden')
}

function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError(isDatabaseUnavailable(error) ? 'unavailable' : 'internal', { cause: error })
}
