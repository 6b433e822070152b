import type { ReportView } from '@gatehouse/validation/endpoints/report-views'
import { limits } from '@gatehouse/validation/limits'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeClient, makeReportView, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { createDatabase } from '../../db/client.ts'
import { installationScope } from '../../db/scopes.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { queueReportMails } from './queue-mails.ts'

const here = inWorld()
/** Friday evening in Brisbane. */
const now = new Date('2026-11-20T10:00:00Z')

let clientId: string
let quay: string
let hall: string
let adminId: string
let admin: string
let managerId: string
let manager: string

beforeEach(async () => {
  const { db } = here.test.database
  const zone = { timeZone: 'Australia/Brisbane' }
  here.test.clock.now = now
  here.test.mails.length = 0
  await here.sql`delete from outbox`
  await here.sql`delete from report_views`
  clientId = (await makeClient(db, { name: 'Harbour', enabled: true, ...zone })).id
  quay = (await makeSite(db, clientId, { name: 'Quay', ...zone })).id
  hall = (await makeSite(db, clientId, { name: 'Hall', timeZone: 'Australia/Perth' })).id
  adminId = (await makeUser(db, here.test.passwords, clientId, { admin: true, firstName: 'Ada' })).id
  admin = await openSession(here.test, { clientId, userId: adminId, admin: true })
  managerId = await makeMember('Manager', { firstName: 'Max', language: 'es' })
  manager = await openSession(here.test, { clientId, userId: managerId, siteId: quay, userType: 'Manager' })
})

const makeMember = async (userType: 'Manager' | 'Staff', fields: object = {}) =>
  (
    await makeUser(here.test.database.db, here.test.passwords, clientId, {
      access: [{ siteId: quay, userType }],
      ...fields,
    })
  ).id

const ask = (
  verb: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path = '',
  body?: object,
  token: string | undefined = admin,
  headers: Record<string, string> = {},
) => call(here.test, verb, `/reports/views${path}`, body, { token: token ?? '', headers })
const headcount = { report: 'headcount', name: 'Yesterday', span: 1 }
const mailed = (fields: object = {}) => ({
  ...headcount,
  cadence: 'daily',
  recipients: [managerId],
  ...fields,
})
async function save(fields: object = headcount, token = admin): Promise<ReportView> {
  const { status, body, text } = await ask('POST', '', fields, token)
  expect(status, text).toBe(201)
  return body as unknown as ReportView
}
const get = async (id: string, token = admin) => (await ask('GET', `/${id}`, undefined, token)).body
const names = async (token = admin) =>
  ((await ask('GET', '', undefined, token)).body['items'] as ReportView[]).map(({ name }) => name)

describe('saved reports', () => {
  it('are seen by admins, and by those who saved them or are mailed', async () => {
    const own = await save({ ...headcount, name: 'Own', site: quay }, manager)
    const shared = await save(mailed({ name: 'Shared' }))
    const others = await save({ ...headcount, name: 'Others' })
    expect(await names()).toEqual(['Others', 'Own', 'Shared'])
    expect(await names(manager)).toEqual(['Own', 'Shared'])
    expect(await names(here.world.tokens['admin B'])).toEqual([])
    const staff = await openSession(here.test, { clientId, userId: await makeMember('Staff') })
    for (const [verb, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
      const as = async (id: string, token: string | undefined) =>
        (await ask(verb, `/${id}`, body, token)).status
      expect(await as(own.id, '')).toBe(401)
      expect(await as(own.id, staff)).toBe(403)
      expect(await as(own.id, here.world.tokens['admin B'])).toBe(404)
      expect(await as(others.id, manager)).toBe(404)
      expect(await as(shared.id, manager)).toBe(verb === 'GET' ? 200 : 403)
    }
    expect(await get(shared.id, manager)).toMatchObject({ client_id: clientId, editable: false })
    const all = await ask('GET', '', undefined, here.world.tokens.site_admin)
    expect(all.body['items']).toContainEqual(expect.objectContaining({ id: own.id, client_name: 'Harbour' }))
    expect((await ask('DELETE', `/${own.id}`, undefined, manager)).status).toBe(204)
    expect((await ask('DELETE', `/${shared.id}`)).status).toBe(204)
    expect(await names()).toEqual(['Others'])
  })

  it.each([
    [{ name: ' ' }, '400 bad_request name'],
    [{ report: 'roll', span: null }, '422 site_required site'],
    [{ report: 'contacts' }, '422 incomplete record'],
    [{ report: 'contacts', record: newId() }, '404 not_found record'],
    [{ report: 'hours', span: 13 }, '422 incomplete span'],
    [{ report: 'contacts', span: 0 }, '422 incomplete record'],
    [{ span: 99 }, '400 bad_request span'],
    [{ site: newId() }, '404 not_found '],
    [{ cadence: 'daily' }, '422 incomplete recipients'],
    [{ cadence: 'hourly' }, '400 bad_request cadence'],
    [{ cadence: 'weekly', weekday: 8 }, '400 bad_request weekday'],
    [{ cadence: 'daily', time_of_day: '24:00' }, '400 bad_request time_of_day'],
    [{ recipients: [newId()] }, '404 not_found recipients'],
    [
      { recipients: Array.from({ length: limits.reports.recipients + 1 }, () => newId()) },
      '400 bad_request recipients',
    ],
  ])('refuses %j', async (fields, expected) => {
    const { status, body } = await ask('POST', '', { ...headcount, ...fields })
    expect(`${status} ${String(body['code'])} ${Object.keys(body['fields'] ?? {}).join(' ')}`).toBe(expected)
    expect(await names()).toEqual([])
  })

  it('are not mailed to somebody who has left, may not read them, or is of another client', async () => {
    const left = await makeMember('Manager', { status: 'archived' })
    const staff = await makeMember('Staff')
    const codeOf = async (id: string) => {
      const { status, body } = await ask('POST', '', mailed({ recipients: [id] }))
      return `${status} ${String(body['code'])}`
    }
    expect(await codeOf(left)).toBe('422 wrong_status')
    expect(await codeOf(staff)).toBe('422 wrong_status')
    expect(await codeOf(here.world.holders['admin B'].userId)).toBe('404 not_found')
  })

  it('of a Manager are about managed sites, and for people who are seen', async () => {
    const codeOf = async (fields: object) => {
      const { status, body } = await ask('POST', '', { ...headcount, ...fields }, manager)
      return `${status} ${String(body['code'])}`
    }
    expect(await codeOf({ site: hall })).toBe('404 not_found')
    expect(await codeOf({ recipients: [adminId] })).toBe('404 not_found')
    expect(await codeOf({ recipients: [managerId] })).toBe('201 undefined')
  })

  it('are about sites of their client alone, whoever changes them', async () => {
    const view = await save()
    const operator = await here.world.open('site_admin')
    const patch = async (site: string) => {
      const { status, body } = await ask('PATCH', `/${view.id}`, { site }, operator)
      return [status, body['code'] ?? body['site']]
    }
    expect(await patch(here.world.b.siteId)).toEqual([404, 'not_found'])
    expect(await patch(quay)).toEqual([200, quay])
  })

  it('are limited in number', async () => {
    for (let made = 0; made < limits.reports.views; made += 1)
      await makeReportView(here.test.database.db, clientId)
    expect((await ask('POST', '', headcount)).body).toMatchObject({ code: 'too_many_parts' })
  })

  it('are changed where nobody else has changed them, and each change is recorded', async () => {
    const view = await save(mailed({ cadence: 'monthly', month_day: 31 }))
    expect(view).toMatchObject({ next_due_at: '2026-11-29T21:00:00.000Z', time_zone: 'Australia/Brisbane' })
    const match = { 'if-match': `"${view.last_modified}"` }
    const changed = await ask('PATCH', `/${view.id}`, { name: 'Renamed', site: hall }, admin, match)
    // The clock is that of the site now.
    expect(changed.body).toMatchObject({
      name: 'Renamed',
      next_due_at: '2026-11-29T23:00:00.000Z',
      time_zone: 'Australia/Perth',
    })
    expect((await ask('PATCH', `/${view.id}`, { name: 'Again' }, admin, match)).status).toBe(412)
    expect((await ask('PATCH', `/${view.id}`, { cadence: null })).body['next_due_at']).toBeNull()
    const entries = await here.sql`
      select action, details from audit_entries where target_id = ${view.id} and action like 'report.%' order by id`
    expect(entries.map(({ action }) => action as string)).toEqual([
      'report.created',
      'report.updated',
      'report.updated',
    ])
    expect(entries[1]?.['details']).toEqual({
      before: { name: 'Yesterday', site: null },
      after: { name: 'Renamed', site: hall },
    })
  })
})

describe('the mails of a saved report', () => {
  const queue = (db = here.test.database.db) =>
    queueReportMails(db, installationScope(), () => here.test.clock.now, new AbortController().signal)
  const waiting = () => here.sql<{ subject: string; due: string }[]>`
    select subject, payload ->> 'due' as due from outbox where type = 'mail.report' order by position`
  const setStatus = (id: string, status: string) =>
    here.sql`update users set status = ${status} where client_id = ${clientId} and id = ${id}`
  /** Sessions are over by then. */
  const dayLater = async () => {
    here.test.clock.now = new Date(here.test.clock.now.getTime() + DAY_MS)
    admin = await openSession(here.test, { clientId, userId: adminId, admin: true })
  }

  it('go to each recipient in their language once it is due, with a link and nothing of the report', async () => {
    const view = await save(mailed({ recipients: [managerId, adminId], site: quay }))
    await queue()
    expect(await waiting()).toEqual([])
    await dayLater()
    await queue()
    await queue()
    await here.test.deliver()
    expect(here.test.mails.map(({ subject }) => subject)).toEqual(['Informe: Yesterday', 'Report: Yesterday'])
    const [mail] = here.test.mails
    expect(mail?.text).toContain(`/reports?view=${view.id}&as_of=2026-11-20T21%3A00%3A00.000Z`)
    expect(mail?.text).toContain('Quay')
    const after = await get(view.id)
    expect(after).toMatchObject({
      next_due_at: '2026-11-21T21:00:00.000Z',
      last_sent_at: here.test.clock.now.toISOString(),
    })
    const [entry] =
      await here.sql`select details from audit_entries where target_id = ${view.id} and action = 'report.mailed'`
    expect(entry?.['details']).toEqual({ mails: 2 })
  })

  it('are queued once where two nodes look at the same time', async () => {
    for (let number = 0; number < 60; number += 1) await save(mailed({ name: `Report ${number}` }))
    await dayLater()
    const other = createDatabase({ runtimeUrl: here.test.database.runtimeUrl, connections: 3 })
    await Promise.all([queue(), queue(other), queue(), queue(other)])
    // Whoever skipped rows of the other looks again a minute later.
    await queue()
    await other.close()
    expect(await waiting()).toHaveLength(60)
  })

  it('that were missed for days are one', async () => {
    await save(mailed())
    for (let days = 0; days < 5; days += 1) await dayLater()
    await queue()
    expect(await waiting()).toEqual([{ subject: managerId, due: '2026-11-20T21:00:00.000Z' }])
  })

  it('do not go to a recipient who has left or lost the right, and the page says so', async () => {
    const staff = await makeMember('Manager')
    const { id } = await save(mailed({ recipients: [managerId, staff, adminId] }))
    await setStatus(managerId, 'archived')
    await here.sql`update access_entries set user_type = 'Staff' where user_id = ${staff}`
    await dayLater()
    await queue()
    expect((await waiting()).map(({ subject }) => subject)).toEqual([adminId])
    expect((await get(id))['recipients']).toMatchObject([
      { state: 'left' },
      { state: 'no_access' },
      { state: 'active' },
    ])
    // The others can be changed without them standing in the way.
    expect((await ask('PATCH', `/${id}`, { recipients: [managerId, adminId] })).status).toBe(200)
  })

  it('that wait are not sent to somebody who has left since, or after the report was deleted', async () => {
    const { id } = await save(mailed({ recipients: [managerId] }))
    const other = await save(mailed({ recipients: [adminId] }))
    await dayLater()
    await queue()
    await setStatus(managerId, 'archived')
    expect((await ask('DELETE', `/${other.id}`)).status).toBe(204)
    await here.test.deliver()
    expect(here.test.mails).toEqual([])
    expect((await get(id))['is_paused']).toBe(false)
  })

  it('stop where the owner has left, until an admin takes it over', async () => {
    const { id } = await save({ ...mailed({ site: quay }), recipients: [managerId] }, manager)
    const shared = { recipients: [adminId] }
    expect((await ask('PATCH', `/${id}`, shared)).status).toBe(200)
    await setStatus(managerId, 'archived')
    expect(await get(id)).toMatchObject({ is_paused: true })
    await dayLater()
    await queue()
    expect(await waiting()).toEqual([])
    expect((await ask('PATCH', `/${id}`, { take_over: true })).body).toMatchObject({ is_paused: false })
    await dayLater()
    await queue()
    expect((await waiting()).map(({ subject }) => subject)).toEqual([adminId])
  })
})
