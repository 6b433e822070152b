import { userTypes } from '@gatehouse/validation/vocabulary'
import { inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { sites } from '../../db/schema/sites.ts'
import { installationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import {
  canReadMobiles,
  type MobileReader,
  type MobilesReadable,
  readsAllMobiles,
  showMobile,
} from './mobile-visibility.ts'

const here = inWorld()

const names = ['nobody', ...userTypes, 'admin', 'site_admin'] as const
const readers = {} as Record<(typeof names)[number], MobileReader>
const places: Record<string, string> = {}

beforeAll(async () => {
  const { db } = here.test.database
  const { a, b } = here.world
  places[(await makeSite(db, a.clientId)).id] = 'own'
  places[(await makeSite(db, a.clientId)).id] = 'other'
  places[(await makeSite(db, a.clientId, { status: 'archived' })).id] = 'archived'
  places[b.siteId] = 'of another client'
  const own = Object.entries(places).filter(([, place]) => place === 'own' || place === 'archived')
  for (const name of names) {
    const access = userTypes
      .filter((userType) => userType === name)
      .flatMap((userType) => own.map(([siteId]) => ({ siteId, userType })))
    const { id: userId } = await makeUser(db, here.test.passwords, a.clientId, { access })
    readers[name] = {
      clientId: a.clientId,
      userId,
      admin: name === 'admin',
      siteAdmin: name === 'site_admin',
      authenticated: true,
    }
  }
})

describe.each([
  ['on site', true],
  ['away', false],
] as const)('the numbers of people who are %s', (_, isOnSite) => {
  const ofWatchers = isOnSite ? ['own'] : []
  it.each<[(typeof names)[number], string[]]>([
    ['nobody', []],
    ['Guest', ofWatchers],
    ['Device', ofWatchers],
    ['Staff', ofWatchers],
    ['Manager', ['own']],
    ['admin', ['other', 'own']],
    ['site_admin', ['of another client', 'other', 'own']],
  ])('are read in full by %s at these sites: %j', async (name, readable) => {
    const rows = await withScope(here.test.database.db, installationScope(), (tx) =>
      tx
        .select({ id: sites.id, canRead: canReadMobiles(readers[name], { isOnSite }) })
        .from(sites)
        .where(inArray(sites.id, Object.keys(places))),
    )
    expect(rows).toHaveLength(4)
    const inFull = rows.filter(({ canRead }) => canRead).map(({ id }) => places[id])
    expect(new Set(inFull)).toEqual(new Set(readable))
  })
})

it('are masked for a session before its second factor, unless people are on site', async () => {
  for (const name of ['Manager', 'admin', 'site_admin'] as const) {
    const half = { ...readers[name], authenticated: false }
    const readable = (isOnSite: boolean) =>
      withScope(here.test.database.db, installationScope(), (tx) =>
        tx
          .select({ canRead: canReadMobiles(half, { isOnSite }) })
          .from(sites)
          .where(inArray(sites.id, Object.keys(places))),
      ).then((rows) => rows.some(({ canRead }) => canRead))
    expect([readsAllMobiles(half), await readable(false), await readable(true)]).toEqual([false, false, true])
  }
})

it.each([
  ['', null, false],
  [null, null, false],
  [undefined, null, false],
  ['+611234567', '••• 567', true],
])('a number %j is shown as %j behind a mask', (stored, mobile, mobile_masked) => {
  expect(showMobile(stored, false as MobilesReadable)).toEqual({ mobile, mobile_masked })
  expect(showMobile(stored, true as MobilesReadable)).toEqual({
    mobile: stored || null,
    mobile_masked: false,
  })
})
