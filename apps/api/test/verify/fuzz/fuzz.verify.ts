import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../build-test-app.ts'
import { fuzzEndpoint, fuzzSeed } from '../../fuzz/fuzz-endpoint.ts'
import { makeFuzzWorld } from '../../fuzz/fuzz-world.ts'
import { neverAccepted } from '../../fuzz/never-accepted.ts'
import { openSuperuserConnection } from '../../superuser.ts'

const RUNS = 1000

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
})
afterAll(() => test.close())

it.each(Object.keys(endpoints) as EndpointName[])(
  `I1: %s, ${RUNS} cases (PROPERTY_SEED=${fuzzSeed})`,
  { timeout: 600_000 },
  async (name) => {
    const fuzz = await makeFuzzWorld(test, sql)
    const begun = performance.now()
    const accepted = await fuzzEndpoint(name, RUNS, { test, fuzz, sql })
    const seconds = Math.round((performance.now() - begun) / 1000)
    console.log(`I1: ${name}: ${accepted} of ${RUNS} accepted, in ${seconds} s`)
    if (!neverAccepted.has(name)) expect(accepted).toBeGreaterThan(0)
  },
)
