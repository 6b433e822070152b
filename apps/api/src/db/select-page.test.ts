import type { EndpointInput } from '@gatehouse/validation/endpoint'
import type { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import { listEndpoint } from '@gatehouse/validation/list-endpoint'
import { count, eq, max } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { makeClient, makeSite } from '../../test/factories.ts'
import { sites } from './schema/sites.ts'
import { clientScope } from './scopes.ts'
import type { SearchColumns } from './search.ts'
import { type ListQuery, listTransaction, selectPage } from './select-page.ts'
import { withScope } from './tenancy.ts'

const endpoint = listEndpoint({
  path: '/test',
  summary: 'Sites.',
  access: 'staff',
  item: v.object({ id: v.string() }),
  sort: ['name', 'overdue'],
  defaultSort: 'name',
  filters: {
    status: v.optional(v.picklist(['active', 'archived'])),
    offline: v.optional(
      v.pipe(
        v.picklist(['yes', 'no']),
        v.transform((said) => said === 'yes'),
      ),
    ),
  },
  extra: { longest: v.number() },
})
type Query = EndpointInput<typeof endpoint>['query']

let database: TestDatabase
let clientId: string
let otherClientId: string
beforeAll(async () => {
  database = await createTestDatabase()
  clientId = (await makeClient(database.db)).id
  otherClientId = (await makeClient(database.db)).id
})
afterAll(() => database.drop())

/** A page of the client's sites, as a handler reads it from a URL's query. */
const listSites = (sent: Record<string, string>, scope = eq(sites.clientId, clientId)) =>
  withScope(
    database.db,
    clientScope(clientId),
    async (tx) => {
      const query: Query = v.parse(endpoint.query, sent)
      const { items, ...totals } = await selectPage(query, {
        scope,
        search: { texts: [sites.foldedName] },
        filters: {
          status: (status) => eq(sites.status, status),
          offline: (offline) => eq(sites.offlineUsers, offline),
        },
        sort: { name: sites.foldedName, overdue: sites.overdueAfterHours },
        lastSort: sites.id,
        rows: (where) => tx.select({ id: sites.id, name: sites.name }).from(sites).where(where).$dynamic(),
        count: (where) =>
          tx
            .select({ total: count(), longest: max(sites.overdueAfterHours) })
            .from(sites)
            .where(where),
      })
      return { names: items.map(({ name }) => name), ids: items.map(({ id }) => id), ...totals }
    },
    listTransaction,
  )

it('takes a site that was found, and not the id in a query', () => {
  type Sent = EndpointInput<typeof listPresentEndpoint>['query']
  expectTypeOf<Sent>().not.toExtend<ListQuery>()
  expectTypeOf<Omit<Sent, 'site'> & { site: { clientId: string; id: string } }>().toExtend<ListQuery>()
})

it('searches columns of folded text, one at least', () => {
  type Texts = SearchColumns['texts']
  expectTypeOf<[typeof sites.foldedName]>().toExtend<Texts>()
  expectTypeOf<[typeof sites.name]>().not.toExtend<Texts>()
  expectTypeOf<[]>().not.toExtend<Texts>()
})

describe('a page', () => {
  beforeAll(async () => {
    const { db } = database
    await makeSite(db, clientId, { name: 'Águilas', overdueAfterHours: 20 })
    await makeSite(db, clientId, { name: 'Bær 100%', offlineUsers: true })
    await makeSite(db, clientId, { name: 'Cologne', status: 'archived' })
    await makeSite(db, clientId, { name: 'agen' })
    await makeSite(db, otherClientId, { name: 'Elsewhere' })
  })

  it('refuses a sort field, a direction, a filter and a page that are not declared', () => {
    for (const sent of [{ sort: 'id' }, { sort: 'name down' }, { colour: 'red' }, { page: '0' }])
      expect(v.safeParse(endpoint.query, sent).success, JSON.stringify(sent)).toBe(false)
  })
  it('holds no row beyond its scope', async () => {
    const all = await listSites({ search: 'elsewhere' }, eq(sites.clientId, otherClientId))
    expect(all).toMatchObject({ names: [], total: 0 })
  })
  it('comes with the total and the aggregates over all pages, also where it is empty', async () => {
    expect(await listSites({ per_page: '2' })).toMatchObject({
      names: ['agen', 'Águilas'],
      total: 4,
      longest: 20,
    })
    expect(await listSites({ per_page: '2', page: '2' })).toMatchObject({ total: 4, longest: 20 })
    expect(await listSites({ page: '9' })).toMatchObject({ names: [], total: 4, longest: 20 })
    // The last page may be full, or have one row.
    for (const sent of [{ per_page: '4' }, { per_page: '3', page: '2' }, { per_page: '4', page: '2' }])
      expect(await listSites(sent), JSON.stringify(sent)).toMatchObject({ total: 4 })
    expect(await listSites({ search: 'nowhere' })).toMatchObject({ names: [], total: 0 })
  })
  it('is sorted both ways', async () => {
    const { names } = await listSites({ sort: 'name desc' })
    expect(names).toEqual(['Cologne', 'Bær 100%', 'Águilas', 'agen'])
    expect((await listSites({ sort: 'overdue desc' })).names[0]).toBe('Águilas')
  })
  it.each([
    [{ status: 'archived' }, ['Cologne']],
    [{ offline: 'yes' }, ['Bær 100%']],
    // A false value of a filter still filters.
    [{ offline: 'no', status: 'active' }, ['agen', 'Águilas']],
    [{ offline: 'yes', status: 'archived' }, []],
  ])('keeps what its filters %j say', async (sent, names) => {
    expect(await listSites(sent)).toMatchObject({ names, total: names.length })
  })
  it.each([
    ['AGUI', ['Águilas']],
    ['bær', ['Bær 100%']],
    ['100%', ['Bær 100%']],
    ['%', ['Bær 100%']],
    ['_', []],
    ['\\', []],
    ["' or true --", []],
    ['agen cologne', []],
  ])('finds with %s what holds every word of it, without accents', async (search, names) => {
    expect(await listSites({ search })).toMatchObject({ names, total: names.length })
  })
})

it('gives every row once over its pages where rows are equal in the order', async () => {
  const { id } = await makeClient(database.db)
  // The order ignores apostrophes.
  for (let made = 0; made < 12; made += 1)
    await makeSite(database.db, clientId, { name: `Twin ${"'".repeat(made)}${id}` })
  for (const sort of ['name asc', 'name desc', 'overdue desc']) {
    const pages = await Promise.all(
      ['1', '2', '3', '4'].map((page) => listSites({ search: id, sort, page, per_page: '3' })),
    )
    const ids = pages.flatMap((page) => page.ids)
    expect(ids).toHaveLength(12)
    expect(new Set(ids).size).toBe(12)
  }
})
