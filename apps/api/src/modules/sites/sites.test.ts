import { limits, serverLimits } from '@gatehouse/validation/limits'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeClient, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { openSession } from '../../../test/world.ts'

const here = inWorld()
const { get } = here

/** A client with more sites than one response has, an archived one, and an admin. */
let clientId: string
let admin: string
/** Their ids by their names. */
const ids: Record<string, string> = {}
const named = ['Châu Đốc Quay', 'Depot 7', 'Łódź Mill', 'Zebra Yard']
const HALLS = limits.boardSites + 1

beforeAll(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db, { enabled: true })).id
  for (const name of named) ids[name] = (await makeSite(db, clientId, { name })).id
  ids['Attic'] = (await makeSite(db, clientId, { name: 'Attic', status: 'archived' })).id
  await here.sql`insert into sites (client_id, id, name)
    select ${clientId}, gen_random_uuid(), 'Hall ' || n from generate_series(1, ${HALLS}) n`
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
  admin = await openSession(here.test, { clientId, userId, admin: true })
})

interface Response {
  items: { id: string; name: string }[]
  has_more: boolean
}
const options = async (query: string, token: string | undefined = admin): Promise<Response> =>
  (await get(`/sites/options?${query}`, token)).json()
const boards = async (query: string): Promise<Response['items']> =>
  (await get(`/board/sites?${query}`, admin)).json()
const names = (items: Response['items']) => items.map(({ name }) => name)

describe('GET /sites/options', () => {
  it.each(['search=' + 'x'.repeat(101), 'chosen=1', 'page=2', 'nonsense=1'])(
    'answers 400 for %s',
    async (query) => {
      expect((await get(`/sites/options?${query}`, admin)).statusCode).toBe(400)
    },
  )

  it('has the sites of the entries only, and none of another client', async () => {
    const staff = await options('', here.world.tokens['staff A'])
    expect(staff).toMatchObject({ items: [{ id: here.world.a.siteId }], has_more: false })
    expect(Object.keys(staff.items[0] ?? {})).toEqual(['id', 'name'])
    for (const id of [here.world.a.otherSiteId, here.world.b.siteId])
      expect(await options(`chosen=${id}`, here.world.tokens['staff A'])).toEqual(staff)
  })

  it('names the client of each site to whoever works in all clients', async () => {
    const { a, tokens } = here.world
    const { items } = await options(`chosen=${a.siteId}`, tokens.site_admin)
    expect(items[0]).toMatchObject({ id: a.siteId, client_name: expect.any(String) })
  })

  it('has the first by name, and tells whether there are more', async () => {
    const all = await options('')
    expect(all.items).toHaveLength(serverLimits.siteOptions)
    expect(all.has_more).toBe(true)
    expect(names(all.items).slice(0, 4)).toEqual(['Châu Đốc Quay', 'Depot 7', 'Hall 1', 'Hall 2'])
    const found = await options('search=hall 20')
    expect(found.has_more).toBe(false)
    expect(names(found.items)).toEqual(['Hall 20', 'Hall 120', 'Hall 200', 'Hall 201'])
  })

  it.each([
    ['chau doc', 'Châu Đốc Quay'],
    ['QUAY chau', 'Châu Đốc Quay'],
    ['lodz', 'Łódź Mill'],
    ['ZEBRA', 'Zebra Yard'],
  ])('finds by %s', async (search, name) => {
    expect(names((await options(`search=${encodeURIComponent(search)}`)).items)).toEqual([name])
  })

  it.each(['%', '_', '\\', 'nowhere'])('finds nothing by %s', async (search) => {
    expect(await options(`search=${encodeURIComponent(search)}`)).toEqual({ items: [], has_more: false })
  })

  it('has all others beside one, also by search, and the chosen one before them', async () => {
    const [hall] = (await options('search=hall 1')).items
    if (!hall) throw new Error('A hall is there')
    const beside = `beside=${hall.id}`
    expect(names((await options(beside)).items).slice(0, 3)).toEqual(['Châu Đốc Quay', 'Depot 7', 'Hall 2'])
    expect((await options(beside)).has_more).toBe(true)
    expect(names((await options(`${beside}&search=zebra`)).items)).toEqual(['Zebra Yard'])
    expect(names((await options(`${beside}&chosen=${hall.id}`)).items).slice(0, 2)).toEqual([
      'Hall 1',
      'Châu Đốc Quay',
    ])
    // Those of later pages are found too.
    for (const name of ['Hall 200', 'Hall 201', ...named])
      expect(names((await options(`${beside}&search=${encodeURIComponent(name)}`)).items)).toContain(name)
    expect(names((await options(`${beside}&search=hall 1`)).items)).not.toContain('Hall 1')
  })

  it('has the sites of one client beside a site, also for whoever works in all of them', async () => {
    const operator = here.world.tokens['site_admin']
    const { a, b } = here.world
    const { items } = await options(`beside=${a.siteId}`, operator)
    expect(items.map(({ id }) => id)).toContain(a.otherSiteId)
    expect(items.map(({ id }) => id)).not.toContain(a.siteId)
    expect(items.map(({ id }) => id)).not.toContain(b.siteId)
    expect(await options(`beside=${b.siteId}`, admin)).toEqual({ items: [], has_more: false })
    expect((await get('/sites/options?beside=1', admin)).statusCode).toBe(400)
  })

  it('has the chosen one before the others, found or not, and once', async () => {
    const chosen = `chosen=${ids['Zebra Yard']}`
    expect(names((await options(`${chosen}&search=lodz`)).items)).toEqual(['Zebra Yard', 'Łódź Mill'])
    expect(names((await options(`${chosen}&search=zebra`)).items)).toEqual(['Zebra Yard'])
    const all = await options(chosen)
    expect(names(all.items).slice(0, 2)).toEqual(['Zebra Yard', 'Châu Đốc Quay'])
    expect(all.items).toHaveLength(serverLimits.siteOptions)
  })

  it('leaves archived sites out, also a chosen one', async () => {
    expect(await options(`search=attic&chosen=${ids['Attic']}`)).toEqual({ items: [], has_more: false })
  })
})

describe('GET /sites/record-options', () => {
  const ofRecords = async (query: string, token?: string): Promise<Response> =>
    (await get(`/sites/record-options?${query}`, token ?? admin)).json()

  it('hides an archived site from another client, and from whoever is not an admin', async () => {
    const { tokens, a } = here.world
    const attic = `search=attic&chosen=${ids['Attic']}`
    const nothing = { items: [], has_more: false }
    expect(await ofRecords(attic, tokens['admin B'])).toEqual(nothing)
    const manager = tokens['manager A'] ?? ''
    await here.sql`update sites set status = 'archived' where id = ${a.siteId}`
    expect(await ofRecords(`chosen=${a.siteId}`, manager)).not.toMatchObject({ items: [{ id: a.siteId }] })
    await here.sql`update sites set status = 'active' where id = ${a.siteId}`
    expect(await ofRecords(`chosen=${a.siteId}`, manager)).toMatchObject({ items: [{ id: a.siteId }] })
  })

  it('has archived sites, marked, among the others', async () => {
    expect(await ofRecords('search=attic')).toEqual({
      items: [{ id: ids['Attic'], name: 'Attic', archived: true }],
      has_more: false,
    })
    expect(names((await ofRecords('')).items).slice(0, 3)).toEqual(['Attic', 'Châu Đốc Quay', 'Depot 7'])
  })
})

describe('GET /board/sites', () => {
  it('has the first by name, those that a search finds, and the asked-for site before them', async () => {
    expect(await boards('')).toHaveLength(limits.boardSites)
    expect(names(await boards('search=lodz'))).toEqual(['Łódź Mill'])
    expect(names(await boards(`search=lodz&site=${ids['Zebra Yard']}`))).toEqual(['Zebra Yard', 'Łódź Mill'])
    const [first, ...others] = await boards(`site=${ids['Zebra Yard']}`)
    expect(first?.name).toBe('Zebra Yard')
    expect(others).toHaveLength(limits.boardSites - 1)
    expect(await boards(`search=attic&site=${ids['Attic']}`)).toEqual([])
  })
})
