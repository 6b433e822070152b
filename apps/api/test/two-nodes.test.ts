import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { redisMissing, redisServers } from './redis-server.ts'
import { proxyMissing, reverseProxies, startReverseProxy } from './reverse-proxy.ts'
import { serveThroughLosses } from './two-nodes.ts'

for (const missing of [redisMissing, proxyMissing]) if (missing) console.warn(missing)

it.each(reverseProxies)('%s tells the nodes who asks, and believes no visitor', async () => {
  const heard: (string | undefined)[][] = []
  const node = createServer(({ headers, url }, response) => {
    if (url === '/asked') heard.push([headers['x-forwarded-for'], headers['x-forwarded-proto']].map(String))
    response.end()
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  const proxy = await startReverseProxy([origin, origin])
  const forged = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' }
  await fetch(`${proxy.origin}/asked`, { headers: forged })
  await proxy.stop()
  node.closeAllConnections()
  await new Promise((resolve) => node.close(resolve))
  expect(heard).toEqual([['127.0.0.1', 'http']])
})

it.each(redisServers.length > 0 ? reverseProxies : [])(
  'boards and devices on two nodes behind %s are told of everything, through the loss of sockets, a node, Redis and the database',
  { timeout: 240_000 },
  async () => {
    await serveThroughLosses({
      boards: 40,
      devices: 10,
      awaySeconds: 5,
      changes: 10,
      longest: { withHints: 5000, away: 10_000 },
    })
  },
)
