import { beforeAll, expect, it } from 'vitest'
import { makeMethod, makeUser } from './factories.ts'
import { inWorld } from './in-world.ts'

const here = inWorld()

const lastNames = ['Müller', 'Mueller', 'Ødegård']
beforeAll(async () => {
  const { test, world } = here
  const { clientId, siteId } = world.a
  const method = await makeMethod(test.database.db, clientId, siteId)
  for (const [at, lastName] of lastNames.entries()) {
    const person = { firstName: 'Kim', lastName }
    await makeUser(test.database.db, test.passwords, clientId, person)
    await here.signIn(method.id, { ...person, mobile: `049157015${at}` })
  }
})

async function find(path: string, search: string): Promise<string[]> {
  const url = `${path}?search=${encodeURIComponent(search)}`
  const response = await here.get(url, here.world.tokens['admin A'])
  expect(response.statusCode, response.body).toBe(200)
  const { items } = response.json<{ items: unknown[] }>()
  return lastNames.filter((name) => JSON.stringify(items).includes(name))
}

it.each(['/presence', '/access-log', '/people', '/users'])(
  '%s finds an umlaut by its letter, two letters or a plain letter',
  async (path) => {
    expect(await find(path, 'mueller')).toEqual(['Müller', 'Mueller'])
    expect(await find(path, 'müller')).toEqual(['Müller', 'Mueller'])
    expect(await find(path, 'muller')).toEqual(['Müller', 'Mueller'])
    expect(await find(path, 'mueller kim')).toEqual(['Müller', 'Mueller'])
    expect(await find(path, 'oedegaard')).toEqual(['Ødegård'])
    expect(await find(path, 'ødegård')).toEqual(['Ødegård'])
  },
)
