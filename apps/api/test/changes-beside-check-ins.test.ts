import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ReservedSql } from 'postgres'
import { makeMethod, makeSite, makeUser } from './factories.ts'
import { inWorld } from './in-world.ts'
import { call } from './staff.ts'

const here = inWorld({ lockTimeoutMs: 10_000 })
/** The person who signs in. */
const person = { firstName: 'Ana', lastName: 'Silva', mobile: '+61491570156' }
let ids: { site: string; method: string; user: string }
let lock: ReservedSql
beforeEach(async () => {
  const { db } = here.test.database
  const { clientId } = here.world.a
  const site = await makeSite(db, clientId)
  const method = await makeMethod(db, clientId, site.id)
  const user = await makeUser(db, here.test.passwords, clientId, {
    ...person,
    personKey: here.test.personKeys(clientId, person),
    access: [{ siteId: site.id, userType: 'Staff' }],
  })
  ids = { site: site.id, method: method.id, user: user.id }
  // A change that waits to be recorded has already locked its rows.
  lock = await here.sql.reserve()
  await lock`begin`
  await lock`lock table audit_entries in exclusive mode`
})
afterEach(async () => {
  await here.sql`delete from presence where site_id = ${ids.site}`
  lock.release()
})

type Change = [method: 'POST' | 'PATCH', path: string, body: object]
const changes: [string, () => Change][] = [
  ['many methods', () => ['POST', '/sign-in-methods/bulk', { action: 'disable', ids: [ids.method] }]],
  ['a method', () => ['PATCH', `/sign-in-methods/${ids.method}`, { name: 'Other' }]],
  ['a site', () => ['PATCH', `/sites/${ids.site}`, { description: 'Other' }]],
  ['many users', () => ['POST', '/users/bulk', { action: 'archive', ids: [ids.user] }]],
  ['a user', () => ['PATCH', `/users/${ids.user}`, { employee_number: 'H-1' }]],
]

it.each(changes)('a check-in does not wait for a change of %s', async (_what, change) => {
  const [method, path, body] = change()
  const changing = call(here.test, method, path, body, { token: here.world.tokens['admin A'] ?? '' })
  try {
    await expect
      .poll(() => here.sql`select from pg_locks where relation = 'audit_entries'::regclass and not granted`)
      .toHaveLength(1)
    const response = await here.test.app.inject({
      method: 'POST',
      url: '/api/checkin',
      payload: { ...person, machineId: ids.method },
    })
    expect(response.statusCode).toBe(200)
  } finally {
    await lock`rollback`
    await changing
  }
})
