import { it } from 'vitest'
import { redisMissing, redisServers } from '../redis-server.ts'
import { proxyMissing, reverseProxies } from '../reverse-proxy.ts'
import { serveThroughLosses } from '../two-nodes.ts'

for (const missing of [redisMissing, proxyMissing]) if (missing) console.warn(missing)

it.each(redisServers.length > 0 ? reverseProxies : [])(
  'W1: 1,000 boards and 500 devices on two nodes behind %s are told within 2 s, and within 10 s after a minute without Redis or the database',
  { timeout: 900_000 },
  async () => {
    console.log(
      await serveThroughLosses({
        boards: 1000,
        devices: 500,
        awaySeconds: 60,
        changes: 40,
        longest: { withHints: 2000, away: 10_000 },
      }),
    )
  },
)
