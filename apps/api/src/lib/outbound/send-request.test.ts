import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../test/running-server.ts'
import { makeIdentity } from '../../../test/self-signed.ts'
import { createDestinations, type DestinationRules, OutboundError } from './destinations.ts'
import { type OutboundRequest, sendRequest } from './send-request.ts'

const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))))
})

/** Listens on the loopback. @returns the port */
async function listen(server: Server): Promise<number> {
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
const serve = (respond: RequestListener) => listen(createServer(respond))
const serveBytes = (text: string) => listen(createTcpServer((socket) => socket.end(text)))

const limits: OutboundRequest = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"é":1}',
  timeLimitMs: 3000,
  maxResponseBytes: 1000,
}
/** Allows everything on the loopback. Each name resolves to the first address. */
const onLoopback = (rules: Partial<DestinationRules> = {}) =>
  createDestinations({
    allowed: [{ host: 'receiver.test' }, { host: 'other.test' }, { host: '127.0.0.1' }],
    ownServices: [],
    ownHost: 'gatehouse.example',
    resolveName: () => Promise.resolve(['127.0.0.1']),
    ...rules,
  })
const send = (url: string, options: Partial<OutboundRequest> = {}) =>
  sendRequest(new URL(url), { ...limits, destinations: onLoopback(), ...options })

async function failureOf(url: string, options: Partial<OutboundRequest> = {}): Promise<string> {
  const error = await send(url, options).then(
    ({ status }) => new Error(`answered ${status}`),
    (reason: unknown) => reason,
  )
  expect(error, String(error)).toBeInstanceOf(OutboundError)
  expect((error as OutboundError).message).not.toContain('127.0.0.1')
  return (error as OutboundError).code
}

it('sends the body, and gives the status and the response of the one server that was checked', async () => {
  const seen: unknown[] = []
  const port = await serve((request, response) => {
    request.setEncoding('utf8').on('data', (body) => seen.push(body))
    seen.push(request.method, request.url, request.headers)
    response.writeHead(202).end('thanks')
  })
  const { status, body } = await send(`http://receiver.test:${port}/in?a=1`)
  expect([status, body.toString()]).toEqual([202, 'thanks'])
  expect(seen).toEqual([
    'POST',
    '/in?a=1',
    {
      host: `receiver.test:${port}`,
      'content-type': 'application/json',
      'content-length': '8',
      'user-agent': 'gatehouse',
      connection: 'close',
    },
    '{"é":1}',
  ])
})

it('connects to the address that was checked, whatever the name leads to afterwards', async () => {
  let look = 0
  const asked: string[] = []
  const port = await serve((request, response) => {
    asked.push(request.headers.host ?? '')
    response.end()
  })
  const resolveName = () => {
    look += 1
    return Promise.resolve([look === 1 ? '127.0.0.1' : '192.0.2.1'])
  }
  const destinations = onLoopback({ resolveName })
  expect((await send(`http://receiver.test:${port}/`, { destinations })).status).toBe(200)
  expect(look).toBe(1)
  expect(await failureOf(`https://rebound.test:${port}/`, { destinations: onLoopback() })).toBe(
    'private_address',
  )
  expect(asked).toEqual([`receiver.test:${port}`])
})

it('does not use a connection that somebody else has opened', async () => {
  const ports = new Set<number | undefined>()
  const port = await serve((request, response) => {
    ports.add(request.socket.remotePort)
    response.end()
  })
  const url = `http://127.0.0.1:${port}/`
  const allowed = [{ host: '127.0.0.1' }]
  await sendRequest(new URL(url), limits)
  expect(await failureOf(url, { destinations: onLoopback({ allowed }) })).toBe('private_address')
  const named = `http://receiver.test:${port}/`
  await send(named)
  await send(named)
  expect(ports.size).toBe(3)
})

it.each([301, 302, 303, 307, 308])('does not follow a redirect with %i', async (code) => {
  let asked = 0
  const port = await serve((_, response) => {
    asked += 1
    response.writeHead(code, { location: 'http://169.254.169.254/' }).end()
  })
  expect((await send(`http://receiver.test:${port}/`)).status).toBe(code)
  expect(asked).toBe(1)
})

describe('over https', () => {
  const own = getCACertificates('default')
  afterEach(() => setDefaultCACertificates(own))
  const serveSecurely = (identity: object) =>
    listen(
      createHttpsServer(identity, (_, response) => void response.end('secure')).on(
        'tlsClientError',
        () => {},
      ),
    )

  it('the certificate has to be that of the name, and of an authority that is trusted', async () => {
    const identity = makeIdentity('receiver.test')
    const port = await serveSecurely(identity)
    expect(await failureOf(`https://receiver.test:${port}/`)).toBe('certificate')
    setDefaultCACertificates([...own, identity.cert])
    expect((await send(`https://receiver.test:${port}/`)).body.toString()).toBe('secure')
    expect(await failureOf(`https://other.test:${port}/`)).toBe('certificate')
  })
  it('a server without TLS is told apart', async () => {
    const port = await serve((_, response) => void response.end())
    expect(await failureOf(`https://receiver.test:${port}/`)).toBe('tls')
  })
})

describe('a server that fails', () => {
  it('is told apart by how', async () => {
    expect(await failureOf(`http://receiver.test:${await freePort()}/`)).toBe('connection_refused')
    const hangingUp = await listen(createTcpServer((socket) => socket.destroy()))
    expect(await failureOf(`http://receiver.test:${hangingUp}/`)).toBe('connection_lost')
    expect(await failureOf(`http://receiver.test:${await serveBytes('220 mail.example\r\n')}/`)).toBe(
      'not_http',
    )
    const endless = await serveBytes(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`)
    expect(await failureOf(`http://receiver.test:${endless}/`)).toBe('not_http')
    const short = await serveBytes('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')
    expect(await failureOf(`http://receiver.test:${short}/`)).toBe('connection_lost')
  })
  it('is told apart by a name that is not found', async () => {
    const lost = (code: string) =>
      onLoopback({ resolveName: () => Promise.reject(Object.assign(new Error(), { code })) })
    for (const code of ['ENOTFOUND', 'EAI_AGAIN'])
      expect(await failureOf('https://receiver.test/', { destinations: lost(code) })).toBe('name_not_found')
  })
  it('may send as many bytes as it is allowed, and no more', async () => {
    let isOver = false
    const port = await serve((request, response) => {
      if (request.url === '/exact') return void response.end(Buffer.alloc(1000))
      const more = () => response.write(Buffer.alloc(1000))
      response.on('drain', more).on('close', () => (isOver = true))
      more()
      more()
    })
    expect((await send(`http://receiver.test:${port}/exact`)).body.length).toBe(1000)
    expect(await failureOf(`http://receiver.test:${port}/`)).toBe('too_large')
    await expect.poll(() => isOver).toBe(true)
  })
  it.each([
    ['accepts and says nothing', () => {}],
    [
      'trickles its response',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        const timer = setInterval(() => socket.write('x'), 20)
        socket.on('close', () => clearInterval(timer))
      },
    ],
  ])('and %s ends at the time limit', async (_, behave: (socket: Socket) => void) => {
    const port = await listen(createTcpServer((socket) => behave(socket)))
    expect(await failureOf(`http://receiver.test:${port}/`, { timeLimitMs: 200 })).toBe('timeout')
  })
  it('and a name that nobody answers for ends at the time limit', async () => {
    const destinations = onLoopback({ resolveName: () => new Promise(() => {}) })
    expect(await failureOf('http://receiver.test/', { destinations, timeLimitMs: 200 })).toBe('timeout')
  })
})
