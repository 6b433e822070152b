import { createServer, request, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createIdlePause } from './idle-pause.ts'

const HOUR_MS = 3_600_000
let server: Server
let now = 0
const ends = new AbortController()

beforeEach(async () => {
  now = 0
  server = createServer((_, response) => response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => server.close())

const open = () => {
  const pause = createIdlePause(server, { idleMs: HOUR_MS, elapsed: () => now })
  now = 61_000
  return pause
}

/** Starts a pause of background work, and says whether it has ended. */
function start(pause = open(), ms = 0, signal = ends.signal) {
  const started = { isOver: false, ended: pause(ms, signal) }
  void started.ended.then(() => (started.isOver = true))
  return started
}

async function get(path: string, headers = {}) {
  const call = request({ port: (server.address() as AddressInfo).port, path, headers }).end()
  const [response] = await once(call, 'response')
  response.resume()
  await once(response, 'close')
}

it('lasts while only probes ask', async () => {
  const work = start()
  await get('/health/ready')
  await get('/metrics')
  expect(work.isOver).toBe(false)
  await get('/')
  await work.ended
})

it('is the short one for a minute after the last request, and long again after it', async () => {
  const pause = open()
  await get('/board')
  await pause(0, ends.signal)
  now += 59_000
  await pause(0, ends.signal)
  now += 2000
  const work = start(pause)
  await get('/health/live')
  expect(work.isOver).toBe(false)
  await get('/')
  await work.ended
})

it('is the short one while a socket is open', async () => {
  const pause = open()
  server.on('upgrade', (_, socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  )
  const call = request({
    port: (server.address() as AddressInfo).port,
    headers: { connection: 'upgrade', upgrade: 'websocket' },
  }).end()
  const [, socket] = await once(call, 'upgrade')
  now += HOUR_MS
  await pause(0, ends.signal)
  socket.destroy()
})

it('ends with its signal', async () => {
  const stop = new AbortController()
  const work = start(open(), 0, stop.signal)
  stop.abort()
  await work.ended
})
