import type { ApiKeyWithSecret } from '@gatehouse/validation/endpoints/api-keys'
import { limits, rateRules } from '@gatehouse/validation/limits'
import { apiKeyScopes } from '@gatehouse/validation/vocabulary'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  makeApiKey,
  makeClient,
  makeMethod,
  makeSite,
  makeUser,
  makeWebhook,
} from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'

const here = inWorld()

let clientId: string
let siteId: string
let adminId: string
let admin: string
beforeEach(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db, { timeZone: 'America/Lima' })).id
  siteId = (await makeSite(db, clientId, { name: 'Quay' })).id
  adminId = (
    await makeUser(db, here.test.passwords, clientId, { admin: true, firstName: 'Ana', lastName: 'Silva' })
  ).id
  admin = await openSession(here.test, { clientId, userId: adminId, admin: true })
})

const given = { name: 'Reports', scopes: ['sites:read', 'access_log:read'] }
const ask = (method: 'GET' | 'POST', path = '', body?: object, token = admin) =>
  call(here.test, method, `/api-keys${path}`, body, { token })

async function create(fields: object = {}): Promise<ApiKeyWithSecret> {
  const { status, body, text } = await ask('POST', '', { ...given, ...fields })
  expect(status, text).toBe(201)
  return body as unknown as ApiKeyWithSecret
}
const read = (path: string, key: string, headers: Record<string, string> = {}) =>
  call(here.test, 'GET', path, undefined, { token: key, headers })
const later = (milliseconds: number) =>
  void (here.test.clock.now = new Date(here.test.clock.now.getTime() + milliseconds))

describe('an API key', () => {
  it.each([
    {},
    { name: '' },
    { name: 'x'.repeat(limits.apiKeys.nameCharacters + 1) },
    { scopes: [] },
    { scopes: ['sites:write'] },
    { last_day: 'tomorrow' },
    { last_day: '2026-02-30' },
    { key: 'gh_mine' },
  ])('is not made of %o', async (fields) => {
    const body = Object.keys(fields).length > 0 ? { ...given, ...fields } : {}
    expect((await ask('POST', '', body)).status).toBe(400)
    expect(await here.sql`select from api_keys where client_id = ${clientId}`).toEqual([])
  })

  it('that has no scope is refused at its field', async () => {
    expect((await ask('POST', '', { ...given, scopes: [] })).body).toMatchObject({
      code: 'bad_request',
      field_codes: { scopes: 'choice_required' },
    })
  })

  it('is for admins, each of the own client', async () => {
    const { tokens } = here.world
    const { id } = await create()
    for (const [who, status] of [
      ['anonymous', 401],
      ['manager A', 403],
      ['admin A', 404],
    ] as const)
      expect((await ask('POST', `/${id}/revoke`, undefined, tokens[who] ?? '')).status, who).toBe(status)
    expect((await ask('GET', '', undefined, tokens['admin A'])).body).toMatchObject({ total: 0 })
    expect((await ask('POST', '', given, tokens.site_admin)).body).toMatchObject({
      code: 'client_not_chosen',
    })
    expect((await ask('GET')).body).toMatchObject({ total: 1, items: [{ id, state: 'active' }] })
  })

  it('is shown once, and only a hash of it is kept', async () => {
    const made = await create()
    expect(made.key).toMatch(/^gh_[\w-]{86}$/)
    expect(made).toMatchObject({
      ...given,
      prefix: made.key.slice(0, 11),
      created_by: 'Ana Silva',
      expires_at: null,
      last_used_at: null,
    })
    const shown = (await ask('GET')).text
    const [stored] = await here.sql`select row_to_json(k)::text as row from api_keys k where id = ${made.id}`
    const audited = await here.sql`
      select action, actor_id, details from audit_entries where target_id = ${made.id}`
    expect(audited).toEqual([
      { action: 'api_key.created', actor_id: adminId, details: { after: { ...given, expires_at: null } } },
    ])
    const rest = made.key.slice(made.prefix.length)
    for (const text of [shown, stored?.['row'], JSON.stringify(audited)]) expect(text).not.toContain(rest)
    const [hash] =
      await here.sql`select encode(key_hash, 'escape') as hash from api_keys where id = ${made.id}`
    expect(hash?.['hash']).not.toContain(rest)
  })

  it('reads what an admin of its client reads, and nothing of another one', async () => {
    const { key } = await create()
    const { a } = here.world
    expect((await read('/sites', key)).body).toMatchObject({ total: 1, items: [{ id: siteId }] })
    expect((await read(`/sites/${a.siteId}`, key)).status).toBe(404)
    expect((await read('/sites', key, { 'x-client-id': clientId })).body).toMatchObject({ total: 1 })
    expect((await read('/sites', key, { 'x-client-id': a.clientId })).status).toBe(404)
    const refusal = (message: string) => ({ status: 403, body: { code: 'forbidden', message } })
    expect(await read('/users', key)).toMatchObject(refusal('This API key lacks the scope “users:read”.'))
    expect(await read('/me', key)).toMatchObject(
      refusal('This call is for people who are logged in, not for API keys.'),
    )
  })

  it('is nothing without its last character, with another one, or cut', async () => {
    const { key } = await create()
    const other = key.endsWith('A') ? 'Q' : 'A'
    for (const forged of [key.slice(0, -1), `${key.slice(0, -1)}${other}`, `${key}A`, 'gh_', `gh_${newId()}`])
      expect((await read('/sites', forged)).status, forged).toBe(401)
    expect((await read('/sites', key)).status).toBe(200)
  })

  it('ends with its last day, by the clock of the client', async () => {
    const { now } = here.test.clock
    const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
      .toZonedDateTimeISO('America/Lima')
      .toPlainDate()
    const yesterday = today.subtract({ days: 1 }).toString()
    expect((await ask('POST', '', { ...given, last_day: yesterday })).body).toMatchObject({
      code: 'time_out_of_range',
    })
    const { id, key, expires_at: end } = await create({ last_day: today.toString() })
    expect(end).toBe(
      new Date(today.add({ days: 1 }).toZonedDateTime('America/Lima').epochMilliseconds).toISOString(),
    )
    here.test.clock.now = new Date(Temporal.Instant.from(end ?? '').epochMilliseconds - 1)
    expect((await read('/sites', key)).status).toBe(200)
    later(1)
    expect((await read('/sites', key)).status).toBe(401)
    admin = await openSession(here.test, { clientId, userId: adminId, admin: true })
    expect((await ask('GET', '?state=expired')).body).toMatchObject({ total: 1, items: [{ id }] })
    expect((await ask('GET', '?state=active')).body).toMatchObject({ total: 0 })
  })

  it('opens nothing from the moment at which it is revoked, and stays in the list', async () => {
    const { id, key } = await create()
    expect((await read('/sites', key)).status).toBe(200)
    expect((await ask('POST', `/${id}/revoke`)).body).toMatchObject({ state: 'revoked' })
    expect((await read('/sites', key)).status).toBe(401)
    later(1000)
    const again = await ask('POST', `/${id}/revoke`)
    expect(again.status).toBe(200)
    expect((await ask('GET', '?state=revoked')).body).toMatchObject({ items: [again.body] })
    const entries = await here.sql`select action from audit_entries where target_id = ${id} order by id`
    expect(entries).toEqual([{ action: 'api_key.created' }, { action: 'api_key.revoked' }])
  })

  it('notes its use once a minute', async () => {
    const { key } = await create()
    const used = async () => {
      const { items } = (await ask('GET')).body as { items: { last_used_at: string | null }[] }
      return items[0]?.last_used_at
    }
    const first = here.test.clock.now.toISOString()
    await read('/sites', key)
    later(MINUTE_MS - 1)
    await read('/sites', key)
    expect(await used()).toBe(first)
    later(1)
    await read('/sites', key)
    expect(await used()).toBe(here.test.clock.now.toISOString())
  })

  it('may make its calls, and is then told to wait, from whatever address it calls', async () => {
    const { id, key } = await create()
    const other = await create({ name: 'Other' })
    const { burst, perNode } = rateRules.apiKeyCalls
    // Another node takes its own share and all that the nodes have together.
    for (let taken = 0; taken < burst; taken += 1) await here.test.limits.take('apiKeyCalls', id)
    const statuses = new Set<number>()
    for (let made = 0; made < (perNode ?? 0); made += 10) {
      const calls = await Promise.all(Array.from({ length: 10 }, () => read('/sites', key)))
      for (const { status } of calls) statuses.add(status)
    }
    expect([...statuses]).toEqual([200])
    const refused = await read('/sites', key)
    expect(refused.body).toMatchObject({ code: 'too_many_requests' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await read('/sites', other.key)).status).toBe(200)
  })

  it('is named in the audit log by what it exports', async () => {
    await makeMethod(here.test.database.db, clientId, siteId)
    const { id, key } = await create()
    expect((await read('/access-log/export', key)).status).toBe(200)
    const { body } = await call(here.test, 'GET', '/audit-log?kind=access_log', undefined, { token: admin })
    expect(body).toMatchObject({
      items: [{ action: 'access_log.exported', actor: { kind: 'key', id, name: 'Reports' } }],
    })
  })

  it('is one of a limited number that are in force', async () => {
    const { db } = here.test.database
    const ended = { revokedAt: here.test.clock.now }
    await makeApiKey(db, here.test.keys.apiKeys, clientId, ended)
    const made = await Promise.all(
      Array.from({ length: limits.apiKeys.perClient + 1 }, () => ask('POST', '', given)),
    )
    const refused = made.filter(({ status }) => status !== 201)
    expect(refused.map(({ body }) => body['code'])).toEqual(['too_many_parts'])
    expect((await ask('GET', '?state=active')).body).toMatchObject({ total: limits.apiKeys.perClient })
  })

  it('replays the events of a webhook of its client by a cursor, and nothing else of webhooks', async () => {
    const { db } = here.test.database
    const { key } = await create({ scopes: ['webhooks:read'] })
    const webhook = await makeWebhook(db, clientId)
    const foreign = await makeWebhook(db, here.world.b.clientId)
    for (let number = 0; number < 3; number += 1)
      await here.sql`insert into outbox (client_id, id, type, subject, payload, next_attempt_at, webhook_id, event_id)
        values (${clientId}, gen_random_uuid(), 'site.updated', ${`site:${number}`},
          ${here.sql.json({ kind: 'site', id: newId(), actor_id: null })}, now(), ${webhook.id}, gen_random_uuid())`
    const first = await read(`/webhooks/${webhook.id}/events?per_page=2`, key)
    expect(first.status, first.text).toBe(200)
    expect(first.body).toMatchObject({ items: [{}, {}], has_more: true })
    const next = String(first.body['next'])
    const second = await read(`/webhooks/${webhook.id}/events?after=${next}&per_page=2`, key)
    expect(second.body).toMatchObject({ items: [{}], has_more: false })
    expect(second.text).not.toContain('whsec')
    const others = await create({ scopes: apiKeyScopes.filter((scope) => scope !== 'webhooks:read') })
    expect((await read(`/webhooks/${webhook.id}/events`, others.key)).status).toBe(403)
    expect((await read(`/webhooks/${foreign.id}/events`, key)).status).toBe(404)
    for (const path of ['', `/${webhook.id}`, `/${webhook.id}/deliveries`])
      expect((await read(`/webhooks${path}`, key)).status, path).toBe(403)
  })

  it('works for a day and for as long as its client is enabled', async () => {
    const { key } = await create({ scopes: [...apiKeyScopes] })
    later(DAY_MS)
    for (const path of ['/sites', '/presence', '/access-log', '/sign-in-methods', '/users'])
      expect((await read(path, key)).status, path).toBe(200)
    // It is the client's, not that of the admin who made it.
    await here.sql`update users set status = 'archived' where id = ${adminId}`
    expect((await read('/sites', key)).status).toBe(200)
    await here.sql`update clients set enabled = false where id = ${clientId}`
    expect((await read('/sites', key)).status).toBe(401)
  })
})
