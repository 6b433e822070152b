import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { proxyMissing, reverseProxies, startReverseProxy } from '../../reverse-proxy.ts'
import { serveThroughLosses } from '../../two-nodes.ts'

if (proxyMissing) console.warn(proxyMissing)

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

it.each(reverseProxies)(
  'W1: 1,000 boards and 500 devices on two nodes behind %s are told within 2 s, and within 10 s after a minute without the database',
  { timeout: 900_000 },
  async () => {
    console.log(
      await serveThroughLosses({
        boards: 1000,
        devices: 500,
        awaySeconds: 60,
        changes: 40,
        longest: { usual: 2000, away: 10_000 },
      }),
    )
  },
)
