import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordReading } from '../../../src/modules/readings/record-reading.ts'
import { makeClient, makeMethod, makeSite } from '../../factories.ts'
import { flood, type Send, tell } from '../../guest-flood.ts'
import { type Nodes, startNodes } from '../nodes.ts'

let nodes: Nodes
beforeAll(async () => {
  nodes = await startNodes('guest_flood')
}, 120_000)
afterAll(() => nodes.close())

let calls = 0
const send: Send = async ({ method, path, ip, body, headers = {} }) => {
  const response = await fetch(`${nodes.origin((calls += 1))}/api${path}`, {
    method,
    headers: {
      'x-forwarded-for': ip,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    retryAfterSeconds: Number(response.headers.get('retry-after') ?? 0),
  }
}

it('G4: 200 of 200 guests of one IP address get in within a minute while a flood of 10,000 goes on, each within 30 s', async () => {
  const { db } = nodes
  const client = await makeClient(db)
  const site = await makeSite(db, client.id)
  const plain = await makeMethod(db, client.id, site.id)
  const measuring = await makeMethod(db, client.id, site.id, { useTemperature: true })
  const elsewhere = await makeSite(db, client.id)
  const guessed = await makeMethod(db, client.id, elsewhere.id, { useTemperature: true })
  const begun = performance.now()
  const result = await flood({
    send,
    plain,
    measuring,
    guessed,
    measure: async () =>
      (await recordReading({ db, now: new Date() }, { methodId: measuring.id, temperature: 36.6 })).code,
    guests: 200,
    calls: 10_000,
    seconds: 50,
  })
  const seconds = (performance.now() - begun) / 1000
  console.log(`${tell('G4', result)}; in ${seconds.toFixed(1)} s`)
  expect(Math.max(...result.waits)).toBeLessThan(30)
  const rows = await nodes.sql`
    select from presence where site_id = ${site.id} and last_name = 'Honest'`
  expect(rows).toHaveLength(200)
})
