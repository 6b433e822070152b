import type { UserType } from '@gatehouse/validation/vocabulary'
import { serverLimits } from '@gatehouse/validation/limits'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { findAccessSummary } from './access-entries.ts'

const here = inWorld()
const siteIds = { active: [] as string[], archived: [] as string[] }

beforeAll(async () => {
  const { db } = here.test.database
  for (let number = 0; number < 2; number += 1) {
    siteIds.active.push((await makeSite(db, here.world.a.clientId)).id)
    siteIds.archived.push((await makeSite(db, here.world.a.clientId, { status: 'archived' })).id)
  }
})

async function summaryOf(entries: { siteId: string; userType: UserType }[]) {
  const { db } = here.test.database
  const { clientId } = here.world.a
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, { access: entries })
  return withScope(db, clientScope(clientId), (tx) => findAccessSummary(tx, { clientId, userId }))
}

const entriesAt = (status: keyof typeof siteIds, ...types: UserType[]) =>
  types.map((userType, index) => ({ siteId: siteIds[status][index] ?? '', userType }))

describe('the flags of a person with these entries', () => {
  it.each<[UserType[], boolean, boolean]>([
    [[], false, false],
    [['Guest'], false, false],
    [['Device', 'Guest'], false, false],
    [['Staff'], false, true],
    [['Manager'], true, false],
    [['Device', 'Staff'], false, true],
    [['Staff', 'Manager'], true, true],
  ])('%j: has a Manager entry %j, a Staff entry %j', async (types, hasManagerEntry, hasStaffEntry) => {
    const summary = await summaryOf(entriesAt('active', ...types))
    expect(summary).toMatchObject({ hasManagerEntry, hasStaffEntry })
    expect(summary.siteIds.toSorted()).toEqual(siteIds.active.slice(0, types.length).toSorted())
  })
  it('those at archived sites do not count', async () => {
    expect(await summaryOf(entriesAt('archived', 'Manager', 'Staff'))).toEqual({
      hasManagerEntry: false,
      hasStaffEntry: false,
      siteIds: [],
    })
    const both = [...entriesAt('archived', 'Manager'), ...entriesAt('active', 'Staff')]
    expect(await summaryOf(both)).toEqual({
      hasManagerEntry: false,
      hasStaffEntry: true,
      siteIds: [siteIds.active[0]],
    })
  })
})

it('a token names so many sites at most', async () => {
  const { clientId } = here.world.a
  const { db } = here.test.database
  const entries = []
  for (let number = 0; number <= serverLimits.tokenSites; number += 1)
    entries.push({ siteId: (await makeSite(db, clientId)).id, userType: 'Staff' as const })
  const { siteIds: named } = await summaryOf(entries)
  expect(new Set(named).size).toBe(serverLimits.tokenSites)
})
