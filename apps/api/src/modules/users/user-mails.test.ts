import { rateRules } from '@gatehouse/validation/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeUser } from '../../../test/factories.ts'
import { call, makeMember, type Member, signIn } from '../../../test/staff.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { recordInvitations } from './invite-user.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
let admin: Member
let token: string

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
})
afterAll(() => test.close())
beforeEach(async () => {
  await sql`delete from outbox`
  test.mails.length = 0
  clientId = (await makeClient(test.database.db)).id
  admin = await makeMember(test, clientId, { admin: true })
  token = (await signIn(test, admin)).token
})

const reset = (id: string, who = token) =>
  call(test, 'POST', '/users/bulk', { action: 'reset_pins', ids: [id] }, { token: who })
const makeInvited = async () => {
  const user = await makeUser(test.database.db, test.passwords, clientId)
  await sql`update users set password_hash = null where id = ${user.id}`
  return user
}

describe('mails that wait', () => {
  it('stand for those that would be the same: PINs reset in a loop are one mail', async () => {
    const member = await makeMember(test, clientId)
    for (let time = 0; time < 10; time += 1) expect((await reset(member.id)).body['done']).toBe(1)
    await test.deliver()
    expect(test.mails).toHaveLength(1)
    await reset(member.id)
    await test.deliver()
    expect(test.mails).toHaveLength(2)
  })

  it('do not stand for one that is being sent already: its PIN has ended', async () => {
    const member = await makeMember(test, clientId)
    await reset(member.id)
    let resets = 0
    await test.deliver({
      async send(mail) {
        if (resets === 0) {
          resets += 1
          await reset(member.id)
        }
        test.mails.push(mail)
      },
      close: () => {},
    })
    expect(test.mails).toHaveLength(2)
  })

  it('tell an owner once of what happens again, and of each other thing', async () => {
    const owner = { clientId, userId: (await makeMember(test, clientId)).id }
    await withScope(test.database.db, clientScope(clientId), async (tx) => {
      for (const kind of ['password_changed', 'two_step_disabled', 'password_changed'] as const)
        await notifyOwner(tx, owner, kind, test.clock.now)
    })
    await test.deliver()
    expect(test.mails).toHaveLength(2)
    expect(await sql`select from notifications where user_id = ${owner.userId}`).toHaveLength(3)
  })

  it('name who invites, and to which organisation', async () => {
    const invited = await makeInvited()
    await sql`update clients set name = 'Harbour Venues' where id = ${clientId}`
    expect((await call(test, 'POST', `/users/${invited.id}/invitation`, undefined, { token })).status).toBe(
      200,
    )
    await test.deliver()
    const [mail] = test.mails
    const { first_name: first, last_name: last } = (await call(test, 'GET', '/me', undefined, { token })).body
    expect(mail?.subject).toBe('Your account at Harbour Venues: choose a password')
    expect(mail?.text).toContain(
      `${String(first)} ${String(last)} has created an account for you at Harbour Venues.`,
    )
    expect(mail?.text).toContain('&invited=1')
  })

  it('are one invitation, however often it is sent again, and to each of many people', async () => {
    const invited = await makeInvited()
    const other = await makeInvited()
    const again = () => call(test, 'POST', `/users/${invited.id}/invitation`, undefined, { token })
    for (let time = 0; time < 5; time += 1) expect((await again()).status).toBe(200)
    await withScope(test.database.db, clientScope(clientId), (tx) =>
      recordInvitations(
        tx,
        [invited, other].map(({ id, email }) => ({
          clientId,
          userId: id,
          email,
          by: { clientId, userId: id },
        })),
        test.clock.now,
      ),
    )
    await test.deliver()
    expect(test.mails.map(({ to }) => to.address).toSorted()).toEqual([invited.email, other.email].toSorted())
  })
})

describe('bulk actions that mail people', () => {
  it('are limited for each person, and for all of a client', async () => {
    const member = await makeMember(test, clientId)
    const { burst } = rateRules.userMails
    for (let time = 0; time < burst; time += 1) expect((await reset(member.id)).status).toBe(200)
    expect((await reset(member.id)).status).toBe(429)
    const second = (await signIn(test, await makeMember(test, clientId, { admin: true }))).token
    expect((await reset(member.id, second)).status).toBe(200)
    await withScope(test.database.db, clientScope(clientId), (tx) =>
      test.limits.charge(tx, [['userMailsPerClient', clientId, rateRules.userMailsPerClient.burst]]),
    )
    expect((await reset(member.id, second)).status).toBe(429)
    const archived = await call(
      test,
      'POST',
      '/users/bulk',
      { action: 'archive', ids: [member.id] },
      { token: second },
    )
    expect(archived.status).toBe(200)
  })
})
