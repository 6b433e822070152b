import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { makeWorld, type World } from './world.ts'

const MAX_RESPONSE_MS = 5000

let test: TestApp
let world: World
let port: number
beforeAll(async () => {
  test = await buildTestApp({ withPages: true })
  world = await makeWorld(test)
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  port = (test.app.server.address() as AddressInfo).port
})
afterAll(() => test.close())

interface RawResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** Sends bytes and reads until the server closes the connection, which each request must cause. */
async function send(...pieces: (string | Uint8Array)[]): Promise<RawResponse> {
  const received = await new Promise<string>((done, fail) => {
    const socket = connect({ host: '127.0.0.1', port })
    const chunks: Buffer[] = []
    socket.setTimeout(MAX_RESPONSE_MS, () => socket.destroy(new Error('The server does not respond.')))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.once('error', fail)
    socket.once('close', () => done(Buffer.concat(chunks).toString()))
    for (const piece of pieces) socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
  })
  const [head = '', ...rest] = received.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':')
      return [name.toLowerCase(), value.join(':').trim()]
    }),
  )
  return { status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}

const request = (method: string, target: string, lines: string[] = []) =>
  [`${method} ${target} HTTP/1.1`, 'Host: gatehouse.example', 'Connection: close', ...lines, '', ''].join(
    '\r\n',
  )

/** A status without its own code has the general one. */
const codesByStatus: Record<number, ErrorCode> = {
  400: 'bad_request',
  401: 'unauthenticated',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  417: 'bad_request',
  431: 'bad_request',
}

/** An error body with the security headers. */
function expectError(response: RawResponse, status: number): void {
  expect(response.status, response.body).toBe(status)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(response.headers['x-content-type-options']).toBe('nosniff')
  const body = JSON.parse(response.body) as { statusCode: number; code: string; message: string }
  expect(body.statusCode).toBe(status)
  expect(body.code).toBe(codesByStatus[status])
  expect(body.message).not.toBe('')
}

function expectPage(response: RawResponse, status = 200): void {
  expect(response.status, response.body).toBe(status)
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
}

describe('the target of a request', () => {
  it.each([
    '/?',
    '/??',
    '/?%',
    '/?%c0%ae',
    '/?__proto__[x]=1',
    '/?a=1&a=2',
    '/home?next=//evil.example',
    '/home#fragment',
    '/home/../../etc/passwd',
  ])('GET %s is a page', async (target) => {
    expectPage(await send(request('GET', target)))
  })

  it.each([
    ['//', '/'],
    ['///', '/'],
    ['//evil.example', '/evil.example'],
    ['//evil.example/', '/evil.example'],
    ['//evil.example/GATE/', '/evil.example/GATE'],
    ['//evil.example:99999/x', '/evil.example:99999/x'],
    ['//[::1', '/[::1'],
    ['//user:secret@evil.example/', '/user:secret@evil.example'],
    ['/\\\\evil.example/', '/\\\\evil.example'],
    ['/http://evil.example/', '/http:/evil.example'],
    ['/./..//', '/./..'],
  ])('GET %s leads to the page %s of the same host', async (target, location) => {
    const response = await send(request('GET', target))
    expect([response.status, response.headers['location']]).toEqual([308, location])
  })

  it.each(['/\\', '/API/me', '/\\evil.example', '/;x=1', '/:80', '/[', '/evil.example'])(
    'GET %s is a page on which nobody can sign in',
    async (target) => {
      expectPage(await send(request('GET', target)), 404)
    },
  )

  it.each([
    'http://gatehouse.example/home',
    'http://gatehouse.example',
    'HTTP://other.example:1/',
    'http://[::1]/',
  ])('GET %s in absolute form is a page', async (target) => {
    expectPage(await send(request('GET', target)))
  })

  it.each([
    ['/\xe4\xf6', 400],
    ['/\xc3\xa9', 400],
    ['/api/%', 400],
    ['/api/%?accept=html', 400],
    ['http://gatehouse.example/api/%', 404],
    ['/api/clients/..', 404],
    ['/api/clients/%2e', 404],
    ['/api/board/%2E%2e', 401],
    ['/api/board/./../board/..', 404],
    ['/_/portal/%', 404],
    ['/_/portal/%00', 404],
    ['/_/portal/..%2f..%2fetc%2fpasswd', 404],
    ['/_/portal/%2e%2e/%2e%2e/x', 404],
    ['/_/portal/index.html', 404],
    ['/_/portal/assets', 404],
    ['/_/portal/assets/', 404],
    ['/_/portal//assets/app.js', 404],
    ['/_/', 404],
    ['/api', 404],
    ['/api/', 404],
    ['/api//', 404],
    ['/api/\\', 404],
    ['/api/me/', 404],
    ['/api//me', 404],
    ['/x.js', 404],
    ['/%00.js', 404],
    ['http://', 400],
    ['http:///api/none', 400],
    ['http://gatehouse.example/api/none', 404],
    ['ftp://gatehouse.example/', 400],
    ['gatehouse', 400],
    ['gatehouse:443', 400],
    ['*', 400],
  ])('GET %s is refused', async (target, status) => {
    expectError(await send(request('GET', target)), status)
  })

  it.each([
    '/%00',
    '/%20',
    '/%2f',
    '/%2F%2Fevil.example',
    '/%5c',
    '/%0d%0aSet-Cookie:x=1',
    '/%25',
    '/%C3%A9',
  ])('GET %s is a page on which nobody can sign in, escaped as it is', async (target) => {
    const response = await send(request('GET', target))
    expectPage(response, 404)
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  it.each(['/a b', '/ä€', '', ' ', '/\u0001', '/\u0000', '/\t', '/gate/\u007f'])(
    'GET %j is not HTTP',
    async (target) => {
      expectError(await send(request('GET', target)), 400)
    },
  )

  it('a long target is a page, and one that is too long is refused', async () => {
    expectPage(await send(request('GET', `/${'x'.repeat(8000)}`)))
    expectPage(await send(request('GET', `/home/${'%41'.repeat(3000)}?${'&'.repeat(3000)}`)))
    expectError(await send(request('GET', `/${'x'.repeat(40_000)}`)), 431)
    expectError(await send(request('GET', `/api/board/${'x'.repeat(8000)}`)), 404)
    expectError(await send(request('POST', `/api/me/verify-email/${'x'.repeat(8000)}`)), 404)
  })

  it.each([
    ['*', 404],
    ['/', 404],
    ['/api/me', 404],
    ['/home', 404],
    ['/%', 404],
    ['//', 404],
    ['http://gatehouse.example/', 404],
  ])('OPTIONS %s is refused', async (target, status) => {
    expectError(await send(request('OPTIONS', target)), status)
  })

  it.each(['TRACE', 'PROPFIND', 'DELETE', 'PUT', 'PATCH', 'POST', 'SEARCH', 'PURGE'])(
    '%s of a page is refused',
    async (method) => {
      expectError(await send(request(method, '/home', ['Content-Length: 0'])), 404)
    },
  )

  it.each(['BREW', 'get', 'G\u0001T'])('the method %j is not HTTP', async (method) => {
    expectError(await send(request(method, '/')), 400)
  })
})

describe('the URL of a guest page', () => {
  it.each([
    ['', ''],
    ['?language=es', ''],
    ['//', ''],
    ['/;', '/;'],
    ['/%2f', '/%2f'],
    ['/complete/%00', '/complete/%00'],
    ['/questions/../code', '/questions/../code'],
    ['//evil.example', '/evil.example'],
    ['/\\evil.example', '/\\evil.example'],
    ['/?%', ''],
  ])('with %s behind its key leads to no other host', async (tail, kept) => {
    const { key } = world.a.method
    const lower = await send(request('GET', `/${key.toLowerCase()}${tail}`))
    const query = tail.includes('?') ? tail.slice(tail.indexOf('?')) : ''
    const target = `/${key}${kept}${query}`
    expect([lower.status, lower.headers['location']]).toEqual([308, target])
    expectPage(await send(request('GET', target)))
  })

  it.each(['/GATEE', '/gatex', '/GAT%c3%89', '/GATE%00', '/%c5%bfATE', '/%2f'])(
    '%s is no key: a browser gets the page that says so',
    async (target) => {
      const response = await send(request('GET', target, ['Accept: text/html']))
      expectPage(response, 404)
      expect(response.headers['location']).toBeUndefined()
    },
  )

  it.each([
    ['/GATE%', '/GATE%25'],
    ['/GATE%2', '/GATE%252'],
    ['/GATE%zz', '/GATE%25zz'],
    ['/GATE/questions%', '/GATE/questions%25'],
    ['/%ff?a=1', '/%25ff?a=1'],
    ['/%', '/%25'],
    ['//%', '/%25'],
    ['/%c0%ae%c0%ae/etc/passwd', '/%25c0%25ae%25c0%25ae/etc/passwd'],
    ['/%ed%a0%80', '/%25ed%25a0%2580'],
    ['http://gatehouse.example/%e4', '/%25e4'],
  ])('%s cannot be decoded: everybody is led to %s', async (target, location) => {
    for (const accept of ['text/html', '*/*', 'application/json']) {
      const response = await send(request('GET', target, [`Accept: ${accept}`]))
      expect([response.status, response.headers['location']], accept).toEqual([308, location])
      expectPage(await send(request('GET', location, [`Accept: ${accept}`])), 404)
    }
  })

  it('is no word: it leads to the portal, which leads to its start', async () => {
    for (const target of ['/nowhere', '/nowhere/at/all', `/${'a'.repeat(900)}`])
      expectPage(await send(request('GET', target, ['Accept: text/html'])))
  })

  it('has its key in any spelling', async () => {
    const { key } = world.a.method
    const escaped = key.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
    for (const target of [`//${key}`, `/${escaped}`, `//${escaped.toLowerCase()}/`]) {
      const response = await send(request('GET', target))
      expect([response.status, response.headers['location']]).toEqual([308, `/${key}`])
    }
  })

  it('that is no page for a browser is one for it all the same', async () => {
    for (const target of ['/lost2', '/lost.html', '/_/guest/assets/lost.js', '/web']) {
      const { body, status } = await send(request('GET', target, ['Accept: text/html']))
      expect(status, target).toBe(404)
      expect(body, target).toMatch(/^<!doctype html>/)
    }
    const { body } = await send(request('GET', '/api/lost', ['Accept: text/html']))
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found' })
  })
})

describe('the headers of a request', () => {
  const staff = () => `Authorization: Bearer ${world.tokens['staff A']}`
  const odd = [
    '',
    '%',
    '"',
    '\\',
    ';',
    ',',
    ',,,;;;',
    '=',
    '\xff\xfe',
    '\xc3\x28',
    'a'.repeat(7000),
    '{}',
    '__proto__',
    '*',
  ]

  it.each([
    'Cookie',
    'Accept-Language',
    'Accept-Encoding',
    'If-None-Match',
    'If-Modified-Since',
    'Range',
    'Origin',
    'Referer',
    'User-Agent',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'Forwarded',
    'X-Attended',
    'Sec-Fetch-Site',
    'Content-Type',
    'Accept',
    'Te',
    'Via',
  ])('%s: no value of it breaks a page, a file or the board', async (name) => {
    for (const value of odd) {
      const line = `${name}: ${value}`
      expectPage(await send(request('GET', '/home', [line])))
      expectPage(await send(request('GET', `/${world.a.method.key}`, [line])))
      const file = await send(request('GET', '/_/portal/assets/app.js', [line]))
      const expected = line === 'If-None-Match: *' ? 304 : 200
      expect(file.status, `${line} ${file.body}`).toBe(expected)
      const board = await send(request('GET', `/api/board/${world.a.siteId}`, [staff(), line]))
      expect(board.status, `${line} ${board.body}`).toBe(expected)
    }
  })

  it.each([
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Bearer ..',
    'Bearer e30.e30.e30',
    'Basic Z2F0ZTpob3VzZQ==',
    '\xff',
    `Bearer ${'a'.repeat(9000)}.a.a`,
  ])('Authorization: %s is refused', async (value) => {
    expectError(await send(request('GET', '/api/me', [`Authorization: ${value}`])), 401)
  })

  it.each(['kid', 'alg', 'crit', 'b64', 'typ', 'zip'])('a token with an odd %s is refused', async (name) => {
    const [, body = '', signature = ''] = (world.tokens['staff A'] ?? '').split('.')
    for (const value of [null, 1, [], {}, '', '\u0000', ['exp'], 'x'.repeat(3000), true]) {
      const head = Buffer.from(JSON.stringify({ alg: 'EdDSA', [name]: value })).toString('base64url')
      expectError(
        await send(request('GET', '/api/me', [`Authorization: Bearer ${head}.${body}.${signature}`])),
        401,
      )
    }
  })

  it.each(['', 'x', '%', '\xff', ',', '0192f0c1-0000-7000-8000-00000000000g'])(
    'Idempotency-Key: %s is refused',
    async (value) => {
      const payload = JSON.stringify({
        firstName: 'Ana',
        lastName: 'Silva',
        mobile: '0491570156',
        machineId: world.a.method.id,
      })
      expectError(
        await send(
          request('POST', '/api/checkin', [
            `Idempotency-Key: ${value}`,
            'Content-Type: application/json',
            `Content-Length: ${payload.length}`,
          ]),
          payload,
        ),
        400,
      )
    },
  )

  it.each([
    ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
    ['GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['GET / HTTP/1.1\r\nHost: a/../b\r\nConnection: close\r\n\r\n'],
    ['GET / HTTP/1.1\r\nHost: user@a\r\nConnection: close\r\n\r\n'],
    ['GET / HTTP/1.1\r\nHost: \xff\r\nConnection: close\r\n\r\n'],
    ['GET / HTTP/1.1\r\nHost: gatehouse.example\r\nBad Header: x\r\n\r\n'],
    ['GET / HTTP/1.1\r\nHost: gatehouse.example\r\n: x\r\n\r\n'],
    ['GET / HTTP/1.1\r\nHost: gatehouse.example\r\nX: a\u0000b\r\n\r\n'],
    ['GET / HTTP/9.9\r\nHost: gatehouse.example\r\n\r\n'],
    ['GET /\r\n\r\n'],
    ['\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n'],
    ['POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'],
    ['POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['POST /api/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\nab'],
  ])('%j is refused', async (bytes) => {
    expectError(await send(bytes), 400)
  })

  it.each([
    'gatehouse.example:0',
    'gatehouse.example:99999',
    '[::1]:50000',
    '127.0.0.1',
    'GATEHOUSE.example.',
    'localhost',
  ])('the host %s is accepted', async (host) => {
    expectPage(await send(`GET /home HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))
  })

  it('an unknown Expect header is refused', async () => {
    expectError(await send(request('GET', '/home', ['Expect: miracles'])), 417)
  })
})

describe('the body of a request', () => {
  const post = (
    path: string,
    body: string | Uint8Array,
    lines: string[] = ['Content-Type: application/json'],
  ) => send(request('POST', path, [`Content-Length: ${Buffer.byteLength(body)}`, ...lines]), body)
  const login = JSON.stringify({ email: 'nobody@test.example', password: 'a wrong password' })

  it.each([
    ['nothing', ''],
    ['blanks', ' \r\n\t'],
    ['half an object', '{"email":'],
    ['two values', '{} {}'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['a number that is none', '{"email":NaN}'],
    ['a number without end', `{"email":${'9'.repeat(60_000)}}`],
    ['a comment', '{/**/}'],
    ['single quotes', "{'email':'x'}"],
    ['a poisoned prototype', '{"__proto__":{"email":"x"}}'],
    ['a poisoned prototype in disguise', '{"\\u005f_proto__":{"email":"x"}}'],
    ['a poisoned constructor', '{"constructor":{"prototype":{"x":1}}}'],
    ['a NUL', '{"email":"a\\u0000b","password":"x"}'],
    ['half a surrogate', '{"email":"a\\ud800b","password":"x"}'],
    ['a long array', `[${'1,'.repeat(30_000)}1]`],
    ['many names', `{${Array.from({ length: 5000 }, (_, index) => `"${index}":1`).join(',')}}`],
  ])('%s is refused', async (_, body) => {
    expectError(await post('/api/login', body), 400)
  })

  it.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
    ['both', '[{"a":', '}]'],
  ])('%s nested too deeply are refused at any place', async (_, open, close) => {
    const nested = (times: number) => `${open.repeat(times)}1${close.repeat(times)}`
    for (const times of [20, 33, 1000, 6000]) {
      expectError(await post('/api/login', nested(times)), 400)
      expectError(await post('/api/login', `{"email":${nested(times)},"password":"x"}`), 400)
      expectError(await post('/api/checkin', `{"questions":${nested(times)}}`), 400)
      expectError(await post('/api/logout', nested(times)), 401)
    }
    // Invalid JSON too: the scan has to handle it.
    expectError(await post('/api/login', open.repeat(60_000 / open.length)), 400)
  })

  it('brackets in a text do not count as depth', async () => {
    const password = `${'[{'.repeat(200)}\\"[[[[`
    expectError(await post('/api/login', `{"email":"nobody@test.example","password":"${password}"}`), 401)
  })

  it.each([
    ['one byte that is no UTF-8', Buffer.from('{"email":"nobody@test.example","password":"\xff"}', 'latin1')],
    [
      'a surrogate in UTF-8',
      Buffer.from('{"email":"nobody@test.example","password":"\xed\xa0\x80"}', 'latin1'),
    ],
    ['a letter that is cut off', Buffer.from('{"email":"nobody@test.example","password":"\xc3"}', 'latin1')],
    ['UTF-16', Buffer.from(login, 'utf16le')],
  ])('%s is refused', async (_, body) => {
    expectError(await post('/api/login', body), 400)
  })

  it('a byte order mark is ignored', async () => {
    expectError(await post('/api/login', Buffer.from(`\ufeff${login}`)), 401)
  })

  it.each([
    ['text/plain'],
    ['application/xml'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['x'],
    [';'],
    ['application/jsonp'],
    ['application/json/json'],
    ['\xff'],
  ])('Content-Type: %s is refused', async (type) => {
    expectError(await post('/api/login', login, [`Content-Type: ${type}`]), 415)
  })

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;'])(
    'Content-Type: %s is read',
    async (type) => {
      expectError(await post('/api/login', login, [`Content-Type: ${type}`]), 401)
    },
  )

  it('without a Content-Type is refused', async () => {
    expectError(await post('/api/login', login, []), 415)
  })

  it.each(['gzip', 'br', 'deflate', 'gzip, gzip', 'nonsense'])(
    'packed with %s is refused',
    async (coding) => {
      const lines = ['Content-Type: application/json', `Content-Encoding: ${coding}`]
      expectError(await post('/api/login', gzipSync(login), lines), 415)
    },
  )

  it('over the limit is refused, in one piece or in many', async () => {
    const big = `{"email":"${'x'.repeat(70_000)}"}`
    expectError(await post('/api/login', big), 413)
    const head = request('POST', '/api/login', [
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ])
    expectError(await send(head, `${big.length.toString(16)}\r\n${big}\r\n0\r\n\r\n`), 413)
    expectError(
      await send(
        request('POST', '/api/login', ['Content-Type: application/json', 'Content-Length: 99999999']),
      ),
      413,
    )
  })

  it('in chunks is read', async () => {
    const head = request('POST', '/api/login', [
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ])
    const chunks = Array.from(login, (letter) => `1\r\n${letter}\r\n`).join('')
    expectError(await send(head, chunks, '0\r\n\r\n'), 401)
    expectError(await send(head, 'zz\r\n{}\r\n0\r\n\r\n'), 400)
  })

  it('an empty body is accepted where none is declared', async () => {
    const lines = ['Content-Type: application/json', `Authorization: Bearer ${world.tokens['guest-only A']}`]
    expect((await post('/api/logout', '', lines)).status).toBe(204)
  })
})
