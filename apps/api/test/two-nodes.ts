import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { SimulatedDevice } from '@gatehouse/devices/simulated-device'
import {
  type ClientEvents,
  liveLimits,
  liveNamespace,
  type ServerEvents,
  siteRoom,
} from '@gatehouse/validation/live'
import postgres from 'postgres'
import { io, type Socket } from 'socket.io-client'
import { expect, inject } from 'vitest'
import { clientScope } from '../src/db/scopes.ts'
import { sessions } from '../src/db/schema/sessions.ts'
import { withScope } from '../src/db/tenancy.ts'
import { newId } from '../src/lib/ids.ts'
import { createPasswords } from '../src/modules/auth/passwords.ts'
import { createSessionTokens } from '../src/modules/auth/session-tokens.ts'
import { makeClient, makeMethod, makeSite, makeUser } from './factories.ts'
import { startReverseProxy } from './reverse-proxy.ts'
import { ask, type Nodes, percentile, startNodes } from './verify/nodes.ts'

const SITES = 10
const BETWEEN_CHANGES_MS = 250

interface Sizes {
  boards: number
  devices: number
  /** How long the database is unreachable. */
  awaySeconds: number
  /** Changes per phase. */
  changes: number
  /** The longest time until all boards are notified, in milliseconds. */
  longest: { usual: number; away: number }
}

/** A board, as the live socket sees it. */
export interface Board {
  socket: Socket<ServerEvents, ClientEvents>
  site: number
  token: string
  /** When it was last notified to read its list. */
  toldAt: number
  /** How often it was told to reconnect later, because of overload. */
  refused: number
}

/**
 * Boards and devices on two nodes behind the reverse proxy, through the loss of sockets, a node and
 * the database. @returns what was measured
 */
export async function serveThroughLosses(sizes: Sizes): Promise<Record<string, string>> {
  await using stack = new AsyncDisposableStack()
  const seed = randomBytes(32).toString('base64url')
  const nodes = await startNodes('two_nodes', { settings: { SESSION_KEYS: seed } })
  stack.defer(() => nodes.close())
  const proxy = await startReverseProxy([nodes.origin(0), nodes.origin(1)])
  stack.defer(() => proxy.stop())
  const venue = await makeVenue(nodes, seed, Math.ceil(sizes.boards / liveLimits.socketsPerUser))

  const boards = Array.from({ length: sizes.boards }, (_, index) =>
    openBoard(proxy.origin, venue, venue.tokens[index % venue.tokens.length] ?? '', index % SITES),
  )
  stack.defer(() => boards.forEach(({ socket }) => socket.disconnect()))
  await expect.poll(() => boards.every(({ toldAt }) => toldAt > 0), { timeout: 60_000 }).toBe(true)
  for (const { socket } of boards.slice(0, 20)) expect(socket.io.engine.transport.name).toBe('websocket')

  const paired = await pairDevices(proxy.origin, venue, sizes.devices)
  const devices = paired.map(({ device }) => device)
  stack.defer(() => devices.forEach((device) => device.stop()))
  await expect.poll(() => devices.every(({ state }) => state === 'online'), { timeout: 60_000 }).toBe(true)

  const measured: Record<string, string> = {}
  const tooLate: string[] = []
  let visitors = 0
  const { usual, away } = sizes.longest
  /**
   * Signs a person in. @returns the time until all boards of the site were
   * notified, in milliseconds
   */
  const change = async (): Promise<number> => {
    const site = visitors % SITES
    visitors += 1
    const begun = performance.now()
    await untilAccepted(proxy.origin, {
      lastName: `Visitor ${visitors}`,
      machineId: venue.methods[site] ?? '',
    })
    const answered = performance.now()
    const waiting = () => boards.filter((board) => board.site === site && board.toldAt < begun)
    while (waiting().length > 0 && performance.now() - answered < 2 * away) await delay(5)
    expect(waiting(), 'boards that were never told').toHaveLength(0)
    return Math.max(0, performance.now() - answered)
  }
  const changes = async (name: string, longest: number) => {
    const times: number[] = []
    for (const board of boards) board.refused = 0
    while (times.length < sizes.changes) {
      times.push(await change())
      await delay(BETWEEN_CHANGES_MS)
    }
    const most = Math.round(Math.max(...times))
    const again = boards.reduce((sum, { refused }) => sum + refused, 0)
    measured[name] =
      `${times.length} changes, p50 ${Math.round(percentile(times, 0.5))} ms, at most ${most} ms; boards asked to come again: ${again}`
    if (most > longest) tooLate.push(name)
  }

  await changes('all there', usual)
  await expectSameList(proxy.origin, nodes, venue, boards)
  const before = await residentMegabytes(nodes.pid(0))

  for (const { socket } of boards) socket.io.engine.close()
  await changes('after all sockets were lost', away)

  const answers = devices.map((device) => device.answerTo(device.measure(36.6)))
  await nodes.kill(1)
  await changes('after one node was killed', usual)
  await expect.poll(() => devices.every(({ state }) => state === 'online'), { timeout: 15_000 }).toBe(true)
  expect((await Promise.all(answers)).every(({ type }) => type === 'accepted')).toBe(true)
  await expectSettingsArrive(proxy.origin, venue, paired, away)
  await nodes.restart(1)
  await changes('with the node back', usual)

  await withoutDatabase(nodes, () => delay(sizes.awaySeconds * 1000))
  const backAt = performance.now()
  const kept = devices.map((device) => device.answerTo(device.measure(36.7)))
  await change()
  const healed = Math.round(performance.now() - backAt)
  measured['after the database was away'] = `all told after ${healed} ms`
  if (healed > away) tooLate.push('after the database was away')
  await Promise.all(kept)
  await expectSameList(proxy.origin, nodes, venue, boards)

  const after = await residentMegabytes(nodes.pid(0))
  measured['memory of the node that stayed'] = `${Math.round(before)} MB, then ${Math.round(after)} MB`
  expect(tooLate, JSON.stringify(measured, null, 2)).toEqual([])
  expect(after).toBeLessThan(before * 1.5 + 50)
  return measured
}

export interface Venue {
  siteIds: string[]
  methods: string[]
  tokens: string[]
}

export async function makeVenue({ db }: Nodes, seed: string, people: number): Promise<Venue> {
  const tokens = createSessionTokens({ initial: [seed] })
  const passwords = await createPasswords()
  const { id: clientId } = await makeClient(db)
  const siteIds: string[] = []
  const methods: string[] = []
  while (siteIds.length < SITES) {
    const { id } = await makeSite(db, clientId)
    siteIds.push(id)
    methods.push((await makeMethod(db, clientId, id)).id)
  }
  const signed: string[] = []
  const now = new Date()
  const expiresAt = new Date(now.getTime() + 3_600_000)
  while (signed.length < people) {
    const { id: userId } = await makeUser(db, passwords, clientId, { admin: true })
    const sessionId = newId(now)
    await withScope(db, clientScope(clientId), (tx) =>
      tx.insert(sessions).values({
        clientId,
        id: sessionId,
        userId,
        authenticated: true,
        createdAt: now,
        lastSeenAt: now,
        expiresAt,
      }),
    )
    const flags = { admin: true, siteAdmin: false, siteAccess: [], changePassword: false }
    signed.push(await tokens.sign({ userId, sessionId, clientId, ...flags, issuedAt: now, expiresAt }))
  }
  return { siteIds, methods, tokens: signed }
}

/**
 * A board that behaves like the apps: it joins after each connection, and reads its list then
 * and when notified.
 */
export function openBoard(origin: string, { siteIds }: Venue, token: string, site: number): Board {
  const socket: Board['socket'] = io(`${origin}${liveNamespace}`, {
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
  })
  const board: Board = { socket, site, token, toldAt: 0, refused: 0 }
  const tell = () => (board.toldAt = performance.now())
  const join = () =>
    socket.emit('join', siteRoom(siteIds[site] ?? ''), (answer) => {
      if (answer.ok) tell()
      else if (answer.code === 'unavailable') {
        board.refused += 1
        setTimeout(join, 1000)
      }
    })
  socket.on('connect', join)
  socket.on('board_changed', tell)
  socket.on('connect_error', () => {
    if (socket.active) return
    board.refused += 1
    setTimeout(() => socket.connect(), 1000 * (0.5 + Math.random()))
  })
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') socket.connect()
  })
  return board
}

interface PairedDevice {
  device: SimulatedDevice
  methodId: string
}

export async function pairDevices(origin: string, { siteIds, tokens: [token] }: Venue, count: number) {
  const devices: PairedDevice[] = []
  const numbers = Array.from({ length: count }, (_, index) => index)
  const post = async <Answer>(path: string, body: object): Promise<Answer> => {
    const { status, text, body: answer } = await ask(origin, 'POST', path, body, { token: token ?? '' })
    expect(status, text).toBeLessThan(300)
    return answer as Answer
  }
  const work = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const serialNumber = `SIM-${number}`
      const fields = {
        type: 'device',
        name: `Simulated ${number}`,
        serial_number: serialNumber,
        use_temperature: true,
      }
      const { id } = await post<{ id: string }>('/sign-in-methods', {
        ...fields,
        site_id: siteIds[number % SITES],
      })
      const { code } = await post<{ code: string }>(`/sign-in-methods/${id}/pairing-code`, {})
      const device = new SimulatedDevice({ url: origin, serialNumber })
      devices.push({ device, methodId: id })
      await device.pair(code)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return devices
}

/** A changed name of the method reaches a device at once, whichever node it is connected to. */
async function expectSettingsArrive(
  origin: string,
  { tokens: [token = ''] }: Venue,
  devices: readonly PairedDevice[],
  longest: number,
): Promise<void> {
  for (const { device, methodId } of devices.slice(0, 4)) {
    const name = `Renamed ${methodId}`
    const told = new Promise<void>((resolve) =>
      device.on('configuration', ({ method_name: found }) => found === name && resolve()),
    )
    const { status } = await ask(origin, 'PATCH', `/sign-in-methods/${methodId}`, { name }, { token })
    expect(status).toBe(200)
    await expect(Promise.race([told, delay(longest, 'late')])).resolves.toBeUndefined()
  }
}

/** A board's list equals the database. */
async function expectSameList(
  origin: string,
  { sql }: Nodes,
  { siteIds }: Venue,
  boards: readonly Board[],
): Promise<void> {
  for (const { site, token } of boards.slice(0, SITES)) {
    const present = await sql<{ last_name: string }[]>`
      select last_name from presence where site_id = ${siteIds[site] ?? ''}`
    const read = await ask(origin, 'GET', `/board/${siteIds[site]}`, undefined, { token })
    expect(read.status).toBe(200)
    const names = (JSON.parse(read.text) as { lastName: string }[]).map(({ lastName }) => lastName)
    expect(names.toSorted()).toEqual(present.map(({ last_name: name }) => name).toSorted())
  }
}

/** Signs a person in, and retries with the same key until there is a response. */
export async function untilAccepted(
  origin: string,
  person: { lastName: string; machineId: string },
): Promise<void> {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = { firstName: 'Ana', mobile: '0491570156', ...person }
  for (;;) {
    const status = await ask(origin, 'POST', '/checkin', body, { headers }).then(
      (answer) => answer.status,
      () => 503,
    )
    if (status === 200) return
    expect(status).toBeGreaterThanOrEqual(500)
    await delay(100)
  }
}

async function withoutDatabase({ sql }: Nodes, work: () => Promise<unknown>): Promise<void> {
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  const name = row?.name ?? ''
  const admin = postgres(inject('testServer').adminUrl, { max: 1, onnotice: () => {} })
  try {
    await admin`alter database ${admin(name)} with allow_connections false`
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
    await work()
  } finally {
    await admin`alter database ${admin(name)} with allow_connections true`
    await admin.end()
  }
}

export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
}
