import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite, type NewUser } from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { call, makeMember, type Member, signIn } from '../../../test/staff.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import { createBan, type NewBan } from './create-ban.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
let siteId: string
let machineId: string

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
})
beforeEach(async () => {
  const { db } = test.database
  clientId = (await makeClient(db)).id
  siteId = (await makeSite(db, clientId)).id
  machineId = (await makeMethod(db, clientId, siteId)).id
})
afterAll(() => test.close())

const bo = { firstName: 'Bo', lastName: 'Barred', mobile: '+61491570157' }
const zed = { firstName: 'Zed', lastName: 'Zephyr', mobile: '+61491570158' }
const yan = { firstName: 'Yan', lastName: 'Yonder', mobile: '+61491570159' }

function ban(whom: NewBan['whom'], fields: Partial<NewBan> = {}): Promise<{ id: string }> {
  const now = test.clock.now
  const by = { kind: 'system' as const, id: null }
  return withScope(test.database.db, clientScope(clientId), (tx) =>
    createBan(
      tx,
      test.banKeys,
      by,
      { clientId, siteId: null, whom, reason: 'Test', from: now, until: null, ...fields },
      now,
    ),
  )
}

/** Comes to the door. @returns whether a ban kept them out */
async function isBanned(person: object): Promise<unknown> {
  const { status, body, text } = await call(test, 'POST', '/checkin', { ...person, machineId })
  expect(status, text).toBe(200)
  return body['banned']
}

const makeUserWho = (person: typeof bo, fields: NewUser = {}) =>
  makeMember(test, clientId, { ...person, personKey: test.personKeys(clientId, person), ...fields })

/** Changes the own details, as the person would. */
async function become(member: Member, { firstName, lastName, mobile }: typeof bo): Promise<void> {
  const { token } = await signIn(test, member)
  const body = { first_name: firstName, last_name: lastName, mobile, email: member.email, language: 'en' }
  const { status, text } = await call(test, 'PUT', '/me', body, { token })
  expect(status, text).toBe(200)
}

describe('a ban', () => {
  it('of an unknown user, or of one of another client, is refused and stores nothing', async () => {
    const elsewhere = await makeMember(test, (await makeClient(test.database.db)).id, bo)
    for (const userId of [newId(), elsewhere.id])
      await expect(ban({ userId })).rejects.toMatchObject({ code: 'not_found' })
    expect(await sql`select from bans where client_id = ${clientId}`).toEqual([])
  })
  it('keeps who it is for as they are, and is in the audit log without a name', async () => {
    const member = await makeUserWho(bo)
    const { id } = await ban({ userId: member.id }, { siteId })
    const [row] = await sql`select * from bans where id = ${id}`
    expect(row).toMatchObject({
      user_id: member.id,
      first_name: 'Bo',
      last_name: 'Barred',
      mobile: bo.mobile,
      person_key: test.personKeys(clientId, bo),
      site_id: siteId,
    })
    const keys = await sql`select person_key from ban_person_keys where ban_id = ${id}`
    expect(new Set(keys.map((key) => key['person_key']))).toEqual(new Set(test.banKeys(clientId, bo)))
    const [entry] = await sql`select action, target_id, details from audit_entries where target_id = ${id}`
    expect(entry).toMatchObject({
      action: 'ban.created',
      target_id: id,
      details: { before: {}, after: { site_id: siteId, until: null } },
    })
    expect(JSON.stringify(entry)).not.toMatch(/Barred|491570157/)
  })
  it('of a visitor also bans the matching user', async () => {
    const member = await makeUserWho(bo, { status: 'archived' })
    const { id } = await ban({ person: bo })
    expect(await sql`select user_id from bans where id = ${id}`).toEqual([{ user_id: member.id }])
  })
  it('of a user without a mobile is one by name, and holds once they give a mobile', async () => {
    const member = await makeMember(test, clientId, { firstName: 'Bo', lastName: 'Barred' })
    const { id } = await ban({ userId: member.id })
    expect(await sql`select person_key, last_name from bans where id = ${id}`).toEqual([
      { person_key: null, last_name: 'Barred' },
    ])
    expect(await isBanned(bo)).toBe(false)
    await become(member, bo)
    expect(await isBanned(bo)).toBe(true)
  })
  it.each([
    ['at another site', async () => ({ siteId: (await makeSite(test.database.db, clientId)).id })],
    ['that is over', () => ({ from: new Date(0), until: new Date(1) })],
    ['that has not begun', () => ({ from: new Date(test.clock.now.getTime() + 60_000) })],
  ])('%s keeps nobody out', async (_, fields) => {
    await ban({ person: bo }, await fields())
    expect(await isBanned(bo)).toBe(false)
  })
  it('means nothing at another client', async () => {
    await ban({ person: bo })
    const { db } = test.database
    clientId = (await makeClient(db)).id
    machineId = (await makeMethod(db, clientId, (await makeSite(db, clientId)).id)).id
    expect(await isBanned(bo)).toBe(false)
  })
})

describe.each([
  ['a user', (member: Member) => ({ userId: member.id })],
  ['a visitor who is a user', () => ({ person: bo })],
])('a ban of %s', (_, whomOf) => {
  let member: Member
  let banId: string
  beforeEach(async () => {
    member = await makeUserWho(bo)
    banId = (await ban(whomOf(member))).id
    expect(await isBanned(bo)).toBe(true)
  })

  it('outlives that the user is archived, rejected or deleted', async () => {
    for (const status of ['archived', 'rejected', 'pending']) {
      await sql`update users set status = ${status} where id = ${member.id}`
      expect(await isBanned(bo)).toBe(true)
    }
    await sql`delete from users where id = ${member.id}`
    expect(await sql`select user_id from bans where id = ${banId}`).toEqual([{ user_id: null }])
    expect(await isBanned(bo)).toBe(true)
  })
  it('outlives a change of name and mobile by the banned person: every name of theirs stays banned', async () => {
    await become(member, { ...bo, mobile: zed.mobile })
    expect(await isBanned({ ...bo, mobile: zed.mobile })).toBe(true)
    expect(await isBanned(bo)).toBe(true)
    await become(member, zed)
    await become(member, yan)
    for (const person of [bo, { ...bo, mobile: zed.mobile }, zed, yan])
      expect(await isBanned(person)).toBe(true)
    await sql`update users set status = 'archived' where id = ${member.id}`
    for (const person of [bo, zed, yan]) expect(await isBanned(person)).toBe(true)
    await sql`delete from users where id = ${member.id}`
    for (const person of [bo, zed, yan]) expect(await isBanned(person)).toBe(true)
  })
  it('outlives that the mobile is taken out of the profile, and put back as another', async () => {
    const { token } = await signIn(test, member)
    const body = { first_name: 'Zed', last_name: 'Zephyr', email: member.email, language: 'en' }
    for (const mobile of [null, zed.mobile])
      expect((await call(test, 'PUT', '/me', { ...body, mobile }, { token })).status).toBe(200)
    await sql`delete from users where id = ${member.id}`
    expect(await isBanned(bo)).toBe(true)
    expect(await isBanned(zed)).toBe(true)
  })
  it('that was lifted does not come back with a change', async () => {
    await sql`update bans set lifted_at = now() where id = ${banId}`
    await become(member, zed)
    expect(await isBanned(zed)).toBe(false)
    expect(await isBanned(bo)).toBe(false)
  })
  it('is not copied to other people', async () => {
    const other = await makeUserWho(zed)
    await become(other, yan)
    expect(await isBanned(yan)).toBe(false)
  })
})

it('a ban that is written while its subject changes their mobile holds for both', async () => {
  for (let time = 0; time < 10; time += 1) {
    const person = { ...bo, lastName: `Barred the ${time}th` }
    const after = { ...person, mobile: zed.mobile }
    const member = await makeUserWho(person)
    await Promise.all([become(member, after), ban({ userId: member.id })])
    expect(await isBanned(after)).toBe(true)
    await sql`delete from users where id = ${member.id}`
    expect(await isBanned(after)).toBe(true)
  }
})
