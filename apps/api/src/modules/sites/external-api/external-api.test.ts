import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExternalApi } from '@gatehouse/validation/endpoints/external-api'
import { limits, rateRules } from '@gatehouse/validation/limits'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeClient, makeSite, makeUser } from '../../../../test/factories.ts'
import { inWorld } from '../../../../test/in-world.ts'
import { freePort } from '../../../../test/running-server.ts'
import { call } from '../../../../test/staff.ts'
import { openSession } from '../../../../test/world.ts'
import { createKeys } from '../../../keys.ts'
import { newId } from '../../../lib/ids.ts'

const names: Record<string, string[]> = {
  'receiver.test': ['127.0.0.1'],
  'inside.test': ['10.0.0.1'],
  'metadata.test': ['169.254.169.254'],
}
const here = inWorld({
  settings: { OUTBOUND_ALLOWED: 'receiver.test' },
  resolveName: (name) => Promise.resolve(names[name] ?? []),
})

let clientId: string
let admin: string
let siteId: string
let siteName: string
beforeAll(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db)).id
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
  admin = await openSession(here.test, { clientId, userId, admin: true })
})
beforeEach(async () => {
  siteName = `Quay Hall ${newId()}`
  siteId = (await makeSite(here.test.database.db, clientId, { name: siteName })).id
})

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise<void>((done) => (server ? server.close(() => done()) : done()))
  server = undefined
})
/** A receiver on the loopback. @returns its URL */
async function serve(respond: RequestListener): Promise<string> {
  server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://receiver.test:${(server.address() as AddressInfo).port}/in`
}

const ask = (
  method: 'GET' | 'PATCH' | 'POST',
  body?: object,
  {
    token = admin,
    id = siteId,
    headers = {},
  }: { token?: string; id?: string; headers?: Record<string, string> } = {},
) =>
  call(here.test, method, `/sites/${id}/external-api${method === 'POST' ? '/test' : ''}`, body, {
    token,
    headers,
  })
async function change(body: object, headers = {}) {
  const changed = await ask('PATCH', body, { headers })
  expect(changed.status, changed.text).toBe(200)
  return changed.body as unknown as ExternalApi
}
async function test(): Promise<ExternalApi['last_test']> {
  const tested = await ask('POST')
  expect(tested.status, tested.text).toBe(200)
  return (tested.body as unknown as ExternalApi).last_test
}
const auditOf = (id: string) =>
  here.sql<{ action: string; details: Record<string, unknown> }[]>`
    select action, details from audit_entries where target_id = ${id} order by at, id`
const secret = 'lanterns along the quay'

describe('the external API of a site', () => {
  it('is for the admins of its client, and for a site_admin who works in it', async () => {
    const { a, b, tokens } = here.world
    for (const method of ['GET', 'PATCH', 'POST'] as const) {
      const body = method === 'PATCH' ? { url: 'https://receiver.example/' } : undefined
      for (const actor of ['manager A', 'staff A'] as const)
        expect((await ask(method, body, { token: tokens[actor] ?? '', id: a.siteId })).status).toBe(403)
      expect((await ask(method, body, { id: b.siteId })).status).toBe(404)
      expect((await ask(method, body, { id: newId() })).status).toBe(404)
      const everywhere = await ask(method, body, { token: tokens.site_admin ?? '' })
      expect(everywhere).toMatchObject({ status: 422, body: { code: 'client_not_chosen' } })
      const elsewhere = { token: tokens.site_admin ?? '', headers: { 'x-client-id': b.clientId } }
      expect((await ask(method, body, elsewhere)).status).toBe(404)
    }
    expect(await here.sql`select site_id from site_external_apis where client_id <> ${clientId}`).toEqual([])
    const within = { token: tokens.site_admin ?? '', headers: { 'x-client-id': clientId } }
    expect((await ask('PATCH', { url: 'https://receiver.example' }, within)).body).toMatchObject({
      url: 'https://receiver.example/',
    })
    expect((await ask('GET', undefined, within)).status).toBe(200)
  })

  it('that nobody has set up is empty', async () => {
    expect((await ask('GET')).body).toEqual({
      url: null,
      parameters: [],
      secret_set_at: null,
      enabled: false,
      last_test: null,
      last_modified: '1970-01-01T00:00:00.000Z',
    })
    expect(await ask('POST')).toMatchObject({ status: 422, body: { code: 'incomplete' } })
    expect(await ask('PATCH', { enabled: true })).toMatchObject({
      status: 422,
      body: { field_codes: { url: 'url_required' } },
    })
    expect(await here.sql`select from site_external_apis where site_id = ${siteId}`).toEqual([])
  })

  const parameter = (name: string, value = '') => ({ name, value })
  it.each([
    [{ url: 'receiver.example' }, 'url', 'url_invalid'],
    [{ url: '' }, 'url', 'url_invalid'],
    [{ url: 'https://ana:x@receiver.example/' }, 'url', 'url_credentials'],
    [{ url: `https://receiver.example/${'x'.repeat(500)}` }, 'url', 'too_long'],
    [{ secret: 'x'.repeat(15) }, 'secret', 'secret_short'],
    [{ secret: 'x'.repeat(201) }, 'secret', 'too_long'],
    [{ parameters: [parameter('')] }, 'parameters.0.name', 'parameter_name_required'],
    [{ parameters: [parameter(''), parameter('')] }, 'parameters.1.name', 'parameter_name_required'],
    [{ parameters: [parameter('a b')] }, 'parameters.0.name', 'parameter_name'],
    [{ parameters: [parameter('__proto__')] }, 'parameters.0.name', 'parameter_name'],
    [{ parameters: [parameter('x'.repeat(61))] }, 'parameters.0.name', 'too_long'],
    [{ parameters: [parameter('a', 'x'.repeat(501))] }, 'parameters.0.value', 'too_long'],
    [{ parameters: [parameter('a'), parameter('a')] }, 'parameters.1.name', 'parameter_twice'],
    [
      { parameters: Array.from({ length: 21 }, (_, at) => parameter(`p${at}`)) },
      'parameters',
      'parameters_many',
    ],
    [{ secret_set_at: null }, 'secret_set_at', 'unknown_field'],
  ])('is refused with %j', async (body, field, code) => {
    const refused = await ask('PATCH', body)
    expect(refused).toMatchObject({ status: 400, body: { field_codes: { [field]: code } } })
    expect(refused.text).not.toContain('x'.repeat(15))
  })

  it.each([
    ['http://receiver.example/', 'url_https'],
    ['https://receiver.example:25/', 'url_port'],
    ['https://10.0.0.1/', 'url_private'],
    ['https://2130706433/', 'url_private'],
    ['https://[::ffff:127.0.0.1]/', 'url_private'],
    ['https://gatehouse.example/', 'url_private'],
  ])('does not lead to %s', async (url, code) => {
    expect(await ask('PATCH', { url, secret })).toMatchObject({
      status: 422,
      body: { code: 'url_not_allowed', field_codes: { url: code } },
    })
    expect(await here.sql`select from site_external_apis where site_id = ${siteId}`).toEqual([])
  })

  it('is changed part by part, and each change is in the audit log without the secret', async () => {
    const { now } = here.test.clock
    await change({ url: 'HTTPS://Receiver.example/in#x', secret })
    const parameters = [parameter('venue', ' Quay '), parameter('hall')]
    const changed = await change({ parameters, enabled: true })
    expect(changed).toMatchObject({
      url: 'https://receiver.example/in',
      parameters: [parameter('venue', 'Quay'), parameter('hall')],
      secret_set_at: now.toISOString(),
      enabled: true,
    })
    expect((await ask('GET')).body).toEqual(changed)
    expect(await change({})).toEqual(changed)
    const [row] = await here.sql`select encrypted_secret from site_external_apis where site_id = ${siteId}`
    const cipher = createKeys(here.test.dataKey).externalApis
    expect(cipher.decrypt(row?.['encrypted_secret'], clientId, siteId).toString()).toBe(secret)
    expect((await change({ secret: null })).secret_set_at).toBeNull()
    expect(await ask('PATCH', { url: null })).toMatchObject({
      body: { field_codes: { url: 'url_required' } },
    })
    expect(await change({ url: null, enabled: false })).toMatchObject({ url: null, enabled: false })

    const entries = await auditOf(siteId)
    expect(entries.map(({ action }) => action)).toEqual(Array(4).fill('site.external_api_updated'))
    expect(entries[0]?.details).toEqual({
      before: { url: null, secret_set_at: null },
      after: { url: 'https://receiver.example/in', secret_set_at: now.toISOString() },
    })
    expect(JSON.stringify(entries)).not.toContain(secret)
  })

  it('that two people change tells the second one, also where nobody had set it up', async () => {
    const seen = (await ask('GET')).body as unknown as ExternalApi
    const headers = { 'if-match': `"${seen.last_modified}"` }
    const first = await change({ url: 'https://receiver.example/1', secret }, headers)
    const second = await ask('PATCH', { url: 'https://receiver.example/2' }, { headers })
    expect(second).toMatchObject({ status: 412, body: { code: 'changed_meanwhile', current: first } })
    expect(second.text).not.toContain(secret)
    const next = { 'if-match': `"${first.last_modified}"` }
    expect((await change({ url: 'https://receiver.example/2' }, next)).url).toBe('https://receiver.example/2')
  })
})

describe('a test', () => {
  it('sends a signed sample to the real address, enabled or not, and keeps how it went', async () => {
    const seen: { method: string | undefined; headers: Record<string, unknown>; body: string }[] = []
    const url = await serve((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        seen.push({ method: request.method, headers: request.headers, body })
        response.writeHead(204).end()
      })
    })
    const before = await change({ url, secret, parameters: [{ name: 'venue', value: 'Ö' }] })
    const result = await test()
    expect(result).toEqual({
      at: here.test.clock.now.toISOString(),
      outcome: 'accepted',
      status: 204,
      milliseconds: expect.any(Number),
    })
    expect((await ask('GET')).body).toEqual({ ...before, last_test: result })

    const [{ method, headers, body } = { method: '', headers: {}, body: '' }] = seen
    expect(seen).toHaveLength(1)
    expect(method).toBe('POST')
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(body)).toEqual({
      type: 'test',
      timestamp: here.test.clock.now.toISOString(),
      data: { site: { id: siteId, name: siteName }, parameters: { venue: 'Ö' } },
    })
    const [id, time] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])]
    expect(time).toBe(String(Math.floor(here.test.clock.now.getTime() / 1000)))
    const expected = createHmac('sha256', secret).update(`${id}.${time}.${body}`).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${expected}`)

    expect((await auditOf(siteId)).at(-1)).toEqual({
      action: 'site.external_api_tested',
      details: { outcome: 'accepted', status: 204, milliseconds: result?.milliseconds },
    })
    expect((await change({ enabled: true })).last_test).toEqual(result)
    expect((await change({ parameters: [] })).last_test).toBeNull()
  })

  it('without a secret is not signed, and one that is set again is used', async () => {
    const signatures: unknown[] = []
    const url = await serve((request, response) => {
      signatures.push(request.headers['webhook-signature'])
      response.end()
    })
    await change({ url })
    await test()
    expect((await change({ secret })).last_test).toBeNull()
    await test()
    await change({ secret: null })
    await test()
    expect(signatures).toEqual([undefined, expect.stringMatching(/^v1,/), undefined])
  })

  it.each<[number, string]>([
    [200, 'accepted'],
    [301, 'redirected'],
    [307, 'redirected'],
    [404, 'error_status'],
    [500, 'error_status'],
  ])('that is answered %i is %s', async (status, outcome) => {
    let asked = 0
    await change({
      url: await serve((_, response) => {
        asked += 1
        response.writeHead(status, { location: '/elsewhere' }).end('a page that nobody keeps')
      }),
    })
    expect(await test()).toMatchObject({ outcome, status })
    expect(asked).toBe(1)
  })

  it.each([
    ['https://inside.test/', 'private_address'],
    ['https://metadata.test/', 'private_address'],
    ['https://unknown.test/', 'name_not_found'],
  ])('of %s says %s', async (url, outcome) => {
    await change({ url })
    expect(await test()).toMatchObject({ outcome, status: null })
  })
  it('of a server that is not there, or is no server of the web, says so', async () => {
    await change({ url: `http://receiver.test:${await freePort()}/` })
    expect(await test()).toMatchObject({ outcome: 'connection_refused', status: null })
    const url = await serve(
      (_, response) => void response.end('x'.repeat(limits.externalApi.responseBytes + 1)),
    )
    await change({ url })
    expect(await test()).toMatchObject({ outcome: 'too_large' })
    await change({ url: url.replace('http:', 'https:') })
    expect(await test()).toMatchObject({ outcome: 'tls' })
  })
  it('of an address that the settings no longer allow is not sent, and it can only be disabled', async () => {
    await change({ url: 'https://receiver.example/', enabled: true })
    await here.sql`update site_external_apis set url = 'http://10.0.0.1/' where site_id = ${siteId}`
    expect(await test()).toMatchObject({ outcome: 'private_address' })
    expect(await change({ url: 'http://10.0.0.1/', enabled: false })).toMatchObject({ enabled: false })
    expect(await ask('PATCH', { enabled: true })).toMatchObject({
      status: 422,
      body: { code: 'url_not_allowed' },
    })
  })
  it('with a secret of another data key, or of another site, is not sent', async () => {
    let asked = 0
    const url = await serve((_, response) => {
      asked += 1
      response.end()
    })
    await change({ url, secret })
    const other = createKeys(Buffer.alloc(32, 9).toString('base64url')).externalApis
    for (const encrypted of [
      other.encrypt(Buffer.from(secret), clientId, siteId),
      here.test.keys.externalApis.encrypt(Buffer.from(secret), clientId, newId()),
    ]) {
      await here.sql`update site_external_apis set encrypted_secret = ${encrypted} where site_id = ${siteId}`
      expect(await test()).toMatchObject({ outcome: 'secret_unreadable' })
    }
    expect(asked).toBe(0)
  })
  it('does not keep the result of an address that was changed meanwhile', async () => {
    const url = await serve((_, response) => {
      void change({ parameters: [{ name: 'venue', value: 'other' }] }).then(() => response.end())
    })
    await change({ url })
    expect(await test()).toBeNull()
    expect((await auditOf(siteId)).at(-1)).toMatchObject({ action: 'site.external_api_tested' })
  })
  it('is limited for all sites of a client together', async () => {
    const { db } = here.test.database
    const { id: other } = await makeClient(db)
    const { id: userId } = await makeUser(db, here.test.passwords, other, { admin: true })
    const token = await openSession(here.test, { clientId: other, userId, admin: true })
    const sites = [await makeSite(db, other), await makeSite(db, other)]
    for (const { id } of sites) await ask('PATCH', { url: 'https://unknown.test/' }, { token, id })
    const statuses: number[] = []
    for (let at = 0; at <= rateRules.externalApiTests.burst; at += 1)
      statuses.push((await ask('POST', undefined, { token, id: sites[at % 2]?.id ?? '' })).status)
    expect(statuses).toEqual([...Array(rateRules.externalApiTests.burst).fill(200), 429])
    await change({ url: 'https://unknown.test/' })
    expect(await test()).toMatchObject({ outcome: 'name_not_found' })
  })
})
