import { userTypes } from '@gatehouse/validation/vocabulary'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { sites } from '../../db/schema/sites.ts'
import { accessEntries } from '../../db/schema/users.ts'
import { installationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { hasRightAtSite, isAccessibleSite, type SiteReader, type SiteRight } from './policy.ts'

const here = inWorld()

const names = ['nobody', ...userTypes, 'admin', 'site_admin'] as const
const actors = {} as Record<(typeof names)[number], SiteReader>
/** A site per user type, where the actors have an entry of that type, and one without entries. */
const own: Record<string, string> = {}
let archived: string

beforeAll(async () => {
  const { db } = here.test.database
  const { clientId } = here.world.a
  for (const type of [...userTypes, 'none']) own[type] = (await makeSite(db, clientId)).id
  archived = (await makeSite(db, clientId, { status: 'archived' })).id
  for (const name of names) {
    const entries = userTypes
      .filter((userType) => userType === name)
      .map((userType) => ({ siteId: own[userType] ?? '', userType }))
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, {
      access: [
        ...entries,
        ...(entries.length > 0 ? [{ siteId: archived, userType: 'Manager' as const }] : []),
      ],
    })
    actors[name] = { clientId, userId, admin: name === 'admin', siteAdmin: name === 'site_admin' }
  }
})

const inDatabase = (actor: SiteReader, right: SiteRight) =>
  withScope(here.test.database.db, installationScope(), (tx) =>
    tx.select({ siteId: sites.id }).from(sites).where(isAccessibleSite(actor, right)),
  )
/** Without regard to whether they are active. */
const withRight = (actor: SiteReader, right: SiteRight) =>
  withScope(here.test.database.db, installationScope(), (tx) =>
    tx.select({ siteId: sites.id }).from(sites).where(hasRightAtSite(actor, right)),
  )
const idsOf = (rows: { siteId: string }[]) => rows.map(({ siteId }) => siteId).toSorted()

describe.each(['watch', 'see', 'manage'] as const)('the right to %s', (right) => {
  it('an admin has at the active sites of the client, a site admin at those of all clients', async () => {
    const active = await here.sql<{ siteId: string; isOwn: boolean }[]>`
      select id as "siteId", client_id = ${here.world.a.clientId} as "isOwn" from sites where status = 'active'`
    expect(idsOf(await inDatabase(actors.admin, right))).toEqual(idsOf(active.filter(({ isOwn }) => isOwn)))
    expect(idsOf(await inDatabase(actors.site_admin, right))).toEqual(idsOf(active))
  })
})

it.each([
  ['nobody', false],
  ['Guest', true],
  ['Staff', true],
  ['admin', true],
  ['site_admin', true],
] as const)('the right of %s at an archived site does not depend on its status', async (name, has) => {
  expect(idsOf(await withRight(actors[name], 'manage')).includes(archived)).toBe(has)
  expect(idsOf(await inDatabase(actors[name], 'manage'))).not.toContain(archived)
})

it.each([
  ['nobody', 0, 0, 0],
  ['Guest', 1, 0, 0],
  ['Device', 1, 0, 0],
  ['Staff', 1, 1, 0],
  ['Manager', 1, 1, 1],
] as const)(
  '%s watches %i, sees %i and manages %i sites, those of the entries',
  async (name, watched, seen, managed) => {
    const counts = { watch: watched, see: seen, manage: managed }
    for (const right of ['watch', 'see', 'manage'] as const)
      expect(idsOf(await inDatabase(actors[name], right)), right).toEqual(counts[right] ? [own[name]] : [])
  },
)

it('an entry of somebody else, or of the same id at another client, opens nothing', async () => {
  const { a, b } = here.world
  await withScope(here.test.database.db, installationScope(), (tx) =>
    tx.insert(accessEntries).values([
      { clientId: a.clientId, userId: a.userId, siteId: own['none'] ?? '', userType: 'Manager' },
      { clientId: b.clientId, userId: b.userId, siteId: b.otherSiteId, userType: 'Manager' },
    ]),
  )
  const strangers = [
    { clientId: a.clientId, userId: b.userId },
    { clientId: b.clientId, userId: a.userId },
  ]
  for (const { clientId, userId } of strangers)
    expect(await inDatabase({ clientId, userId, admin: false, siteAdmin: false }, 'watch')).toEqual([])
})
