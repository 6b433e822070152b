import { join } from 'node:path'
import { createSessionTokens } from '../../apps/api/src/modules/auth/session-tokens.ts'
import { newId } from '../../apps/api/src/lib/ids.ts'
import { methodKeyAlphabet } from '../../packages/validation/src/method-key.ts'
import { LoadConnection, percentile, type Sample } from './load.ts'
import { options } from './options.ts'
import { repository } from './pages.ts'
import { Resources } from './resources.ts'
import {
  assertStatus,
  checkInRequests,
  httpRequest,
  openDatabase,
  secret,
  startServer,
  stopServer,
  withServers,
} from './servers.ts'

const SITES = 20
/** The most sockets of one person. */
const SOCKETS_A_PERSON = 10
const PER_SECOND = 10
/** More than the requests that are ever open at once: each connection has one. */
const CONNECTIONS = 32
const OPENED_AT_ONCE = 20

/** The used part of Socket.IO's client, which is a dependency of the API. */
interface LiveSocket {
  on(event: string, listener: () => void): void
  emit(event: 'join', room: string, answer: (result: { ok: boolean }) => void): void
  disconnect(): void
}
type Connect = (url: string, options: object) => LiveSocket

interface Target {
  name: string
  port: number
  rooms: string[]
  tokens: string[]
  /** A request that changes the board of a room. */
  change: (room: number, number: number) => string
}

/**
 * How long it takes until a sign-in reaches the boards of its site, with a thousand of them
 * connected, and the latency of the sign-in itself. Against Socket.IO alone, with as many sockets
 * in the same rooms.
 */
export async function benchLive(): Promise<void> {
  const sockets = options.isLight ? 40 : 1000
  const seconds = options.seconds * 4
  await withServers(async ({ gatehouse, databaseUrl }) => {
    await using resources = new Resources()
    const bare = await resources.keep(
      startServer(join(repository, 'apps/api/test/bench/bare-live-server.ts'), [], '/', {}),
      stopServer,
    )
    const people = Math.ceil(sockets / SOCKETS_A_PERSON)
    const { methods, rooms, tokens } = await makeVenue(databaseUrl, people)
    const requests = methods.map(checkInRequests)
    const targets: Target[] = [
      {
        name: 'Socket.IO',
        port: bare.port,
        rooms,
        tokens,
        change: (room) => httpRequest(`POST /?room=${encodeURIComponent(rooms[room] ?? '')}`),
      },
      {
        name: 'gatehouse',
        port: gatehouse.port,
        rooms,
        tokens,
        change: (room, number) => requests[room]?.(number) ?? '',
      },
    ]
    console.log(`${sockets} sockets on ${SITES} boards, ${PER_SECOND} sign-ins a second for ${seconds} s`)
    for (const target of targets) await measure(target, sockets, seconds)
    const { rss } = await gatehouse.memory()
    console.log(`resident memory of gatehouse afterwards: ${(rss / 1024 / 1024).toFixed(0)} MB`)
  })
}

async function measure(target: Target, count: number, seconds: number): Promise<void> {
  const { name, port, rooms, tokens, change } = target
  const module = join(repository, 'apps/api/node_modules/socket.io-client/build/esm/index.js')
  const { io } = (await import(module)) as { io: Connect }
  const reached: Sample[] = []
  /** When the change was sent that each socket of a room has not received yet. */
  const sentAt = new Map<number, number>()
  const waiting = rooms.map(() => new Set<number>())
  const open = async (index: number): Promise<LiveSocket> => {
    const room = index % rooms.length
    const socket = io(`http://127.0.0.1:${port}/web`, {
      transports: ['websocket'],
      auth: { token: tokens[index % tokens.length] },
      forceNew: true,
      reconnection: false,
    })
    socket.on('board_changed', () => {
      if (waiting[room]?.delete(index))
        reached.push({ status: 200, milliseconds: performance.now() - (sentAt.get(room) ?? 0) })
    })
    await new Promise<void>((resolve, reject) => {
      socket.on('connect_error', () => reject(new Error(`${name} refused a socket`)))
      socket.on('connect', () =>
        socket.emit('join', rooms[room] ?? '', ({ ok }) =>
          ok ? resolve() : reject(new Error(`${name} refused a room`)),
        ),
      )
    })
    return socket
  }
  const sockets: LiveSocket[] = []
  // A connection storm is a different measurement: boards are connected long before.
  while (sockets.length < count) {
    const length = Math.min(OPENED_AT_ONCE, count - sockets.length)
    const opening = Array.from({ length }, (_, index) => open(sockets.length + index))
    sockets.push(...(await Promise.all(opening)))
  }
  const connections = Array.from({ length: CONNECTIONS }, () => new LoadConnection(port))
  const answered: Sample[] = []
  const total = Math.ceil(seconds * PER_SECOND)
  let untold = 0
  for (let number = 0; number < total; number += 1) {
    const room = number % rooms.length
    const members = sockets.flatMap((_, index) => (index % rooms.length === room ? [index] : []))
    // The room was notified two seconds ago at the latest, or never.
    untold += waiting[room]?.size ?? 0
    waiting[room] = new Set(members)
    const begun = performance.now()
    sentAt.set(room, begun)
    const connection = connections[number % connections.length]
    if (!connection) break
    void connection.send(change(room, number + 1)).then(({ status }) => {
      answered.push({ status, milliseconds: performance.now() - begun })
    })
    await new Promise((resolve) => setTimeout(resolve, 1000 / PER_SECOND))
  }
  await new Promise((resolve) => setTimeout(resolve, 2000))
  untold += waiting.reduce((sum, members) => sum + members.size, 0)
  for (const connection of connections) connection.close()
  for (const socket of sockets) socket.disconnect()
  assertStatus({ samples: answered })
  if (untold > 0) throw new Error(`${untold} sockets of ${name} were not told within two seconds`)
  const of = (samples: readonly Sample[]) =>
    `p50 ${percentile(samples, 0.5).toFixed(1)} ms, p99 ${percentile(samples, 0.99).toFixed(1)} ms`
  console.log(`${name.padEnd(10)} sign-in ${of(answered)}; told ${of(reached)}; ${reached.length} hints`)
}

/** Sites with a method each, and people with a session each. */
async function makeVenue(databaseUrl: string, people: number) {
  await using sql = await openDatabase(databaseUrl)
  const [client] = await sql.unsafe(
    `select s.client_id from sign_in_methods m join method_keys k on k.method_id = m.id join sites s on s.id = m.site_id where k.key = 'GATE'`,
  )
  const clientId = client?.['client_id'] ?? ''
  const rooms: string[] = []
  const methods: string[] = []
  for (let number = 0; number < SITES; number += 1) {
    const [site, method] = [newId(), newId()]
    await sql.unsafe(
      `insert into sites (client_id, id, name, time_zone) values ('${clientId}', '${site}', 'Bench ${number}', 'UTC')`,
    )
    await sql.unsafe(`insert into sign_in_methods (client_id, id, site_id, name, type)
      values ('${clientId}', '${method}', '${site}', 'Bench ${number}', 'qr')`)
    const key = `ZZZ${methodKeyAlphabet[number]}`
    await sql.unsafe(
      `insert into method_keys (client_id, method_id, key) values ('${clientId}', '${method}', '${key}')`,
    )
    rooms.push(`site:${site}`)
    methods.push(method)
  }
  const signer = createSessionTokens({ initial: [secret('sessions')] })
  const tokens: string[] = []
  const issuedAt = new Date()
  const expiresAt = new Date(issuedAt.getTime() + 3_600_000)
  for (let number = 0; number < people; number += 1) {
    const [userId, sessionId] = [newId(), newId()]
    const email = `bench${number}@bench.example`
    await sql.unsafe(`insert into users (client_id, id, email, email_key, first_name, last_name, status, admin)
      values ('${clientId}', '${userId}', '${email}', '${email}', 'Robin', 'Bench', 'active', true)`)
    await sql.unsafe(`insert into sessions (client_id, id, user_id, authenticated, last_seen_at, expires_at)
      values ('${clientId}', '${sessionId}', '${userId}', true, now(), now() + interval '1 hour')`)
    const flags = { admin: true, siteAdmin: false, siteAccess: [], changePassword: false }
    tokens.push(await signer.sign({ userId, sessionId, clientId, ...flags, issuedAt, expiresAt }))
  }
  return { rooms, methods, tokens }
}
