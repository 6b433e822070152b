import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeSite, makeUser } from '../../../test/factories.ts'
import { call, makeMember, signIn } from '../../../test/staff.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { openSession } from '../../../test/world.ts'
import { countQueries } from '../../../test/count-queries.ts'
import { recordAudits } from '../../db/audit.ts'
import { recordCorrections } from '../../db/record-corrections.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'

interface Page {
  items: {
    id: string
    action: string
    actor: { name: string | null }
    target: { id: string | null; name: string | null }
  }[]
  next: string | null
}

const ENTRIES = 65

let test: TestApp
let clientId: string
let siteId: string
let adminId: string
let token: string
let sql: ReturnType<typeof openSuperuserConnection>

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  const { db } = test.database
  clientId = (await makeClient(db, { name: 'Harbour' })).id
  siteId = (await makeSite(db, clientId, { name: 'Quay' })).id
  adminId = (
    await makeUser(db, test.passwords, clientId, { admin: true, firstName: 'Ana', lastName: 'Silva' })
  ).id
  token = await openSession(test, { clientId, userId: adminId, admin: true })
  await withScope(db, clientScope(clientId), (tx) =>
    recordAudits(
      tx,
      Array.from({ length: ENTRIES }, (_, n) => ({
        clientId,
        actor: { kind: 'staff' as const, id: adminId },
        action: n % 5 === 0 ? ('site.archived' as const) : ('client.updated' as const),
        target: n % 5 === 0 ? { kind: 'site', id: siteId } : { kind: 'client', id: clientId },
        // Several in each second, so that the id decides.
        at: new Date(Date.UTC(2026, 10, 1, 0, 0, Math.floor(n / 4))),
        details: { before: { name: `${n}` }, after: { name: `${n + 1}` }, reason: 'test' },
      })),
    ),
  )
})
afterAll(() => test.close())

const ask = async (query: string, who = token, headers: Record<string, string> = {}) =>
  call(test, 'GET', `/audit-log?${query}`, undefined, { token: who, headers })
const page = async (query: string, who?: string, headers?: Record<string, string>) =>
  (await ask(query, who, headers)).body as unknown as Page

describe('GET /audit-log', () => {
  it.each([
    'cursor=x',
    'cursor=1.2',
    `cursor=99999999999999999.${crypto.randomUUID()}`,
    'per_page=101',
    'kind=%25',
    'target=1',
    'from=yesterday',
    'page=2',
  ])('answers 400 to %s', async (query) => expect((await ask(query)).status).toBe(400))

  it('is for admins, each of the own client', async () => {
    const staff = await signIn(test, await makeMember(test, clientId))
    expect((await ask('', staff.token)).status).toBe(403)
    const other = await makeClient(test.database.db)
    const stranger = await signIn(test, await makeMember(test, other.id, { admin: true }))
    const seen = await page('per_page=100', stranger.token)
    expect(seen.items.every(({ action }) => action.startsWith('session.'))).toBe(true)
  })

  it('asks a site_admin for the client, and names one to another, but not to the client', async () => {
    const own = await makeClient(test.database.db)
    const member = { siteAdmin: true, firstName: 'Olga', lastName: 'Petit' }
    const operator = await signIn(test, await makeMember(test, own.id, member))
    const other = await signIn(test, await makeMember(test, own.id, { siteAdmin: true }))
    expect((await ask('', operator.token)).body).toMatchObject({ code: 'client_not_chosen' })
    const headers = { 'x-client-id': clientId }
    await call(test, 'PATCH', `/client/${clientId}`, { street: 'Quay 1' }, { token: operator.token, headers })
    for (const [reader, name] of [
      [operator.token, 'Olga Petit'],
      [other.token, 'Olga Petit'],
      [token, null],
    ] as const)
      expect(
        (await page('kind=client&per_page=1', reader, reader === token ? {} : headers)).items[0]?.actor,
      ).toMatchObject({ kind: 'staff', name })
    const [latest] = (await page('kind=client&per_page=1')).items
    expect(latest).toMatchObject({
      action: 'client.updated',
      target: { kind: 'client', name: 'Harbour' },
      before: { street: '' },
      after: { street: 'Quay 1' },
    })
  })

  it('has every entry once on its pages, the latest first, also while others are written', async () => {
    const ids: string[] = []
    let cursor = ''
    for (;;) {
      const { items, next } = await page(`per_page=10&to=2026-11-02T00:00:00Z${cursor}`)
      ids.push(...items.map(({ id }) => id))
      if (next === null) break
      cursor = `&cursor=${next}`
      await signIn(test, await makeMember(test, clientId))
    }
    expect(ids).toHaveLength(ENTRIES)
    expect(new Set(ids).size).toBe(ENTRIES)
  })

  it.each([
    ['kind=site', 13],
    [`kind=client&to=2026-11-02T00:00:00Z`, 52],
    ['from=2026-11-01T00:00:00Z&to=2026-11-01T00:00:01Z', 4],
    ['kind=sit', 0],
    ['kind=_ite', 0],
  ])('filters by %s', async (query, expected) =>
    expect((await page(`per_page=100&${query}`)).items).toHaveLength(expected),
  )

  it('tells the history of one thing, with names and both values', async () => {
    const { items } = await page(`target=${siteId}&per_page=100`)
    expect(items).toHaveLength(13)
    expect(items[0]).toMatchObject({
      action: 'site.archived',
      actor: { kind: 'staff', id: adminId, name: 'Ana Silva' },
      target: { kind: 'site', id: siteId, name: 'Quay' },
      before: { name: '60' },
      after: { name: '61' },
      details: { reason: 'test' },
    })
  })

  it('tells the history of a site with that of its roles and muster points', async () => {
    const headers = { token }
    const made = [
      await call(test, 'POST', `/sites/${siteId}/visitor-roles`, { name: 'Crew' }, headers),
      await call(test, 'POST', `/sites/${siteId}/muster-points`, { name: 'Car park' }, headers),
    ]
    expect(made.map(({ status }) => status)).toEqual([201, 201])
    const { items } = await page(`target=${siteId}&per_page=2`)
    expect(items).toMatchObject([
      { action: 'muster_point.created', target: { kind: 'muster_point', name: 'Car park' } },
      { action: 'visitor_role.created', target: { kind: 'visitor_role', name: 'Crew' } },
    ])
  })

  it('names everything that can be changed, also when it is archived or lifted', async () => {
    const { db } = test.database
    const own = (await makeClient(db, { name: 'Named' })).id
    const venue = await makeSite(db, own, { name: 'Hall' })
    const { id: bossId } = await makeUser(db, test.passwords, own, {
      admin: true,
      firstName: 'Bo',
      lastName: 'Ek',
    })
    const boss = await openSession(test, { clientId: own, userId: bossId, admin: true })
    const send = async (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object) => {
      const response = await call(test, method, path, body, { token: boss })
      expect([200, 201, 204], `${path} ${response.text}`).toContain(response.status)
      return response.body
    }
    const question = await send('POST', '/questions', {
      name: 'Rules',
      text: 'Seen the rules?',
      type: 'free text',
      sites: [venue.id],
    })
    await send('POST', '/questions/bulk', { action: 'archive', ids: [question['id']] })
    const method = await send('POST', '/sign-in-methods', { name: 'Door', type: 'qr', site_id: venue.id })
    await send('POST', '/sign-in-methods/bulk', { action: 'retire', ids: [method['id']] })
    const ban = await send('POST', '/bans', {
      first_name: 'Eve',
      last_name: 'Moss',
      mobile: '0491570156',
      site_id: venue.id,
      reason: 'Theft',
    })
    await send('POST', `/bans/${String(ban['id'])}/lift`, { reason: 'Settled' })
    await send('POST', '/webhooks', { url: 'https://receiver.example/hook', events: ['user.created'] })
    await send('POST', '/notification-recipients', {
      user_id: bossId,
      events: ['banned'],
      channels: ['mail'],
      sites: [],
    })
    await send('POST', '/api-keys', { name: 'Payroll', scopes: ['sites:read'] })
    const muster = await send('POST', '/musters', {
      site_id: venue.id,
      drill: true,
      sent_at: test.clock.now.toISOString(),
    })
    await send('POST', `/musters/${String(muster['id'])}/end`, { sent_at: test.clock.now.toISOString() })
    await send('POST', '/sites/bulk', { action: 'archive', ids: [venue.id] })
    const names = (await page('per_page=100', boss)).items.map(({ action, target }) => [action, target.name])
    expect(names.filter(([, name]) => name === null || name === '')).toEqual([])
    expect(Object.fromEntries(names)).toMatchObject({
      'question.created': 'Rules',
      'question.archived': 'Rules',
      'sign_in_method.retired': 'Door',
      'ban.created': 'Eve Moss',
      'ban.lifted': 'Eve Moss',
      'webhook.created': 'https://receiver.example/hook',
      'notification_recipient.created': 'Bo Ek',
      'api_key.created': 'Payroll',
      'muster.started': 'Hall',
      'site.archived': 'Hall',
    })
  })

  it('names what is gone by the entry itself', async () => {
    const path = `/sites/${siteId}/visitor-roles`
    const { body } = await call(test, 'POST', path, { name: 'Short lived' }, { token })
    const id = String(body['id'])
    expect((await call(test, 'DELETE', `${path}/${id}`, undefined, { token })).status).toBe(204)
    const { items } = await page(`target=${id}`)
    expect(items).toMatchObject([
      { action: 'visitor_role.deleted', target: { name: 'Short lived' } },
      { action: 'visitor_role.created', target: { name: 'Short lived' } },
    ])
  })

  it('has nothing of another client, whatever is asked for', async () => {
    const other = await makeClient(test.database.db)
    const stranger = await signIn(test, await makeMember(test, other.id, { admin: true }))
    for (const query of [`target=${siteId}`, `target=${clientId}`, `actor=${adminId}`]) {
      expect((await page(query, stranger.token)).items, query).toEqual([])
      expect((await ask(query, stranger.token, { 'x-client-id': clientId })).status, query).toBe(404)
    }
    const { next } = await page('per_page=1')
    const seen = await page(`per_page=100&cursor=${next}`, stranger.token)
    expect(seen.items.filter(({ target }) => target.id === siteId || target.id === clientId)).toEqual([])
  })
})

describe('the records of a change of many rows', () => {
  const ofAnother = async (count: number) => {
    const { db: database } = test.database
    const { id: client } = await makeClient(database)
    const { id: site } = await makeSite(database, client)
    const at = new Date(Date.UTC(2026, 10, 2, 3, 4, 5, 678))
    const { db, statements } = countQueries(database)
    const id = newId(at)
    await sql`insert into visits (client_id, id, site_id, kind, person_key, first_name, last_name, signed_in_at)
      values (${client}, ${id}, ${site}, 'visitor', 'x', 'A', 'B', ${at})`
    await withScope(db, clientScope(client), async (tx) => {
      await recordAudits(
        tx,
        Array.from({ length: count }, (_, n) => ({
          clientId: client,
          actor: { kind: 'system' as const, id: null },
          action: 'visit.checked_out' as const,
          target: { kind: 'visit', id: newId(at) },
          at,
          details: { reason: `${n}` },
        })),
      )
      await recordCorrections(
        tx,
        Array.from({ length: count }, (_, n) => ({
          visit: { clientId: client, id, siteId: site, signedInAt: at },
          at,
          by: null,
          before: { signed_out_at: null },
          after: { signed_out_at: at.toISOString() },
          note: `${n}`,
        })),
      )
    })
    return { client, site, at, statements }
  }

  it('are written by the same statements, however many they are', async () => {
    const one = await ofAnother(1)
    const many = await ofAnother(8000)
    expect(many.statements).toEqual(one.statements)
    const { client, site, at } = many
    expect(
      await sql`
        select actor_kind, actor_id, target_kind, at, count(distinct details ->> 'reason')::int as entries from audit_entries
        where client_id = ${client} and action = 'visit.checked_out' group by actor_kind, actor_id, target_kind, at`,
    ).toEqual([{ actor_kind: 'system', actor_id: null, target_kind: 'visit', at, entries: 8000 }])
    expect(
      await sql`
        select site_id, signed_in_at, at, before, after, corrected_by, count(distinct note)::int as entries from log_corrections
        where client_id = ${client} group by site_id, signed_in_at, at, before, after, corrected_by`,
    ).toEqual([
      {
        site_id: site,
        signed_in_at: at,
        at,
        before: { signed_out_at: null },
        after: { signed_out_at: at.toISOString() },
        corrected_by: null,
        entries: 8000,
      },
    ])
    expect(
      await sql`select site_id, at, count(*)::int as entries from log_entries
        where client_id = ${client} and event = 'corrected' group by site_id, at`,
    ).toEqual([{ site_id: site, at, entries: 8000 }])
  })
})
