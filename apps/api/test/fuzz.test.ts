import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import { afterAll, beforeAll, it } from 'vitest'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { fuzzEndpoint } from './fuzz/fuzz-endpoint.ts'
import { type FuzzWorld, makeFuzzWorld } from './fuzz/fuzz-world.ts'
import { openSuperuserConnection } from './superuser.ts'

/**
 * A few runs for each endpoint, in one world. Verification runs thousands, and checks that
 * some are accepted.
 */
const RUNS = 3

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let fuzz: FuzzWorld
beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  fuzz = await makeFuzzWorld(test, sql)
})
afterAll(() => test.close())

it.each(Object.keys(endpoints) as EndpointName[])(
  `%s responds as it declares and nothing else, and keeps what it accepts`,
  async (name) => void (await fuzzEndpoint(name, RUNS, { test, fuzz, sql })),
)
