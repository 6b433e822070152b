import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type AddressInfo, connect as connectTcp } from 'node:net'
import {
  type ClientEvents,
  type ConnectedDevice,
  liveLimits,
  liveNamespace,
  type LiveAnswer,
  type ServerEvents,
} from '@gatehouse/validation/live'
import { io, Manager, type Socket } from 'socket.io-client'
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeClient, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { newId } from '../../lib/ids.ts'
import { actorNames, openSession } from '../../../test/world.ts'

type LiveClient = Socket<ServerEvents, ClientEvents>

const here = inWorld({ hasRealClock: true })
let origin: string
beforeAll(async () => {
  await here.test.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(here.test.app.server.address() as AddressInfo).port}`
})

/** Where pino tells of each line that it has written. */
const logLines = 'tracing:pino_asJson:end'

const open: LiveClient[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})

function connect(token: string | undefined, options: object = {}): LiveClient {
  const socket: LiveClient = io(`${origin}${liveNamespace}`, {
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    reconnection: false,
    ...options,
  })
  open.push(socket)
  return socket
}

const outcome = (socket: LiveClient) =>
  new Promise<string>((resolve) => {
    socket.on('connect', () => resolve('connected'))
    socket.on('connect_error', ({ message }) => resolve(message))
  })

async function connected(token: string): Promise<LiveClient> {
  const socket = connect(token)
  expect(await outcome(socket)).toBe('connected')
  return socket
}

const send = (socket: LiveClient, event: 'join' | 'leave', room: unknown) =>
  new Promise<LiveAnswer>((resolve) => {
    socket.emit(event, room as string, resolve)
  })
const next = <Event extends keyof ServerEvents>(socket: LiveClient, event: Event) =>
  new Promise<Parameters<ServerEvents[Event]>[0]>((resolve) => {
    socket.once(event, resolve as never)
  })

/** Waits until the sockets of this server have all been told what has happened so far. */
const settled = async (socket: LiveClient, siteId: string) => {
  const told = next(socket, 'board_changed')
  await here.sql`insert into board_changes (client_id, site_id, list)
    select client_id, id, 'on_site' from sites where id = ${siteId}`
  await told
}

describe('who may open a socket', () => {
  it('is who may read a board, and the others are told why not', async () => {
    for (const name of actorNames) {
      const token = here.world.tokens[name]
      const asked = await here.get('/board/sites', token)
      const expected = asked.statusCode === 200 ? 'connected' : asked.json().code
      expect(await outcome(connect(token)), name).toBe(expected)
    }
  })

  it('takes the token from the query too, and refuses what is no token', async () => {
    const token = here.world.tokens['staff A']
    expect(await outcome(connect(undefined, { query: { token } }))).toBe('connected')
    const wrong = ['', 'a.b.c', `${token}x`, 'x'.repeat(10_000), undefined]
    for (const one of wrong) expect(await outcome(connect(one))).toBe('unauthenticated')
    for (const auth of [{ token: 7 }, { token: ['a'] }, { token: {} }])
      expect(await outcome(connect(undefined, { auth }))).toBe('unauthenticated')
  })

  it('has its token in no line of the log', async () => {
    const { log } = here.test.app
    const { level } = log
    const lines: string[] = []
    const keep = (line: unknown) => void lines.push(String((line as { result: unknown }).result))
    subscribe(logLines, keep)
    log.level = 'trace'
    onTestFinished(() => {
      log.level = level
      unsubscribe(logLines, keep)
    })
    const token = here.world.tokens['staff A'] ?? ''
    const extraHeaders = { origin: 'https://evil.example' }
    expect(await outcome(connect(undefined, { query: { token }, extraHeaders }))).toBe('websocket error')
    expect(await outcome(connect(undefined, { query: { token: `${token}x` } }))).toBe('unauthenticated')
    expect(await outcome(connect(undefined, { query: { token } }))).toBe('connected')
    await expect.poll(() => lines.join('')).toContain('"route":"/socket.io/"')
    expect(lines.join('')).not.toContain(token)
  })

  it('needs the cookie beside the token where a browser logged in', async () => {
    const { token, cookie } = await logInAsBrowser()
    expect(await outcome(connect(token))).toBe('unauthenticated')
    expect(await outcome(connect(token, { extraHeaders: { cookie } }))).toBe('connected')
  })

  it('refuses pages of other sites, other namespaces, polling and plain requests', async () => {
    const token = here.world.tokens['staff A']
    const from = (url: string) => outcome(connect(token, { extraHeaders: { origin: url } }))
    expect(await from(origin)).toBe('connected')
    expect(await from(here.test.config.server.publicUrl)).toBe('connected')
    expect(await from('https://evil.example')).toBe('websocket error')
    expect(await from('null')).toBe('websocket error')
    expect(
      await outcome(
        io(origin, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false }),
      ),
    ).toBe('not_found')
    const polled = await fetch(`${origin}/socket.io/?EIO=4&transport=polling`)
    expect(polled.status).toBe(404)
  })

  it('has so many sockets a person, and no more', async () => {
    const token = await here.world.open('staff A')
    const sockets: LiveClient[] = []
    for (let number = 0; number < liveLimits.socketsPerUser; number += 1)
      sockets.push(await connected(token ?? ''))
    expect(await outcome(connect(token))).toBe('too_many_requests')
    sockets[0]?.disconnect()
    await expect.poll(() => outcome(connect(token))).toBe('connected')
  })
})

describe('the room of a site', () => {
  it('is open to whoever may watch its board; a foreign one is like none', async () => {
    const places = {
      own: here.world.a.siteId,
      other: here.world.a.otherSiteId,
      foreign: here.world.b.siteId,
      absent: newId(),
    }
    for (const name of actorNames) {
      const token = here.world.tokens[name]
      const socket = connect(token)
      if ((await outcome(socket)) !== 'connected') continue
      for (const [place, siteId] of Object.entries(places)) {
        const read = await here.get(`/board/${siteId}`, token)
        const expected =
          read.statusCode === 200
            ? { ok: true }
            : { ok: false, code: read.json().code, message: read.json().message }
        expect(await send(socket, 'join', `site:${siteId}`), `${name}, ${place}`).toEqual(expected)
      }
      socket.disconnect()
    }
  })

  it('refuses what is no room, and a socket that joins too many', async () => {
    const socket = await connected(here.world.tokens.site_admin ?? '')
    for (const room of ['', 'site:', 'site:x', 'user:1', `site:${here.world.a.siteId} `, null, 7, {}, []])
      expect(await send(socket, 'join', room)).toMatchObject({ ok: false, code: 'bad_request' })
    socket.emit('join', 'site:x', 'no function' as never)
    ;(socket as Socket).emit('join')
    ;(socket as Socket).emit('nothing', 1, 2, 3)
    expect(await send(socket, 'leave', `site:${here.world.a.siteId}`)).toEqual({ ok: true })
  })

  it('tells of a change once it is committed, to those who watch that board, and to nobody after leaving', async () => {
    const { a, b, tokens } = here.world
    const watcher = await connected(tokens['board-only A'] ?? '')
    const elsewhere = await connected(tokens['admin A'] ?? '')
    const foreign = await connected(tokens['admin B'] ?? '')
    expect(await send(watcher, 'join', `site:${a.siteId}`)).toEqual({ ok: true })
    expect(await send(elsewhere, 'join', `site:${a.otherSiteId}`)).toEqual({ ok: true })
    expect(await send(foreign, 'join', `site:${b.siteId}`)).toEqual({ ok: true })
    const heard: string[] = []
    for (const [who, socket] of Object.entries({ watcher, elsewhere, foreign }))
      socket.on('board_changed', ({ siteId }) => heard.push(`${who} ${siteId}`))

    let told = next(watcher, 'board_changed')
    await here.signIn(a.method.id, { lastName: 'Live' })
    expect(await told).toEqual({ siteId: a.siteId, version: expect.stringMatching(/^\d+$/) })
    await settled(elsewhere, a.otherSiteId)
    await settled(foreign, b.siteId)
    expect(heard).toEqual([`watcher ${a.siteId}`, `elsewhere ${a.otherSiteId}`, `foreign ${b.siteId}`])

    // Another process writes; nothing passes through this server.
    told = next(watcher, 'board_changed')
    await here.sql`update presence set last_name = 'Changed' where site_id = ${a.siteId}`
    await told

    expect(await send(watcher, 'leave', `site:${a.siteId}`)).toEqual({ ok: true })
    expect(await send(elsewhere, 'join', `site:${a.siteId}`)).toEqual({ ok: true })
    heard.length = 0
    await settled(elsewhere, a.siteId)
    expect(heard).toEqual([`elsewhere ${a.siteId}`])
  })

  it('tells of a transaction that began before the socket joined and commits later', async () => {
    const { a, tokens } = here.world
    const socket = await connected(tokens['staff A'] ?? '')
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>()
    const slow = here.sql.begin(async (tx) => {
      await tx`update presence set last_name = 'Slow' where site_id = ${a.siteId}`
      hasWritten()
      await mayCommit
    })
    await written
    await send(socket, 'join', `site:${a.siteId}`)
    // A later transaction commits first.
    await settled(socket, a.siteId)
    const told = next(socket, 'board_changed')
    commit()
    await slow
    expect(await told).toMatchObject({ siteId: a.siteId })
  })
})

describe('a session that ends', () => {
  it.each([
    ['is revoked', (id: string) => here.sql`update sessions set revoked_at = now() where user_id = ${id}`],
    [
      'owes the second factor again',
      (id: string) => here.sql`update sessions set authenticated = false where user_id = ${id}`,
    ],
    [
      'belongs to somebody who is archived',
      (id: string) => here.sql`update users set status = 'archived' where id = ${id}`,
    ],
    [
      'belongs to a client that is disabled',
      (id: string) =>
        here.sql`update clients set enabled = false where id = (select client_id from users where id = ${id})`,
    ],
  ])('closes its sockets when it %s', async (_, end) => {
    const { db } = here.test.database
    const { id: clientId } = await makeClient(db)
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
    const socket = await connected(await openSession(here.test, { clientId, userId, admin: true }))
    const closed = new Promise<string>((resolve) => socket.on('disconnect', resolve))
    await end(userId)
    expect(await closed).toBe('io server disconnect')
  })
})

describe('a notification', () => {
  it('reaches its person once, in their language, on each of their sockets, and nobody else', async () => {
    const { holders, tokens } = here.world
    const { clientId, userId } = holders['staff A']
    const first = await connected(tokens['staff A'] ?? '')
    const second = await connected(tokens['staff A'] ?? '')
    const other = await connected(tokens['admin A'] ?? '')
    const heard: string[] = []
    for (const socket of [first, second, other]) socket.on('notification', ({ id }) => heard.push(id))
    const told = [next(first, 'notification'), next(second, 'notification')]
    const id = newId()
    await here.sql`insert into notifications (client_id, id, user_id, kind, level)
      values (${clientId}, ${id}, ${userId}, 'password_changed', 'warning')`
    const listed = (await here.get('/me/notifications', tokens['staff A'])).json()
    for (const one of await Promise.all(told)) expect(one).toEqual(listed[0])
    const later = newId()
    const again = next(first, 'notification')
    await here.sql`insert into notifications (client_id, id, user_id, kind, level)
      values (${clientId}, ${later}, ${userId}, 'password_changed', 'warning')`
    await again
    expect(heard.filter((one) => one === id)).toHaveLength(2)
    other.disconnect()
  })
})

it('a half session joins no board', async () => {
  expect(await outcome(connect(here.world.tokens['pre-2FA session'] ?? ''))).toBe('two_step_required')
})

it('a half session of a board watches it, and hears no notification', async () => {
  const { clientId, userId } = here.world.holders['pre-2FA session of a board']
  const half = await connected(here.world.tokens['pre-2FA session of a board'] ?? '')
  const heard: string[] = []
  half.on('notification', ({ id }) => heard.push(id))
  expect(await send(half, 'join', `site:${here.world.a.siteId}`)).toEqual({ ok: true })
  const whole = await connected(await openSession(here.test, { clientId, userId }))
  const told = next(whole, 'notification')
  await here.sql`insert into notifications (client_id, id, user_id, kind, level)
    values (${clientId}, ${newId()}, ${userId}, 'password_changed', 'warning')`
  await told
  await settled(half, here.world.a.siteId)
  expect(heard).toEqual([])
})

describe('an upgrade', () => {
  /**
   * Resolves with the start of the response, or with all of it after the server closed (`whole`).
   */
  const ask = (head: string, { body = '', whole = false } = {}) =>
    new Promise<string>((resolve, reject) => {
      const socket = connectTcp({ port: Number(new URL(origin).port), host: '127.0.0.1' })
      let text = ''
      socket.on('data', (part: Buffer) => {
        text += part.toString()
        if (!whole) socket.destroy()
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(text))
      socket.write(`${head}\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n`)
      socket.write(`content-length: ${body.length}\r\n\r\n${body}`)
    })

  it('to what is no socket is answered as if it were none, also with a body', async () => {
    expect(await ask('GET /health/ready HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /)
    const body = JSON.stringify({ email: 'nobody@live.example', password: 'wrong' })
    expect(await ask('POST /api/login HTTP/1.1\r\ncontent-type: application/json', { body })).toMatch(
      /^HTTP\/1\.1 401 /,
    )
    expect(await ask('POST /socket.io/?EIO=4&transport=websocket HTTP/1.1')).toMatch(/^HTTP\/1\.1 404 /)
  })

  it('to the socket without a right handshake is refused, and its connection ends', async () => {
    expect(await ask('GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', { whole: true })).toMatch(
      /^HTTP\/1\.1 400 /,
    )
    expect(await ask('GET /socket.io/ HTTP/1.1\r\norigin: https://evil.example', { whole: true })).toMatch(
      /^HTTP\/1\.1 403 /,
    )
  })
})

describe('limits', () => {
  it('end a connection that asks too often before anybody has logged in', async () => {
    const manager = new Manager(origin, { transports: ['websocket'], reconnection: false })
    const closed = new Promise((resolve) => manager.on('close', resolve))
    for (let number = 0; number <= liveLimits.messagesPerMinute; number += 1) manager.socket(`/${number}`)
    await closed
  })

  it('end a socket that sends too much, and one that sends too much at once', async () => {
    for (const flood of [
      (socket: LiveClient) => {
        for (let number = 0; number <= liveLimits.messagesPerMinute; number += 1)
          (socket as Socket).emit('leave', 'site:x', () => {})
      },
      (socket: LiveClient) => (socket as Socket).emit('join', 'x'.repeat(liveLimits.packetBytes + 1)),
    ]) {
      const socket = await connected((await here.world.open('admin B')) ?? '')
      const closed = new Promise((resolve) => socket.on('disconnect', resolve))
      flood(socket)
      await closed
    }
  })
})

async function logInAsBrowser(): Promise<{ token: string; cookie: string }> {
  const { db } = here.test.database
  const { id: clientId } = await makeClient(db)
  const email = `${newId()}@live.example`
  await makeUser(db, here.test.passwords, clientId, {
    admin: true,
    email,
    password: 'Wattle-over-the-gate-7',
  })
  const response = await here.test.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
    payload: { email, password: 'Wattle-over-the-gate-7' },
  })
  expect(response.statusCode, response.body).toBe(200)
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { token: response.json().token, cookie }
}

describe('the devices', () => {
  const askFor = (socket: LiveClient) =>
    new Promise<ConnectedDevice[] | object>((resolve) => socket.emit('connected_devices', resolve))
  const namesOf = (list: ConnectedDevice[] | object) =>
    Array.isArray(list) ? list.map(({ id }: ConnectedDevice) => id) : list

  it('are told to who sees sign-in methods, those of their sites only', async () => {
    const { a, b } = here.world
    for (const name of actorNames) {
      const token = here.world.tokens[name]
      const socket = connect(token)
      if ((await outcome(socket)) !== 'connected') continue
      const listed = await here.get('/sign-in-methods?type=device&per_page=100', token)
      const answer = await askFor(socket)
      if (listed.statusCode === 200) {
        const ids = listed.json<{ items: { id: string }[] }>().items.map(({ id }) => id)
        expect((namesOf(answer) as string[]).toSorted(), name).toEqual(ids.toSorted())
        expect(ids.includes(a.device.id), name).toBe(name !== 'admin B')
        expect(ids.includes(b.device.id), name).toBe(['admin B', 'site_admin'].includes(name))
      } else expect(answer, name).toMatchObject({ ok: false, code: listed.json().code })
      socket.disconnect()
    }
  })

  it('are told again when one comes or goes, to those who have asked', async () => {
    const { a, b, tokens } = here.world
    const watcher = await connected(tokens['staff A'] ?? '')
    const foreign = await connected(tokens['admin B'] ?? '')
    const silent = await connected(tokens['admin A'] ?? '')
    const chosen = connect(tokens.site_admin, { auth: { token: tokens.site_admin, client: b.clientId } })
    expect(await outcome(chosen)).toBe('connected')
    for (const socket of [watcher, foreign, chosen]) await askFor(socket)
    const heard: string[] = []
    for (const [who, socket] of Object.entries({ watcher, foreign, silent, chosen }))
      socket.on('connected_devices_changed', () => heard.push(who))
    let told = next(watcher, 'connected_devices_changed')
    await here.sql`update devices set connection_id = null where method_id = ${a.device.id}`
    const gone = await told
    expect(gone.find(({ id }) => id === a.device.id)).toMatchObject({ connected: false, site_id: a.siteId })
    told = next(chosen, 'connected_devices_changed')
    const same = next(foreign, 'connected_devices_changed')
    await here.sql`update devices set connection_id = ${newId()} where method_id = ${b.device.id}`
    expect((await told).map(({ id }) => id)).toEqual([b.device.id])
    await same
    expect(heard.toSorted()).toEqual(['chosen', 'foreign', 'watcher'])
  })
})
