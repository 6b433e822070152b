import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createLive } from './live.ts'

it('the address of the live socket has no token', async () => {
  const server = createServer()
  onTestFinished(() => {
    vi.unstubAllGlobals()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  vi.stubGlobal('location', { protocol: 'http:', host: `127.0.0.1:${port}` })

  const live = createLive({ get: () => 'canary', set: () => {}, subscribe: () => () => {} })
  const connecting: Promise<IncomingMessage[]> = once(server, 'upgrade').then(([request, socket]) => {
    socket.destroy()
    return [request]
  })
  const stop = live.watch('notifications', () => Promise.resolve())
  const [request] = await connecting
  stop()
  expect(request?.url).toContain('transport=websocket')
  expect(request?.rawHeaders.concat(request.url ?? '').join('\n')).not.toContain('canary')
})
