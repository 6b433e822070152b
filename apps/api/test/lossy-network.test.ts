import type { AddressInfo } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { inWorld } from './in-world.ts'
import { signInThrough, startLossyNetwork } from './lossy-network.ts'

const here = inWorld({ settings: { TRUSTED_PROXIES: '127.0.0.1' } })
beforeAll(() => here.test.app.listen({ host: '127.0.0.1', port: 0 }))

it('R4: a network that delays, resets and swallows leaves each visitor there once', async () => {
  const network = await startLossyNetwork((here.test.app.server.address() as AddressInfo).port)
  const people = 16
  try {
    await signInThrough(network, { methodId: here.world.a.method.id, people, lastName: 'Lossy' })
  } finally {
    await network.close()
  }
  const visits = await here.sql<{ visits: number }[]>`
    select count(*)::int as visits from visits where last_name = 'Lossy' group by first_name`
  expect(visits.map((row) => row.visits)).toEqual(Array.from({ length: people }, () => 1))
})
