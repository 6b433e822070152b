import { afterAll, beforeAll, expect, it } from 'vitest'
import { userVisitorRoles } from '../../../src/db/schema/visitor-roles.ts'
import { clientScope } from '../../../src/db/scopes.ts'
import { withScope } from '../../../src/db/tenancy.ts'
import { buildTestApp, type TestApp } from '../../build-test-app.ts'
import { makeClient, makeMethod, makeQuestion, makeRole, makeSite, makeUser } from '../../factories.ts'

const EACH = 200
const USERS = 200
const mobile = '+61491570159'
const stranger = { firstName: 'Ana', lastName: 'Silva', mobile: '+61491570156' }

let test: TestApp
let methodId: string
const users: { firstName: string; lastName: string; mobile: string }[] = []

beforeAll(async () => {
  test = await buildTestApp()
  const { db } = test.database
  const client = await makeClient(db)
  const site = await makeSite(db, client.id, { questionsByUser: true })
  methodId = (await makeMethod(db, client.id, site.id)).id
  const roles = await Promise.all(['Guest', 'Crew'].map((name) => makeRole(db, client.id, site.id, name)))
  await makeQuestion(db, client.id, site.id, { type: 'free text', text: 'Host?' })
  for (let number = 0; number < USERS; number += 1) {
    const person = { firstName: `Robin ${number}`, lastName: 'Known', mobile }
    const personKey = test.personKeys(client.id, person)
    const { id: userId } = await makeUser(db, test.passwords, client.id, { ...person, personKey })
    // All roles of the site, so that the responses have equal length.
    await withScope(db, clientScope(client.id), (tx) =>
      tx
        .insert(userVisitorRoles)
        .values(roles.map(({ id: roleId }) => ({ clientId: client.id, userId, roleId }))),
    )
    users.push(person)
  }
})
afterAll(() => test.close())

let asked = 0
async function millisecondsFor(person: object): Promise<number> {
  const begun = performance.now()
  const { statusCode } = await test.app.inject({
    method: 'POST',
    url: '/api/checkin/user-data',
    remoteAddress: `10.6.${asked >> 8}.${asked++ & 255}`,
    payload: { ...person, id: methodId },
  })
  expect(statusCode).toBe(200)
  return performance.now() - begun
}
const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN

it('user data takes the same time for known and unknown people: medians within 10 % and 3 ms', async () => {
  for (let warm = 0; warm < 100; warm += 1) {
    await millisecondsFor(stranger)
    await millisecondsFor(users[warm] ?? stranger)
  }
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let turn = 0; turn < EACH; turn += 1) {
    // The order alternates, because the second call finds warm caches.
    const turns = [
      async () => times.known.push(await millisecondsFor(users[turn % USERS] ?? stranger)),
      async () =>
        times.unknown.push(
          await millisecondsFor({ ...stranger, firstName: `Ana ${turn}`, lastName: 'Other' }),
        ),
    ]
    for (const take of turn % 2 === 0 ? turns : turns.toReversed()) await take()
  }
  const [known, unknown] = [median(times.known), median(times.unknown)]
  const difference = Math.abs(known - unknown)
  console.log(`known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms`)
  expect(difference).toBeLessThan(3)
  expect(difference / Math.min(known, unknown)).toBeLessThan(0.1)
})
