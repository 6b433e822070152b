import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import postgres, { type Sql } from 'postgres'
import tlsOptions from 'smtp-server/lib/tls-options.js'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { freePort } from '../../test/running-server.ts'
import { assertReachable } from './assert-reachable.ts'
import { OperatorError } from '../lib/operator-error.ts'

const { adminUrl } = inject('testServer')
const suffix = randomBytes(4).toString('hex')
const role = `contact_${suffix}`
const database = `gatehouse_contact_${suffix}`
const password = 'a-secret-in-the-url'
const quick = { connectMs: 500, startingMs: 300, retryMs: 20 }
let admin: Sql

beforeAll(async () => {
  admin = postgres(adminUrl, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create role ${role} login password '${password}'`)
  await admin`create database ${admin(database)}`
})
afterAll(async () => {
  await admin`drop database ${admin(database)} with (force)`
  await admin`drop role ${admin(role)}`
  await admin.end()
})

/** The test server's URL with changed parts. */
function urlWith(
  parts: Partial<Pick<URL, 'hostname' | 'port' | 'username' | 'password' | 'pathname' | 'search'>>,
) {
  const url = new URL(adminUrl)
  Object.assign(url, { username: role, password, pathname: `/${database}`, ...parts })
  return url.href
}

async function errorOf(url: string, options = quick): Promise<string> {
  const error = await assertReachable(url, 'DATABASE_URL', options).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(OperatorError)
  const { message } = error as Error
  expect(message).toMatch(/^[^\n]*\bDATABASE_URL\b[^\n]*\.$/)
  for (const part of [password, role, database, '127.0.0.1']) expect(message).not.toContain(part)
  return message
}

describe('a server of one’s own', () => {
  it('that accepts the login is accepted', async () => {
    await assertReachable(urlWith({}), 'DATABASE_URL')
  })
  it('is refused for each wrong part of its URL, in one sentence that names the setting and no value', async () => {
    const closed = String(await freePort())
    expect(await errorOf(urlWith({ port: closed }))).toContain('no database server takes connections')
    expect(await errorOf(urlWith({ hostname: 'nowhere.invalid' }))).toContain('host that cannot be found')
    expect(await errorOf(urlWith({ password: `${password}-wrong` }))).toContain('user or the password')
    expect(await errorOf(urlWith({ username: `${role}_wrong` }))).toContain('user or the password')
    expect(await errorOf(urlWith({ pathname: `/${database}_wrong` }))).toContain('does not exist')
    expect(await errorOf(urlWith({ search: '?sslmode=require' }))).toContain('asks for TLS')
    expect(await errorOf(urlWith({ search: '?no_such_parameter=1' }))).toContain('a parameter')
  })
  it('is refused where the user may not connect to the database', async () => {
    await admin.unsafe(`revoke connect on database ${database} from public`)
    expect(await errorOf(urlWith({}))).toContain('may not connect')
    await admin.unsafe(`grant connect on database ${database} to public`)
  })
  it.each(['postgres://user:pass#word@host/db', 'postgres://user:%zz@host/db', 'postgres://host:99999/db'])(
    'is refused where its URL cannot be read',
    async (url) => {
      expect(await errorOf(url)).toContain('percent-encoded')
    },
  )
  it('is refused by the name of the other setting where it is that one', async () => {
    const url = urlWith({ password: 'wrong' })
    await expect(assertReachable(url, 'DATABASE_RUNTIME_URL', quick)).rejects.toThrow(
      'The server of DATABASE_RUNTIME_URL refuses the user or the password.',
    )
  })
})

/** Implements just enough of the protocol (PostgreSQL, 54.7) to refuse. */
const errorResponse = (code: string, message: string) => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
const wasAskedForTls = (data: Buffer) => data.length === 8 && data.readInt32BE(4) === 80_877_103

describe('a server that', () => {
  const servers: Server[] = []
  const sockets: Socket[] = []
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    for (const server of servers.splice(0)) await new Promise((done) => server.close(done))
  })

  async function listen(answer: (socket: Socket, data: Buffer) => void): Promise<string> {
    const server = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {}).once('data', (data: Buffer) => answer(socket, data))
    })
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `postgres://${role}:${password}@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`
  }
  const refusing = (code: string) =>
    listen((socket) => socket.end(errorResponse(code, `no pg_hba.conf entry for ${role}`)))

  it.each([
    ['lets nobody in from here, or not without TLS', '28000', 'asks for TLS (sslmode=require'],
    ['has no connection left', '53300', 'no connection left'],
    ['refuses for another reason', '58000', '(58000)'],
  ])('%s is refused', async (_, code, words) => {
    expect(await errorOf(await refusing(code))).toContain(words)
  })
  it('never responds is refused in time, also with TLS', async () => {
    const silent = await listen(() => {})
    expect(await errorOf(silent)).toContain('does not answer')
    expect(await errorOf(`${silent}?sslmode=require`)).toContain('does not answer')
  })
  it('hangs up is refused', async () => {
    expect(await errorOf(await listen((socket) => socket.destroy()))).toContain('closes the connection')
  })
  it('is none of PostgreSQL is refused', async () => {
    const web = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await errorOf(web)).toContain('that it is a PostgreSQL')
  })
  it('has a certificate that nobody here trusts is refused where it has to be verified', async () => {
    const selfSigned = await listen((socket, data) => {
      expect(wasAskedForTls(data)).toBe(true)
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, ...tlsOptions() })
      secure.on('error', () => {})
    })
    expect(await errorOf(`${selfSigned}?sslmode=verify-full`)).toContain('certificate is not trusted')
  })
  it('is not running yet is waited for', async () => {
    const port = await freePort()
    const told: string[] = []
    const server = createServer((socket) => socket.end(errorResponse('28P01', 'no')))
    servers.push(server)
    const url = `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
    const onProgress = (step: string) => {
      told.push(step)
      if (told.length === 2) server.listen(port, '127.0.0.1')
    }
    const options = { ...quick, startingMs: 10_000, tellMs: 0, onProgress }
    await expect(assertReachable(url, 'DATABASE_URL', options)).rejects.toThrow('user or the password')
    expect(told[0]).toMatch(/^Waiting for the database\. DATABASE_URL .*no database server/)
  })
  it('is starting up is waited for', async () => {
    const told: string[] = []
    let attempts = 0
    const starting = await listen((socket) => {
      attempts += 1
      socket.end(errorResponse(attempts < 4 ? '57P03' : '28P01', 'the database system is starting up'))
    })
    await expect(
      assertReachable(starting, 'DATABASE_URL', {
        ...quick,
        startingMs: 10_000,
        onProgress: (step) => told.push(step),
      }),
    ).rejects.toThrow('refuses the user or the password')
    expect(attempts).toBe(4)
    expect(told).toEqual([expect.stringMatching(/^Waiting for the database\. .*DATABASE_URL is starting up/)])
  })
  it('does not end starting up is refused after a while', async () => {
    expect(await errorOf(await refusing('57P03'))).toContain('does not accept connections yet')
  })
})

it('the program ends with the sentence alone, without a stack or a value', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), '--api-only'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(await freePort()),
      DATABASE_URL: urlWith({ password: 'wrong-secret' }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(child, 'exit')) as [number]
  expect(code).toBe(1)
  expect(said.trim().split('\n')).toEqual([
    expect.stringContaining('"msg":"Connecting to the database"}'),
    '',
    'The server of DATABASE_URL refuses the user or the password. Correct them.',
  ])
})
