import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite } from '../../../test/factories.ts'
import { flood, type Send, tell } from '../../../test/guest-flood.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { recordReading } from '../readings/record-reading.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp({ hasRealClock: true })
})
afterAll(() => test.close())

const send: Send = async ({ method, path, ip: address, body, headers = {} }) => {
  const response = await test.app.inject({
    method,
    url: `/api${path}`,
    remoteAddress: address,
    headers,
    ...(body ? { payload: body } : {}),
  })
  return {
    status: response.statusCode,
    body: response.json(),
    retryAfterSeconds: Number(response.headers['retry-after'] ?? 0),
  }
}

/** The same at full size, over the network and on two nodes: test/verify/guest-flood.verify.ts. */
it(
  'guests of one address get in while it is flooded, from there and from elsewhere',
  { timeout: 60_000 },
  async () => {
    const { db } = test.database
    const client = await makeClient(db)
    const site = await makeSite(db, client.id)
    const plain = await makeMethod(db, client.id, site.id)
    const measuring = await makeMethod(db, client.id, site.id, { useTemperature: true })
    const result = await flood({
      send,
      plain,
      measuring,
      measure: async () =>
        (await recordReading({ db, now: new Date() }, { methodId: measuring.id, temperature: 36.6 })).code,
      guests: 20,
      calls: 1000,
      seconds: 5,
    })
    expect(Math.max(...result.waits), tell('G4', result)).toBeLessThan(30)
    expect(result.flood.get(429)).toBeGreaterThan(100)
    const rows = await openSuperuserConnection(test.database)`
    select from presence where site_id = ${site.id} and last_name = 'Honest'`
    expect(rows).toHaveLength(20)
  },
)
