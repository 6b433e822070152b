import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { fuzzEndpoint, fuzzSeed } from './fuzz/fuzz-endpoint.ts'
import { makeFuzzWorld } from './fuzz/fuzz-world.ts'
import { neverAccepted } from './fuzz/never-accepted.ts'
import { openSuperuserConnection } from './superuser.ts'

const RUNS = 40

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
})
afterAll(() => test.close())

it.each(Object.keys(endpoints) as EndpointName[])(
  `%s responds as it declares and nothing else, and keeps what it accepts (FUZZ_SEED=${fuzzSeed})`,
  { timeout: 60_000 },
  async (name) => {
    const fuzz = await makeFuzzWorld(test, sql)
    const accepted = await fuzzEndpoint(name, RUNS, { test, fuzz, sql })
    if (!neverAccepted.has(name)) expect(accepted).toBeGreaterThan(0)
  },
)
