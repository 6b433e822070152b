import { beforeAll, describe, expect, it } from 'vitest'
import { makeClient, makeSite, makeUser } from './factories.ts'
import { inWorld } from './in-world.ts'
import { tokenInText } from './mail-links.ts'
import { call, goodPassword, makeMember, type Member, signIn } from './staff.ts'

/** An installation that can't send emails. */
const here = inWorld({ settings: { SMTP_URL: '' } })
let clientId: string
let admin: Member
let token: string

beforeAll(async () => {
  clientId = (await makeClient(here.test.database.db)).id
  admin = await makeMember(here.test, clientId, { admin: true })
  token = (await signIn(here.test, admin)).token
})

const ask = (method: 'POST' | 'PUT' | 'PATCH', path: string, body?: object, who = token) =>
  call(here.test, method, path, body, { token: who })
const makeInvited = async () => {
  const user = await makeUser(here.test.database.db, here.test.passwords, clientId)
  await here.sql`update users set password_hash = null where id = ${user.id}`
  return user
}
const mailsOf = async (type: string) => {
  const [row] = await here.sql`
    select count(*)::int as n from outbox where client_id = ${clientId} and type = ${type}`
  return row?.['n'] as number
}

describe('where no mail is sent', () => {
  it('a forgotten password is answered as ever, and kept for its mail', async () => {
    expect((await call(here.test, 'POST', '/password/forgot', { email: admin.email })).status).toBe(204)
    const [row] = await here.sql`select count(*)::int as n from reset_requests`
    expect(row?.['n']).toBe(1)
  })
  it('whoever invites gets the link, and the audit log tells that', async () => {
    const { id, email } = await makeInvited()
    const { status, body } = await ask('POST', `/users/${id}/invitation`)
    expect(status).toBe(200)
    const { url, expires_at: until } = body['link'] as { url: string; expires_at: string }
    expect(url).toMatch(/^https:\/\/gatehouse\.example\/reset_password\?token=/)
    expect(Date.parse(until)).toBeGreaterThan(here.test.clock.now.getTime())
    const [entry] = await here.sql`
      select actor_id, details from audit_entries where target_id = ${id} and action = 'user.invited'`
    expect(entry).toMatchObject({ actor_id: admin.id, details: { link_shown: true } })
    expect(JSON.stringify(entry)).not.toContain(tokenInText(url, '/reset_password'))
    const choose = () =>
      call(here.test, 'POST', `/password/reset/${tokenInText(url, '/reset_password')}`, {
        password: goodPassword,
      })
    expect((await choose()).status).toBe(204)
    expect((await choose()).status).toBe(422)
    expect((await signIn(here.test, { email, password: goodPassword })).authenticated).toBe(true)
    expect((await ask('POST', `/users/${id}/invitation`)).body['code']).toBe('has_password')
    expect(await mailsOf('mail.invitation')).toBe(0)
  })
  it('a new own email is refused, because nobody could confirm it', async () => {
    const { body: own } = await call(here.test, 'GET', '/me', undefined, { token })
    const { first_name, last_name, mobile, language } = own
    const put = (email: unknown) =>
      ask('PUT', '/me', { first_name, last_name, mobile, language, email, password: admin.password })
    expect((await put('new@test.example')).body['code']).toBe('mail_not_set_up')
    expect(await mailsOf('mail.verify_email')).toBe(0)
    expect((await put(own['email'])).status).toBe(200)
  })
  it('nobody gets the link of an account that they may not change', async () => {
    const { id } = await makeInvited()
    await here.sql`update users set admin = true where id = ${id}`
    const site = await makeSite(here.test.database.db, clientId, {})
    await here.sql`
      insert into access_entries (client_id, user_id, site_id, user_type)
      values (${clientId}, ${id}, ${site.id}, 'Staff')`
    const manager = await makeMember(here.test, clientId, {
      access: [{ siteId: site.id, userType: 'Manager' }],
    })
    const { token: who } = await signIn(here.test, manager)
    const refused = await ask('POST', `/users/${id}/invitation`, undefined, who)
    expect([refused.body['code'], refused.body['link']]).toEqual(['type_too_high', undefined])
    const stranger = await makeMember(here.test, (await makeClient(here.test.database.db)).id, {
      admin: true,
    })
    const other = (await signIn(here.test, stranger)).token
    expect((await ask('POST', `/users/${id}/invitation`, undefined, other)).status).toBe(404)
  })
  it('new, approved and imported people are not invited by a mail', async () => {
    const person = { first_name: 'Ana', last_name: 'Silva', email: `ana-${clientId}@test.example` }
    expect((await ask('POST', '/users', person)).status).toBe(201)
    const pending = await makeInvited()
    await here.sql`update users set status = 'pending' where id = ${pending.id}`
    expect((await ask('POST', '/users/bulk', { action: 'approve', ids: [pending.id] })).body['done']).toBe(1)
    const file = `first_name,last_name,email\nBo,Li,bo-${clientId}@test.example\n`
    const imported = await here.test.app.inject({
      method: 'POST',
      url: '/api/users/import',
      payload: file,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    })
    expect(imported.json()).toMatchObject({ created: 1 })
    expect(await mailsOf('mail.invitation')).toBe(0)
  })
  it('no PIN ends of which nobody would learn the new one, and one is shown', async () => {
    const { id } = await makeMember(here.test, clientId)
    expect((await ask('POST', `/users/${id}/pin`)).body['pin']).toMatch(/^\d+$/)
    const hash = async () =>
      (await here.sql`select access_pin_hash from users where id = ${id}`)[0]?.['access_pin_hash']
    const before = await hash()
    const refused = await ask('POST', '/users/bulk', { action: 'reset_pins', ids: [id] })
    expect([refused.status, refused.body['code']]).toEqual([422, 'mail_not_set_up'])
    expect(await hash()).toEqual(before)
    expect(await mailsOf('mail.access_pin')).toBe(0)
  })
  it('the test of a recipient names no mail', async () => {
    const recipient = { user_id: admin.id, events: ['banned'], channels: ['bell', 'mail'] }
    const made = await ask('POST', '/notification-recipients', recipient)
    expect(made.status).toBe(201)
    const tested = await ask('POST', `/notification-recipients/${String(made.body['id'])}/test`)
    expect(tested.body).toEqual({ channels: ['bell'] })
    expect(await mailsOf('mail.alert')).toBe(0)
  })
})
