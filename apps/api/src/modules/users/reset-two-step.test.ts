import { serverLimits } from '@gatehouse/validation/limits'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeClient, makeSite, type NewUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call, enrol, goodPassword, makeMember, type Member, signIn, verify } from '../../../test/staff.ts'
import { totpCode } from '../../../test/totp-generator.ts'
import { newId } from '../../lib/ids.ts'
import { recoverAdministrator } from '../auth/two-step/recover-administrator.ts'

const here = inWorld()
let clientId: string
let siteId: string

beforeEach(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db, { enabled: true })).id
  siteId = (await makeSite(db, clientId)).id
})

const later = (minutes: number) => {
  here.test.clock.now = new Date(here.test.clock.now.getTime() + minutes * 60_000)
}
const make = (fields: NewUser) => makeMember(here.test, clientId, fields)

/** A person with two-step authentication, and a session that has just passed it. */
async function withFactor(fields: NewUser) {
  const member = await make(fields)
  const { token } = await signIn(here.test, member)
  const enrolment = await enrol(here.test, token)
  return { member, token, enrolment }
}
const staff = () => withFactor({ access: [{ siteId, userType: 'Staff' }] })
const reset = (token: string, { id }: Pick<Member, 'id'>) =>
  call(here.test, 'DELETE', `/users/${id}/two-step`, undefined, { token })
const factorsOf = ({ id }: Pick<Member, 'id'>) =>
  here.sql`select id from totp_methods where user_id = ${id} union all
    select id from recovery_code_sets where user_id = ${id}`

describe('DELETE /users/{id}/two-step', () => {
  it('is refused without a recent code of the administrator', async () => {
    const target = await staff()
    const bare = await make({ admin: true })
    const unproven = (await signIn(here.test, bare)).token
    expect((await reset(unproven, target.member)).body['code']).toBe('step_up_required')
    const admin = await withFactor({ admin: true })
    later(serverLimits.stepUpMinutes)
    expect((await reset(admin.token, target.member)).body['code']).toBe('step_up_required')
    expect(await factorsOf(target.member)).toHaveLength(2)
  })

  it('is refused for oneself, equals, those above, strangers, and people without a factor', async () => {
    const admin = await withFactor({ admin: true })
    const operator = await withFactor({ siteAdmin: true })
    const equal = await withFactor({ admin: true })
    const other = await makeClient(here.test.database.db)
    const stranger = await makeMember(here.test, other.id, {})
    const codeOf = async (by: { token: string }, target: Pick<Member, 'id'>) =>
      (await reset(by.token, target)).body['code']
    expect(await codeOf(admin, admin.member)).toBe('own_account')
    expect(await codeOf(admin, equal.member)).toBe('type_too_high')
    expect(await codeOf(admin, operator.member)).toBe('type_too_high')
    expect(await codeOf(admin, stranger)).toBe('not_found')
    expect(await codeOf(admin, { id: newId() })).toBe('not_found')
    expect(await codeOf(admin, await make({ access: [{ siteId, userType: 'Staff' }] }))).toBe('wrong_status')
    expect(await codeOf(operator, (await withFactor({ siteAdmin: true })).member)).toBe('type_too_high')
    const manager = await withFactor({ access: [{ siteId, userType: 'Manager' }] })
    expect(await codeOf(manager, (await staff()).member)).toBe('forbidden')
    expect(await factorsOf(equal.member)).toHaveLength(2)
  })

  it('ends factors, sessions and remembered devices, is recorded, and tells the person', async () => {
    const admin = await withFactor({ admin: true })
    const { member, token, enrolment } = await staff()
    const { id } = member
    const second = await signIn(here.test, member)
    later(1)
    const code = totpCode(enrolment.secret, here.test.clock.now)
    expect((await verify(here.test, second.token, code, { remember: true })).body).toMatchObject({
      valid: true,
    })
    expect((await reset(admin.token, member)).status).toBe(204)
    expect(await factorsOf(member)).toHaveLength(0)
    expect(await here.sql`select from remembered_devices where user_id = ${id}`).toHaveLength(0)
    for (const one of [token, second.token])
      expect((await call(here.test, 'GET', '/me', undefined, { token: one })).status).toBe(401)
    expect(await signIn(here.test, member)).toMatchObject({ authenticated: true, methods: [] })
    expect(
      await here.sql`select kind from notifications where user_id = ${id} order by id desc limit 1`,
    ).toEqual([{ kind: 'two_step_reset' }])
    expect(
      await here.sql`select action, actor_id from audit_entries where target_id = ${id} and action = 'user.two_step_reset'`,
    ).toEqual([{ action: 'user.two_step_reset', actor_id: admin.member.id }])
    expect((await reset(admin.token, member)).body['code']).toBe('wrong_status')
  })

  it('is done for an admin by a site admin', async () => {
    const operator = await withFactor({ siteAdmin: true })
    const admin = await withFactor({ admin: true })
    expect((await reset(operator.token, admin.member)).status).toBe(204)
    expect(await factorsOf(admin.member)).toHaveLength(0)
  })
})

describe('an administrator who is locked out', () => {
  const recover = (email: string) => {
    const { database, keys, clock } = here.test
    return recoverAdministrator(database.db, { links: keys.links, now: clock.now }, email)
  }

  it('is nobody else: an unknown email, staff, an archived admin', async () => {
    const { member } = await staff()
    await expect(recover('nobody@test.example')).rejects.toThrow('No account')
    await expect(recover(member.email)).rejects.toThrow('not an administrator')
    const archived = await make({ admin: true })
    await here.sql`update users set status = 'archived' where id = ${archived.id}`
    await expect(recover(archived.email)).rejects.toThrow('not active')
    expect(await factorsOf(member)).toHaveLength(2)
  })

  it('chooses a new password by a link of an hour, which works once, and logs in without a factor', async () => {
    const { member, token } = await withFactor({ admin: true })
    const link = await recover(member.email.toUpperCase())
    expect((await call(here.test, 'GET', '/me', undefined, { token })).status).toBe(401)
    const login = (password: string) => call(here.test, 'POST', '/login', { email: member.email, password })
    expect((await login(goodPassword)).status).toBe(401)
    const choose = () =>
      call(here.test, 'POST', `/password/reset/${link}`, { password: 'quarry-lantern-52-otter' })
    later(59)
    expect((await choose()).status).toBe(204)
    expect((await choose()).body['code']).toBe('invalid_token')
    expect((await login('quarry-lantern-52-otter')).body).toMatchObject({
      authenticated: true,
      twoFAMethods: [],
    })
    expect(
      await here.sql`select actor_kind from audit_entries where target_id = ${member.id} and action = 'user.recovered'`,
    ).toEqual([{ actor_kind: 'system' }])
  })

  it('has to ask again after an hour', async () => {
    const { member } = await withFactor({ admin: true })
    const link = await recover(member.email)
    later(60)
    const late = await call(here.test, 'POST', `/password/reset/${link}`, {
      password: 'quarry-lantern-52-otter',
    })
    expect(late.body['code']).toBe('invalid_token')
  })
})
