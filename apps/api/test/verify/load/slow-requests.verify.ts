import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../build-test-app.ts'

let test: TestApp
let port: number
beforeAll(async () => {
  test = await buildTestApp()
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  port = (test.app.server.address() as AddressInfo).port
})
afterAll(() => test.close())

const post = 'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'

it.concurrent.each([
  ['headers without an end', 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '],
  ['a body shorter than it says', `${post}Content-Length: 100\r\n\r\n{"a`],
  ['a body without an end', `${post}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a`],
  ['a chunk at a time', `${post}Transfer-Encoding: chunked\r\n\r\n`],
])('I3: %s: the connection is answered and closed within 20 s', { timeout: 60_000 }, async (name, bytes) => {
  const begun = performance.now()
  const socket = connect({ host: '127.0.0.1', port })
  const received: Buffer[] = []
  socket.on('data', (chunk: Buffer) => received.push(chunk))
  socket.write(bytes)
  // A slow sender does not extend the time limit.
  const trickle = setInterval(() => name === 'a chunk at a time' && socket.write('1\r\n \r\n'), 1000)
  await once(socket, 'close')
  clearInterval(trickle)
  expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 408 .*"code":"bad_request"/s)
  expect(performance.now() - begun).toBeLessThan(20_000)
})
