import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createBreachLookup } from '../../../src/modules/auth/password/breach-lookup.ts'

it('a range service that does not respond costs two seconds', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`
  const start = performance.now()
  await createBreachLookup({ url }).count('password1')
  const milliseconds = performance.now() - start
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  expect(milliseconds).toBeGreaterThan(1900)
  expect(milliseconds).toBeLessThan(2400)
})
