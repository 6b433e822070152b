import { afterAll, beforeAll, expect } from 'vitest'
import { buildTestApp, type TestApp, type TestAppOptions } from './build-test-app.ts'
import { openSuperuserConnection } from './superuser.ts'
import { makeWorld, type World } from './world.ts'

/** What exists while the tests of a file run. */
interface Standing {
  test: TestApp
  world: World
  sql: ReturnType<typeof openSuperuserConnection>
}

/**
 * The API with a world of clients, sites and people for all tests of a file. Read its properties
 * inside tests only.
 */
export function inWorld(options: TestAppOptions = {}) {
  let standing: Standing | undefined
  const now = (): Standing => {
    if (!standing) throw new Error('The world stands only while tests run.')
    return standing
  }
  beforeAll(async () => {
    const test = await buildTestApp(options)
    standing = { test, world: await makeWorld(test), sql: openSuperuserConnection(test.database) }
  })
  afterAll(() => now().test.close())

  return {
    get test() {
      return now().test
    },
    get world() {
      return now().world
    },
    get sql() {
      return now().sql
    },
    get: (url: string, token: string | undefined, headers: Record<string, string> = {}) =>
      now().test.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}`, ...headers } }),
    /** Signs a visitor in at a method. @returns the response */
    async signIn(machineId: string, fields: object = {}, headers: Record<string, string> = {}) {
      const payload = { firstName: 'Ana', lastName: 'Silva', mobile: '0491570156', machineId, ...fields }
      const response = await now().test.app.inject({ method: 'POST', url: '/api/checkin', headers, payload })
      expect(response.statusCode, response.body).toBe(200)
      return response.json()
    },
  }
}
