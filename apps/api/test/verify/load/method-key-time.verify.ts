import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../build-test-app.ts'
import { makeClient, makeMethod, makeSite } from '../../factories.ts'

const EACH = 300

let test: TestApp
let key: string
beforeAll(async () => {
  test = await buildTestApp()
  const { db } = test.database
  const client = await makeClient(db)
  const site = await makeSite(db, client.id)
  key = (await makeMethod(db, client.id, site.id)).key
})
afterAll(() => test.close())

const ask = (method: string) =>
  test.app.inject({ url: `/api/checkin/machine-data?method=${method}`, remoteAddress: '10.7.0.1' })
async function millisecondsFor(method: string): Promise<number> {
  const begun = performance.now()
  const { statusCode } = await ask(method)
  expect(statusCode).toBe(429)
  return performance.now() - begun
}
const median = (times: number[]) =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? Number.NaN

it('G1: a throttled IP address waits as long for a known key as for an unknown one: medians within 10 % and 3 ms', async () => {
  const unknown = key === 'ZZZZ' ? 'ZZZY' : 'ZZZZ'
  for (let number = 2; number < 10; number += 1)
    for (let other = 2; other < 10; other += 1) await ask(`Q${number}${other}Q`)
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let turn = 0; turn < EACH; turn += 1) {
    // The order alternates, because the second call finds warm caches.
    const turns = [
      async () => times.known.push(await millisecondsFor(key)),
      async () => times.unknown.push(await millisecondsFor(unknown)),
    ]
    for (const take of turn % 2 === 0 ? turns : turns.toReversed()) await take()
  }
  const [known, other] = [median(times.known), median(times.unknown)]
  console.log(`G1, throttled: known ${known.toFixed(2)} ms, unknown ${other.toFixed(2)} ms`)
  expect(Math.abs(known - other)).toBeLessThan(3)
  expect(Math.abs(known - other) / Math.min(known, other)).toBeLessThan(0.1)
})
