import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeSite } from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { call, makeMember, signIn } from '../../../test/staff.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
let admin: string
let siteAdmin: string

const path = '/settings/sign-in-policy'
const read = (token: string, headers: Record<string, string> = {}) =>
  call(test, 'GET', path, undefined, { token, headers })
const change = (body: object, token: string, headers: Record<string, string> = {}) =>
  call(test, 'PATCH', path, body, { token, headers })

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
})
beforeEach(async () => {
  clientId = (await makeClient(test.database.db)).id
  admin = (await signIn(test, await makeMember(test, clientId, { admin: true }))).token
  siteAdmin = (await signIn(test, await makeMember(test, clientId, { siteAdmin: true }))).token
})
afterAll(() => test.close())

describe('the sign-in policy', () => {
  it('is not for Managers and Staff', async () => {
    const site = await makeSite(test.database.db, clientId)
    for (const userType of ['Manager', 'Staff'] as const) {
      const access = [{ siteId: site.id, userType }]
      const { token } = await signIn(test, await makeMember(test, clientId, { access }))
      expect((await read(token)).status).toBe(403)
      expect((await change({ board_without_two_step: true }, token)).status).toBe(403)
    }
  })

  it.each([
    { two_step_required_for: ['Device'] },
    { two_step_required_for: 'admin' },
    { board_without_two_step: 'yes' },
    { check_out_others: 'Guest' },
    { overdue_hours: 3 },
  ])('refuses %j', async (body) => {
    expect((await change(body, admin)).status).toBe(400)
  })

  it('asks a site admin for the client, and is changed only as it was seen', async () => {
    expect((await read(siteAdmin)).body).toMatchObject({ code: 'client_not_chosen' })
    const chosen = { 'x-client-id': clientId }
    expect((await read(siteAdmin, chosen)).status).toBe(200)
    const seen = { 'if-match': '"2020-01-01T00:00:00.000Z"' }
    expect((await change({ board_without_two_step: true }, admin, seen)).status).toBe(412)
  })

  it('is for site admins what they say alone', async () => {
    expect((await change({ two_step_required_for: ['site_admin'] }, admin)).status).toBe(403)
    await sql`update clients set two_step_required_for = '{site_admin}' where id = ${clientId}`
    expect((await change({ two_step_required_for: [] }, admin)).status).toBe(403)
    const added = await change({ two_step_required_for: ['site_admin', 'Staff'] }, admin)
    expect(added.body).toMatchObject({ two_step_required_for: ['site_admin', 'Staff'] })
  })

  it('holds at once, is told to the audit log, and leads an admin without a second factor to set one up', async () => {
    const { body, status } = await change(
      {
        two_step_required_for: ['Manager', 'admin'],
        board_without_two_step: true,
        check_out_others: 'Staff',
      },
      admin,
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      two_step_required_for: ['admin', 'Manager'],
      board_without_two_step: true,
      check_out_others: 'Staff',
      last_modified: expect.any(String),
    })
    const [entry] = await sql`
      select action, details from audit_entries where client_id = ${clientId} and action = 'sign_in_policy.changed'`
    expect(entry?.['details']).toEqual({
      before: { two_step_required_for: [], board_without_two_step: false, check_out_others: 'Manager' },
      after: {
        two_step_required_for: ['admin', 'Manager'],
        board_without_two_step: true,
        check_out_others: 'Staff',
      },
    })
    expect((await read(admin)).body).toMatchObject({ code: 'two_step_required' })
    expect((await call(test, 'GET', '/2fa/methods', undefined, { token: admin })).status).toBe(200)
  })
})
