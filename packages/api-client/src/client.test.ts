import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ApiError,
  InvalidResponseError,
  isForeignResponse,
  NoResponseError,
  type Stranger,
  strangerOf,
} from './api-error.ts'
import { checkResponse } from './create-client.ts'
import { kyTransport } from './ky-transport.ts'
import { clientOver as clientWithoutMemory, type ClientOptions, type Transport } from './client-over.ts'
import { rememberUnchanged } from './remember-unchanged.ts'
import { fetchTransport } from './fetch-transport.ts'
import { endpoint } from '@gatehouse/validation/endpoint'
import * as v from 'valibot'

const getThing = endpoint({
  method: 'GET',
  path: '/things/:name',
  summary: '',
  access: 'public',
  params: v.object({ name: v.string() }),
  query: v.object({ size: v.optional(v.number()), colour: v.optional(v.string()) }),
  response: v.object({ count: v.number() }),
  errors: ['not_found'],
})
const putThing = endpoint({
  method: 'PUT',
  path: '/things',
  summary: '',
  access: 'public',
  headers: v.object({ 'idempotency-key': v.string() }),
  body: v.object({ name: v.string() }),
  response: 'none',
  errors: [],
})
const getPicture = endpoint({
  method: 'GET',
  path: '/picture',
  summary: '',
  access: 'public',
  response: 'image',
  errors: [],
})

type Handle = (request: IncomingMessage, response: ServerResponse) => void

let handle: Handle
const server = createServer((request, response) => handle(request, response))
let origin: string
beforeAll(async () => {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
beforeEach(() => {
  seen = []
})

function respond(status: number, body: unknown, headers: Record<string, string> = {}): Handle {
  return (request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      seen.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: text,
      })
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
}

/** A client that caches responses, as in the staff apps. */
const clientOver = (transport: Transport, options: ClientOptions = {}) =>
  clientWithoutMemory(transport, { unchanged: rememberUnchanged(), ...options })

describe.each([
  ['ky', kyTransport],
  ['fetch', fetchTransport],
] as const)('over %s', (_, transport) => {
  const client = (timeout?: number) => clientOver(transport(timeout), { origin, token: () => 'token' })
  const ask = (options?: { signal: AbortSignal }, timeout?: number) =>
    client(timeout).call(getThing, { params: { name: 'a/b' }, query: { size: 2 } }, options)

  it('fills in the URL and reads the response', async () => {
    handle = respond(200, { count: 42 })
    await expect(ask()).resolves.toEqual({ count: 42 })
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/things/a%2Fb?size=2' })
    expect(seen[0]?.headers['authorization']).toBe('Bearer token')
  })

  it('tells whether a person is active for background endpoints only', async () => {
    handle = respond(200, { count: 42 })
    let somebody = true
    const own = clientOver(transport(), { origin, isUserActive: () => somebody })
    const request = { params: { name: 'a' }, query: {} }
    await own.call({ ...getThing, background: true }, request)
    await own.call(getThing, request)
    somebody = false
    await own.call({ ...getThing, background: true }, request)
    await client().call({ ...getThing, background: true }, request)
    expect(seen.map(({ headers }) => headers['x-user-active'])).toEqual([
      '1',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('names the chosen client to the calls that heed it, and keeps the responses of clients apart', async () => {
    let chosen: string | undefined = 'one'
    const own = clientOver(transport(), {
      origin,
      chosenClient: ({ access }) => (access === 'staff' ? chosen : undefined),
    })
    const request = { params: { name: 'a' }, query: {} }
    const list = { ...getThing, access: 'staff' } as const
    handle = respond(200, { count: 1 }, { etag: '"1"' })
    await own.call(list, request)
    chosen = 'two'
    await own.call(list, request)
    chosen = undefined
    await own.call(list, request)
    chosen = 'one'
    await own.call(list, request)
    await own.call(getThing, request)
    expect(seen.map(({ headers }) => [headers['x-client-id'], headers['if-none-match']])).toEqual([
      ['one', undefined],
      ['two', undefined],
      [undefined, undefined],
      ['one', '"1"'],
      [undefined, '"1"'],
    ])
  })

  it('names the client of a row to a call where none is chosen, and never over a chosen one', async () => {
    let chosen: string | undefined
    const own = clientOver(transport(), { origin, chosenClient: () => chosen })
    const request = { params: { name: 'a' }, query: {} }
    handle = respond(200, { count: 1 })
    await own.call(getThing, request, { client: 'of the row' })
    chosen = 'one'
    await own.call(getThing, request, { client: 'of the row' })
    expect(seen.map(({ headers }) => headers['x-client-id'])).toEqual(['of the row', 'one'])
  })

  it('sends a body as JSON, with the headers of the call', async () => {
    handle = respond(204, undefined)
    const body = { name: 'Zoë' }
    await expect(
      client().call(putThing, { body, headers: { 'idempotency-key': 'k' } }),
    ).resolves.toBeUndefined()
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual(body)
    expect(seen[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'k' })
  })

  it.each([
    [422, { code: 'invalid_phone', message: 'No.', fields: { mobile: 'No.' } }, 'invalid_phone'],
    [422, { code: 'never_heard_of', message: 'No.' }, 'bad_request'],
    [409, { code: 'never_heard_of', message: 'No.' }, 'conflict'],
    [429, { code: 'never_heard_of', message: 'No.' }, 'too_many_requests'],
    [429, { code: 'too_many_requests', message: 'No.' }, 'too_many_requests'],
    [502, '<html>', 'internal'],
    [404, { code: 'hasOwnProperty', message: 'No.' }, 'not_found'],
    [400, { code: 'bad_request', message: 'No.', fields: [] }, 'bad_request'],
    [422, { code: 'weak_password', message: 'No.', field_codes: { a: 1 } }, 'bad_request'],
  ])('a refusal with %i is an ApiError', async (status, body, code) => {
    handle = respond(status, typeof body === 'string' ? body : { statusCode: status, ...body }, {
      'retry-after': '7',
    })
    const error = await ask().catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status, code, retryAfterSeconds: 7 })
  })

  it('hands on the codes of a refusal beside its sentences', async () => {
    const fields = { mobile: 'No.' }
    handle = respond(422, {
      statusCode: 422,
      code: 'invalid_phone',
      message: 'No.',
      fields,
      field_codes: { mobile: 'phone_invalid' },
    })
    const known = await ask().catch((caught: unknown) => caught)
    expect(known).toMatchObject({ isCodeKnown: true, fields, fieldCodes: { mobile: 'phone_invalid' } })
    handle = respond(403, {
      statusCode: 403,
      code: 'account_unavailable',
      message: 'No.',
      account_status: 'archived',
    })
    const account = await ask().catch((caught: unknown) => caught)
    expect(account).toMatchObject({ accountStatus: 'archived', fields: {}, fieldCodes: {} })
    handle = respond(403, { statusCode: 403, code: 'never_heard_of', message: 'No.', account_status: 1 })
    const unknown = await ask().catch((caught: unknown) => caught)
    expect(unknown).toMatchObject({ isCodeKnown: false, accountStatus: undefined })
  })

  it('gives the same object for an unchanged response', async () => {
    const own = client()
    const call = () => own.call(getThing, { params: { name: 'a' }, query: {} })
    handle = respond(200, { count: 1 }, { etag: '"1"' })
    const first = await call()
    handle = respond(304, undefined)
    expect(await call()).toBe(first)
    expect(seen[1]?.headers['if-none-match']).toBe('"1"')
  })

  it('gives it even where fifty others have come in between', async () => {
    const own = client()
    const call = (name: string) => own.call(getThing, { params: { name }, query: {} })
    handle = respond(200, { count: 1 }, { etag: '"1"' })
    const first = await call('a')
    let letGo = () => {}
    const asked = new Promise<void>((heard) => {
      handle = (request, response) => {
        letGo = () => respond(304, undefined)(request, response)
        heard()
      }
    })
    const second = call('a')
    await asked
    handle = respond(200, { count: 2 }, { etag: '"2"' })
    for (let at = 0; at < 50; at += 1) await call(`other ${at}`)
    letGo()
    expect(await second).toBe(first)
    handle = respond(200, { count: 3 })
    await expect(call('a')).resolves.toEqual({ count: 3 })
    expect(seen.at(-1)?.headers['if-none-match']).toBeUndefined()
  })

  it('keeps the responses that were used last', async () => {
    const own = client()
    const call = (name: string) => own.call(getThing, { params: { name }, query: {} })
    handle = respond(200, { count: 1 }, { etag: '"1"' })
    await call('background')
    for (let at = 0; at < 60; at += 1) {
      await call(`other ${at}`)
      await call('background')
    }
    expect(seen.at(-1)?.headers['if-none-match']).toBe('"1"')
  })

  it('keeps no picture: who shows it does', async () => {
    const own = client()
    handle = (_request, response) => void response.writeHead(200, { etag: '"1"' }).end('picture')
    const first = await own.call(getPicture, {})
    expect(await first?.text()).toBe('picture')
    handle = respond(204, undefined)
    await expect(own.call(getPicture, {})).resolves.toBeNull()
    expect(seen.at(-1)?.headers['if-none-match']).toBeUndefined()
  })

  it('takes a 304 without a known tag for no response', async () => {
    handle = respond(304, undefined)
    await expect(ask()).rejects.toBeInstanceOf(NoResponseError)
  })

  it('no response is a NoResponseError: a cut connection, an incomplete response, silence', async () => {
    handle = (request) => request.socket.destroy()
    await expect(ask()).rejects.toBeInstanceOf(NoResponseError)
    handle = (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"count":')
      setImmediate(() => request.socket.destroy())
    }
    await expect(ask()).rejects.toBeInstanceOf(NoResponseError)
    handle = () => {}
    await expect(ask(undefined, 60)).rejects.toBeInstanceOf(NoResponseError)
  })

  it('gives up when told to, and says why', async () => {
    const controller = new AbortController()
    handle = () => controller.abort()
    await expect(ask({ signal: controller.signal })).rejects.not.toBeInstanceOf(NoResponseError)
    await expect(ask({ signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})

it('over fetch an incomplete response counts as none', async () => {
  handle = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"count":')
  }
  await expect(
    clientOver(fetchTransport(60), { origin }).call(getThing, { params: { name: 'a' }, query: {} }),
  ).rejects.toBeInstanceOf(NoResponseError)
})

const ours = { statusCode: 403, code: 'forbidden', message: 'No.' }
it.each<[string, Handle, Stranger | undefined]>([
  ['an error of ours', respond(403, ours), undefined],
  [
    'an error of a newer server',
    respond(418, { statusCode: 418, code: 'new_code', message: 'No.' }),
    undefined,
  ],
  ['an error of a proxy in JSON', respond(403, { error: 'denied' }), 'network'],
  [
    'one with a code and words',
    respond(404, { code: 'route_not_found', message: 'No upstream.' }),
    'network',
  ],
  [
    'one of another server of our kind',
    respond(404, { statusCode: 404, code: 'FST_ERR_NOT_FOUND', message: 'Route not found' }),
    'network',
  ],
  ['an error of ours that a proxy has given another status', respond(502, ours), 'gateway'],
  ['an error of a proxy without a body', respond(502, undefined), 'gateway'],
  ['a redirect to a portal', respond(302, undefined, { location: '/elsewhere' }), 'network'],
  ['the page of a portal', (_, response) => void response.writeHead(200).end('<!doctype html>'), 'network'],
  ['nothing', (request) => void request.socket.destroy(), undefined],
])('over fetch %s is of %s', async (_, responds, stranger) => {
  handle = responds
  const failure: unknown = await clientOver(fetchTransport(), { origin })
    .call(getThing, { params: { name: 'a' }, query: {} })
    .catch((error: unknown) => error)
  expect(strangerOf(failure)).toBe(stranger)
  expect(isForeignResponse(failure)).toBe(stranger === 'network')
})

it('over fetch a redirect that the browser hides is something else’s response', async () => {
  const hidden = { type: 'opaqueredirect', status: 0 } as Response
  vi.stubGlobal('fetch', async () => hidden)
  const failure: unknown = await clientOver(fetchTransport())
    .call(getThing, { params: { name: 'a' }, query: {} })
    .catch((error: unknown) => error)
  vi.unstubAllGlobals()
  expect(failure).toBeInstanceOf(InvalidResponseError)
})

it('tells of a session that the server has ended, only where one was named', async () => {
  handle = respond(401, { statusCode: 401, code: 'unauthenticated', message: 'No.' })
  let ends = 0
  const options = { origin, onUnauthenticated: () => void (ends += 1) }
  const request = { params: { name: 'a' }, query: {} }
  await expect(clientOver(fetchTransport(), options).call(getThing, request)).rejects.toBeInstanceOf(ApiError)
  expect(ends).toBe(0)
  const withToken = clientOver(fetchTransport(), { ...options, token: () => 'token' })
  await expect(withToken.call(getThing, request)).rejects.toBeInstanceOf(ApiError)
  expect(ends).toBe(1)
  // Proxies and gateways know no sessions.
  for (const body of ['<!doctype html>', { error: 'denied' }, undefined]) {
    handle = respond(401, body)
    await expect(withToken.call(getThing, request)).rejects.toMatchObject({ status: 401 })
  }
  expect(ends).toBe(1)
  // The session has ended here, and nothing is sent any more.
  let sent = 0
  handle = (...given) => {
    sent += 1
    respond(401, { statusCode: 401, code: 'unauthenticated', message: 'No.' })(...given)
  }
  const ended = clientOver(fetchTransport(), { ...options, token: () => undefined })
  await expect(ended.call(getThing, request)).rejects.toMatchObject({ status: 401 })
  expect([sent, ends]).toEqual([0, 1])
  // Another login has replaced the token.
  const tokens = ['old', 'new']
  const replaced = clientOver(fetchTransport(), { ...options, token: () => tokens.shift() })
  await expect(replaced.call(getThing, request)).rejects.toBeInstanceOf(ApiError)
  expect(ends).toBe(1)
})

describe('responses that are checked', () => {
  const staff = () => clientOver(kyTransport(), { origin, checkResponse })
  const call = (own = staff()) => own.call(getThing, { params: { name: 'a' }, query: {} })

  it('are refused where their shape is another one', async () => {
    for (const odd of [{}, [], null, 5, 'text', { count: '1' }, { count: null }, { items: [] }]) {
      handle = respond(200, odd)
      await expect(call(), JSON.stringify(odd)).rejects.toBeInstanceOf(InvalidResponseError)
    }
  })

  it('may hold more than is declared, which is left out', async () => {
    handle = respond(200, { count: 1, added: 'later' })
    expect(await call()).toEqual({ count: 1 })
  })

  it('are refused where they are no JSON: a page of a proxy, or an end that is missing', async () => {
    for (const text of ['<!doctype html><title>Sign in to the network</title>', '{"count":', '']) {
      handle = (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(text)
      await expect(call(), text).rejects.toBeInstanceOf(InvalidResponseError)
    }
  })

  it('are not remembered where they were refused', async () => {
    const own = staff()
    handle = respond(200, { count: 'odd' }, { etag: '"1"' })
    await expect(call(own)).rejects.toBeInstanceOf(InvalidResponseError)
    handle = respond(200, { count: 1 }, { etag: '"2"' })
    expect(await call(own)).toEqual({ count: 1 })
    expect(seen.at(-1)?.headers['if-none-match']).toBeUndefined()
  })

  it('without a shape pass', async () => {
    handle = (_request, response) => void response.writeHead(200).end('picture')
    expect(await (await staff().call(getPicture, {}))?.text()).toBe('picture')
    handle = respond(204, undefined)
    await expect(staff().call(getPicture, {})).resolves.toBeNull()
  })
})
