import { userTypes } from '@gatehouse/validation/vocabulary'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import type { StaffActor } from '../../context.ts'
import { sites } from '../../db/schema/sites.ts'
import { accessEntries } from '../../db/schema/users.ts'
import { installationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { createSiteCheck, hasRightAtSite, isAccessibleSite, type SiteRight } from './policy.ts'

const here = inWorld()

type Actor = Parameters<typeof isAccessibleSite>[0] & Parameters<typeof createSiteCheck>[0]
const names = ['nobody', ...userTypes, 'admin', 'site_admin'] as const
const actors = {} as Record<(typeof names)[number], Actor>
/** A site for each user type, at which the actors have an entry of that type, and one without an entry. */
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
      .map((userType) => ({ siteId: own[userType] ?? '', siteName: '', userType }))
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, {
      access: [
        ...entries.map(({ siteId, userType }) => ({ siteId, userType })),
        ...(entries.length > 0 ? [{ siteId: archived, userType: 'Manager' as const }] : []),
      ],
    })
    // The session leaves entries of archived sites out.
    actors[name] = {
      clientId,
      userId,
      admin: name === 'admin',
      siteAdmin: name === 'site_admin',
      access: entries,
    }
  }
})

const allSites = () =>
  withScope(here.test.database.db, installationScope(), (tx) =>
    tx.select({ clientId: sites.clientId, siteId: sites.id }).from(sites).where(eq(sites.status, 'active')),
  )
const inDatabase = (actor: Actor, right: SiteRight) =>
  withScope(here.test.database.db, installationScope(), (tx) =>
    tx.select({ siteId: sites.id }).from(sites).where(isAccessibleSite(actor, right)),
  )
/** Without regard to whether they are active. */
const withRight = (actor: Actor, right: SiteRight) =>
  withScope(here.test.database.db, installationScope(), (tx) =>
    tx.select({ siteId: sites.id }).from(sites).where(hasRightAtSite(actor, right)),
  )
const idsOf = (rows: { siteId: string }[]) => rows.map(({ siteId }) => siteId).toSorted()

describe.each(['watch', 'see', 'manage'] as const)('the right to %s', (right) => {
  it.each(names)('%s has at the same active sites in SQL and in a row that was read', async (name) => {
    const rows = await allSites()
    const found = idsOf(await inDatabase(actors[name], right))
    expect(found).toEqual(idsOf(rows.filter(createSiteCheck(actors[name], right))))
    expect(found).not.toContain(archived)
    if (name !== 'site_admin') {
      expect(found).not.toContain(here.world.b.siteId)
    }
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
] as const)('%s watches %i, sees %i and manages %i sites', async (name, watched, seen, managed) => {
  const counts = [
    await inDatabase(actors[name], 'watch'),
    await inDatabase(actors[name], 'see'),
    await inDatabase(actors[name], 'manage'),
  ].map((found) => found.length)
  expect(counts).toEqual([watched, seen, managed])
})

it('an entry of somebody else, or of the same id at another client, opens nothing', async () => {
  const { a, b } = here.world
  await withScope(here.test.database.db, installationScope(), (tx) =>
    tx.insert(accessEntries).values([
      { clientId: a.clientId, userId: a.userId, siteId: own['none'] ?? '', userType: 'Manager' },
      { clientId: b.clientId, userId: b.userId, siteId: b.otherSiteId, userType: 'Manager' },
    ]),
  )
  const strangers: Pick<StaffActor, 'clientId' | 'userId'>[] = [
    { clientId: a.clientId, userId: b.userId },
    { clientId: b.clientId, userId: a.userId },
  ]
  for (const { clientId, userId } of strangers)
    expect(
      await inDatabase({ clientId, userId, admin: false, siteAdmin: false, access: [] }, 'watch'),
    ).toEqual([])
})
