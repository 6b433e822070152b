import type { Webhook, WebhookDelivery, WebhookWithSecret } from '@gatehouse/validation/endpoints/webhooks'
import { Instant } from '@gatehouse/validation/time-fields'
import { limits } from '@gatehouse/validation/limits'
import { changeEvents, visitEvents } from '@gatehouse/validation/webhooks'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  makeClient,
  makeDevice,
  makeMethod,
  makeQuestion,
  makeSite,
  makeUser,
} from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { freePort } from '../../../test/running-server.ts'
import { makeIdentity } from '../../../test/self-signed.ts'
import { call } from '../../../test/staff.ts'
import {
  accepts,
  answers,
  signersOf,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../test/webhook-receiver.ts'
import { openSession } from '../../../test/world.ts'
import { installationScope } from '../../db/scopes.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { tellOffline } from '../devices/device-states.ts'

const names: Record<string, string[]> = {}
const here = inWorld({
  settings: { OUTBOUND_ALLOWED: 'receiver.test' },
  resolveName: (name) => Promise.resolve(names[name] ?? []),
})

let receiver: WebhookReceiver
let clientId: string
let adminId: string
let admin: string
let siteId: string
let method: { id: string }
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.close())
beforeEach(async () => {
  const { db } = here.test.database
  names['receiver.test'] = ['127.0.0.1']
  receiver.calls.length = 0
  receiver.respond = accepts
  clientId = (await makeClient(db)).id
  adminId = (await makeUser(db, here.test.passwords, clientId, { admin: true })).id
  siteId = (await makeSite(db, clientId, { name: 'Quay' })).id
  method = await makeMethod(db, clientId, siteId, { name: 'Gate' })
  admin = await openSession(here.test, { clientId, userId: adminId, admin: true })
})
afterEach(() => here.sql`delete from outbox`)

const url = (port = receiver.port) => `http://receiver.test:${port}/in`
const ask = (
  verb: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path = '',
  body?: object,
  { token = admin, headers = {} }: { token?: string | undefined; headers?: Record<string, string> } = {},
) => call(here.test, verb, `/webhooks${path}`, body, { token: token ?? '', headers })
async function create(fields: object = {}): Promise<WebhookWithSecret> {
  const created = await ask('POST', '', { url: url(), events: [...visitEvents], ...fields })
  expect(created.status, created.text).toBe(201)
  return created.body as unknown as WebhookWithSecret
}
const get = async (id: string) => (await ask('GET', `/${id}`)).body as unknown as Webhook
const deliveriesOf = async (id: string) =>
  (await ask('GET', `/${id}/deliveries`)).body['items'] as WebhookDelivery[]
const millisecondsOf = (text: string) => Date.parse(v.parse(Instant, text))
const deliver = () => here.test.webhookWorker().deliverDue()
const later = (milliseconds: number) => {
  here.test.clock.now = new Date(here.test.clock.now.getTime() + milliseconds)
}
const signIn = (firstName = 'Ana', fields: object = {}) => here.signIn(method.id, { firstName, ...fields })
const typesOf = () => receiver.calls.map(({ body }) => body.type)

describe('the webhooks of a client', () => {
  it('are for its admins, and for a site_admin who works in it', async () => {
    const { id } = await create()
    const { tokens } = here.world
    const paths: [Parameters<typeof ask>[0], string, object?][] = [
      ['GET', `/${id}`],
      ['PATCH', `/${id}`, { enabled: false }],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/rotate-secret`],
      ['POST', `/${id}/test`],
      ['GET', `/${id}/deliveries`],
      ['GET', `/${id}/deliveries/${newId()}`],
      ['POST', `/${id}/deliveries/${newId()}/resend`],
      ['GET', `/${id}/events`],
    ]
    for (const [verb, path, body] of paths) {
      const as = async (token: string | undefined, headers = {}) =>
        (await ask(verb, path, body, { token, headers })).status
      expect(await as('')).toBe(401)
      expect([await as(tokens['staff A']), await as(tokens['manager A'])]).toEqual([403, 403])
      expect([await as(tokens['admin B'])]).toEqual([404])
      expect(await as(tokens.site_admin, { 'x-client-id': here.world.b.clientId })).toBe(404)
    }
    const body = { url: url(), events: ['visitor.refused'] }
    expect((await ask('POST', '', body, { token: tokens['manager A'] })).status).toBe(403)
    expect((await ask('POST', '', body, { token: tokens.site_admin })).body).toMatchObject({
      code: 'client_not_chosen',
    })
    const within = { token: tokens.site_admin, headers: { 'x-client-id': clientId } }
    expect((await ask('POST', '', body, within)).status).toBe(201)
    expect((await ask('GET', '', undefined, within)).body['total']).toBe(2)
    expect((await ask('GET', '', undefined, { token: tokens['admin B'] })).body['total']).toBe(0)
  })

  it.each([
    [{ url: 'http://receiver.example/' }, 422, 'url_https'],
    [{ url: 'https://127.0.0.1/' }, 422, 'url_private'],
    [{ url: 'https://gatehouse.example/' }, 422, 'url_private'],
    [{ url: 'https://receiver.example:25/' }, 422, 'url_port'],
    [{ url: 'https://a:b@receiver.example/' }, 400, 'url_credentials'],
    [{ url: 'nothing' }, 400, 'url_invalid'],
    [{ events: [] }, 400, 'choice_required'],
    [{ events: ['visitor.vanished'] }, 400, undefined],
    [{ secret: 'of my own' }, 400, undefined],
  ])('refuses %o', async (fields, status, code) => {
    const { id } = await create()
    const refused = [
      await ask('POST', '', { url: url(), events: ['visitor.refused'], ...fields }),
      await ask('PATCH', `/${id}`, fields),
    ]
    for (const { status: got, body } of refused) {
      expect(got).toBe(status)
      const [found] = Object.values((body['field_codes'] ?? {}) as Record<string, string>)
      if (code !== undefined) expect(found).toBe(code)
    }
    expect(await get(id)).toMatchObject({ url: url(), events: visitEvents })
  })

  it('are ten at most', async () => {
    await Promise.all(
      Array.from({ length: limits.webhooks.perClient + 2 }, () =>
        ask('POST', '', { url: url(), events: ['visitor.refused'] }),
      ),
    )
    expect((await ask('GET')).body['total']).toBe(limits.webhooks.perClient)
    expect((await ask('POST', '', { url: url(), events: ['visitor.refused'] })).body).toMatchObject({
      code: 'too_many_parts',
    })
  })

  it('show their secret once, and keep it nowhere in clear', async () => {
    const { id, secret } = await create()
    expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/)
    const bare = secret.slice('whsec_'.length)
    const shown = [
      await ask('GET'),
      await ask('GET', `/${id}`),
      await ask('PATCH', `/${id}`, { events: ['visitor.refused'] }),
    ]
    for (const { text } of shown) expect(text).not.toContain(bare)
    const stored = await here.sql`
      select to_jsonb(w)::text as row from webhooks w where id = ${id}
      union all select to_jsonb(a)::text from audit_entries a where client_id = ${clientId}`
    const bytes = Buffer.from(bare, 'base64').toString('hex')
    for (const { row } of stored)
      for (const clear of [bare.slice(0, 20), bytes]) expect(String(row)).not.toContain(clear)
    const actions = await here.sql`
      select action from audit_entries where target_id = ${id} order by at, id`
    expect(actions).toEqual([{ action: 'webhook.created' }, { action: 'webhook.updated' }])
  })

  it('are changed by one person at a time', async () => {
    const { id, last_modified: seen } = await create()
    const headers = { 'if-match': `"${seen}"` }
    expect((await ask('PATCH', `/${id}`, { enabled: false }, { headers })).body['enabled']).toBe(false)
    const late = await ask('PATCH', `/${id}`, { enabled: true }, { headers })
    expect(late).toMatchObject({ status: 412, body: { current: { enabled: false } } })
  })

  it('are deleted with their deliveries', async () => {
    const { id } = await create()
    await signIn()
    receiver.respond = answers(500)
    await deliver()
    expect((await ask('DELETE', `/${id}`)).status).toBe(204)
    expect((await ask('GET', `/${id}`)).status).toBe(404)
    expect(await here.sql`select from outbox where client_id = ${clientId}`).toEqual([])
  })
})

describe('what nobody wants', () => {
  it('is not recorded', async () => {
    const { id } = await create({ events: ['visitor.signed_out', 'user.archived'] })
    const { checkOutToken } = await signIn()
    expect(await here.sql`select from outbox where client_id = ${clientId}`).toEqual([])
    await ask('PATCH', `/${id}`, { enabled: false })
    const time = here.test.clock.now.toISOString()
    expect((await call(here.test, 'POST', '/checkin/checkout', { checkOutToken, time })).status).toBe(200)
    await call(here.test, 'PATCH', `/sites/${siteId}`, { name: 'Harbour' }, { token: admin })
    expect(await here.sql`select from outbox where client_id = ${clientId}`).toEqual([])
  })
})

describe('an event', () => {
  it('arrives signed, and says nothing about health, no mobile and no answer', async () => {
    const question = await makeQuestion(here.test.database.db, clientId, siteId, {
      type: 'free text',
      text: 'Any fever?',
    })
    const { id, secret } = await create()
    await signIn('Ana', { questions: { [question.id]: { answer: 'a little cough' } }, dependents: 2 })
    await deliver()
    const [received] = receiver.calls
    if (!received) throw new Error('Nothing has arrived')
    expect(signersOf(received, [secret, `whsec_${Buffer.alloc(32).toString('base64')}`])).toEqual([secret])
    const seconds = Math.floor(here.test.clock.now.getTime() / 1000)
    expect(received.headers).toMatchObject({
      'webhook-timestamp': String(seconds),
      'content-type': 'application/json; charset=utf-8',
    })
    expect(received.body).toMatchObject({
      type: 'visitor.signed_in',
      timestamp: here.test.clock.now.toISOString(),
      data: {
        site: { id: siteId, name: 'Quay' },
        sign_in_method: { id: method.id, name: 'Gate' },
        person: { kind: 'visitor', user_id: null, first_name: 'Ana', last_name: 'Silva' },
        dependents: 2,
        visit: { ended_as: null },
      },
    })
    for (const hidden of ['1570156', 'cough', 'fever']) expect(received.text).not.toContain(hidden)
    const [delivery] = await deliveriesOf(id)
    expect(delivery).toMatchObject({ state: 'delivered', outcome: 'accepted', status: 204, attempts: 1 })
    const details = (await ask('GET', `/${id}/deliveries/${delivery?.id}`)).body
    expect(details).toMatchObject({ event_id: received.id, body: received.text, response: '' })
  })

  it('is one for each way in which a visit ends, the superseded one too, and for a refusal', async () => {
    await create()
    await signIn()
    later(60_000)
    const { checkOutToken } = await signIn()
    const time = here.test.clock.now.toISOString()
    await call(here.test, 'POST', '/checkin/checkout', { checkOutToken, time })
    const { db } = here.test.database
    const hot = await makeMethod(db, clientId, siteId)
    const question = await makeQuestion(db, clientId, siteId, {
      type: 'yes/no',
      text: 'Are you ill?',
      answers: { yes: { text: 'Ill', action: 'fail' }, no: { text: 'Well', action: 'pass' } },
    })
    await call(here.test, 'POST', '/checkin', {
      firstName: 'Bea',
      lastName: 'Silva',
      mobile: '0491570156',
      machineId: hot.id,
      questions: { [question.id]: { answer: 'yes' } },
    })
    await deliver()
    expect(
      receiver.calls.map(({ body }) => [body.type, 'visit' in body.data ? body.data.visit.ended_as : '']),
    ).toEqual(
      expect.arrayContaining([
        ['visitor.signed_in', null],
        ['visitor.signed_in', null],
        ['visitor.signed_out', 'superseded'],
        ['visitor.signed_out', 'checked_out'],
        ['visitor.refused', ''],
      ]),
    )
    expect(receiver.calls).toHaveLength(5)
    const refused = receiver.calls.find(({ body }) => body.type === 'visitor.refused')
    expect(refused?.text).not.toMatch(/fail|answer|Ill|reason/)
  })

  it('is a change of a site, a sign-in method or a person too', async () => {
    await create({ events: [...changeEvents] })
    const change = async (verb: 'POST' | 'PATCH', path: string, body: object) => {
      const changed = await call(here.test, verb, path, body, { token: admin })
      expect(changed.status, changed.text).toBeLessThan(300)
    }
    await change('PATCH', `/sites/${siteId}`, { name: 'Harbour' })
    await change('POST', '/sites', { name: 'Dock' })
    await change('POST', '/sign-in-methods/bulk', { action: 'disable', ids: [method.id] })
    await deliver()
    expect(
      receiver.calls.map(({ body }) => [body.type, 'object' in body.data && body.data.object.name]),
    ).toEqual(
      expect.arrayContaining([
        ['site.updated', 'Harbour'],
        ['site.created', 'Dock'],
        ['sign_in_method.disabled', 'Gate'],
      ]),
    )
    expect(receiver.calls).toHaveLength(3)
    for (const { body } of receiver.calls) expect(body.data).toMatchObject({ actor_id: adminId })
  })

  it('is what becomes of a device too', async () => {
    const { db } = here.test.database
    const gate = await makeMethod(db, clientId, siteId, { name: 'North', type: 'device' })
    await makeDevice(db, clientId, gate.id)
    await create({ events: ['device.offline'] })
    const since = '2026-01-02T03:04:05.000Z'
    await here.sql`update devices set last_seen_at = ${since} where method_id = ${gate.id}`
    await tellOffline(db, installationScope(), here.test.clock.now)
    await deliver()
    expect(receiver.calls.map(({ body }) => body)).toEqual([
      {
        type: 'device.offline',
        timestamp: here.test.clock.now.toISOString(),
        data: { site: { id: siteId, name: 'Quay' }, sign_in_method: { id: gate.id, name: 'North' }, since },
      },
    ])
  })

  it('has no names after the retention has removed them', async () => {
    const { id } = await create()
    await signIn()
    receiver.respond = answers(500)
    await deliver()
    await here.sql`update visits set first_name = '', last_name = '' where client_id = ${clientId}`
    receiver.respond = accepts
    later(60_000)
    await deliver()
    expect(receiver.calls.at(-1)?.body.data).toMatchObject({ person: { first_name: null, last_name: null } })
    const [delivery] = await deliveriesOf(id)
    expect(delivery?.state).toBe('delivered')
  })

  it('that a person tries is sent to that webhook alone, and not to one that is disabled', async () => {
    const [tried] = [await create({ events: ['visitor.refused'] }), await create()]
    expect((await ask('POST', `/${tried.id}/test`)).status).toBe(201)
    await deliver()
    expect(receiver.calls.map(({ body }) => body)).toMatchObject([
      { type: 'webhook.test', data: { webhook: { id: tried.id } } },
    ])
    await ask('PATCH', `/${tried.id}`, { enabled: false })
    expect((await ask('POST', `/${tried.id}/test`)).body).toMatchObject({ code: 'webhook_disabled' })
  })
})

describe('a receiver', () => {
  it('that answers with an error is asked again after growing waits', async () => {
    const { id } = await create()
    receiver.respond = answers(500, {}, `not now\0${'x'.repeat(2000)}`)
    await signIn()
    const waits: number[] = []
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await deliver()
      const [delivery] = await deliveriesOf(id)
      expect(delivery).toMatchObject({
        state: 'waiting',
        attempts: attempt,
        outcome: 'error_status',
        status: 500,
      })
      const wait = millisecondsOf(delivery?.next_attempt_at ?? '') - here.test.clock.now.getTime()
      waits.push(wait / 1000)
      later(wait)
    }
    expect(waits).toEqual([30, 60, 120, 240])
    const deliveryId = (await deliveriesOf(id))[0]?.id
    const { response } = (await ask('GET', `/${id}/deliveries/${deliveryId}`)).body
    expect(response).toMatch(/^not now\uFFFDx+$/)
    expect(response).toHaveLength(limits.webhooks.keptResponseCharacters)
    receiver.respond = accepts
    await deliver()
    expect(new Set(receiver.calls.map((one) => one.id)).size).toBe(1)
    expect((await get(id)).failing_since).toBeNull()
  })

  it.each<[string, WebhookReceiver['respond'], object]>([
    ['redirects', answers(302, { location: 'http://127.0.0.1/' }), { outcome: 'redirected', status: 302 }],
    ['drops the line', (_, request) => void request.socket.destroy(), { outcome: 'connection_lost' }],
    [
      'answers too much',
      answers(200, {}, 'x'.repeat(limits.webhooks.responseBytes + 1)),
      { outcome: 'too_large' },
    ],
  ])('that %s has not accepted', async (_, respond, expected) => {
    const { id } = await create()
    receiver.respond = respond
    await signIn()
    await deliver()
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'waiting', ...expected })
    expect(receiver.calls).toHaveLength(1)
  })

  it('that is slow has not accepted, and holds up no other webhook', async () => {
    const slow = await create({ url: `${url()}/slow` })
    const quick = await create()
    const order: string[] = []
    receiver.respond = (received, request, response) => {
      if (!request.url?.endsWith('slow')) {
        order.push('quick')
        return accepts(received, request, response)
      }
      request.socket.on('close', () => order.push('slow is over'))
    }
    for (const name of ['Ana', 'Bea', 'Cleo', 'Dora', 'Eva', 'Flo']) await signIn(name)
    await here.test.webhookWorker({ attemptMs: 1500 }).deliverDue()
    expect((await deliveriesOf(quick.id)).every(({ state }) => state === 'delivered')).toBe(true)
    expect(order[0]).toBe('quick')
    const outcomes = (await deliveriesOf(slow.id)).map(({ outcome }) => outcome)
    expect(outcomes).toContain('timeout')
    // Two failures in a row let it rest: not everything was tried.
    expect(outcomes).toContain(null)
    expect((await get(slow.id)).failing_since).not.toBeNull()
  })

  it('shares the calls of its client with the others of that client, however many are slow', async () => {
    for (const name of ['a', 'b', 'c']) await create({ url: `${url()}/${name}` })
    const open = new Set<unknown>()
    let most = 0
    receiver.respond = (_, request) => {
      open.add(request)
      most = Math.max(most, open.size)
      request.socket.on('close', () => open.delete(request))
    }
    for (const name of ['Ana', 'Bea', 'Cleo', 'Dora', 'Eva', 'Flo']) await signIn(name)
    await here.test.webhookWorker({ attemptMs: 1500 }).deliverDue()
    expect(most).toBe(8)
  })

  it('needs a certificate that is trusted, at an address that may be called', async () => {
    const secured = await startWebhookReceiver(makeIdentity('receiver.test'))
    const { id } = await create({ url: `https://receiver.test:${secured.port}/` })
    await signIn()
    await deliver()
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'waiting', outcome: 'certificate' })
    await ask('PATCH', `/${id}`, { url: `http://receiver.test:${await freePort()}/` })
    later(30_000)
    await deliver()
    expect((await deliveriesOf(id))[0]).toMatchObject({ outcome: 'connection_refused' })
    expect(secured.calls).toEqual([])
    await secured.close()
  })

  it('is not called where its name leads into a private network by then', async () => {
    const { id } = await create({ url: 'https://public.test/' })
    names['public.test'] = ['127.0.0.1']
    await signIn()
    await deliver()
    expect((await deliveriesOf(id))[0]).toMatchObject({
      state: 'waiting',
      outcome: 'private_address',
      status: null,
    })
  })

  it('that refuses many at once lets none of their results wait for another', async () => {
    const { id } = await create()
    receiver.respond = (_, __, response) => void setTimeout(() => response.writeHead(500).end(), 20)
    for (const letter of 'abcdefghijkl') await signIn(`Person${letter}`)
    for (let round = 0; round < 6; round += 1) {
      await Promise.all([1, 2, 3].map(() => deliver()))
      later(HOUR_MS)
    }
    admin = await session()
    // Some may not have been tried at all. A result that was not recorded would leave an attempt
    // without its outcome.
    const tried = (await deliveriesOf(id)).filter(({ attempts }) => attempts > 0)
    expect(new Set(tried.map(({ outcome }) => outcome))).toEqual(new Set(['error_status']))
    expect(tried.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(receiver.calls.length)
  })

  it('that answers 500 for a day gets everything once it works, in order for each person', async () => {
    const { id } = await create()
    receiver.respond = answers(500)
    const people = ['Ana', 'Bea']
    for (let hour = 0; hour < 24; hour += 1) {
      for (const name of people) await signIn(name)
      later(HOUR_MS)
      await deliver()
    }
    const tries = receiver.calls.length
    receiver.calls.length = 0
    receiver.respond = accepts
    // The first that is due shows that it works, and then all of them are.
    for (let minute = 0; minute <= 60; minute += 5) {
      await deliver()
      later(5 * 60_000)
    }
    await deliver()
    admin = await session()
    expect((await deliveriesOf(id)).every(({ state }) => state === 'delivered')).toBe(true)
    expect(receiver.calls).toHaveLength(2 * 24 + 2 * 23)
    expect(new Set(receiver.calls.map((one) => one.id)).size).toBe(receiver.calls.length)
    for (const name of people) {
      const times = receiver.calls
        .filter(({ body }) => 'person' in body.data && body.data.person.first_name === name)
        .map(({ body }) => body.timestamp)
      expect(times).toEqual(times.toSorted())
    }
    // A receiver that is away is not asked for each event that waits for it.
    expect(tries).toBeLessThan(200)
  })

  it.for(['before it became a delivery', 'after a failure', 'after it was given up and sent again'] as const)(
    'gets the events of a visit in their order, whose person is corrected %s',
    async (when) => {
      const { id } = await create()
      receiver.respond = answers(500)
      const { checkOutToken } = await signIn()
      const [visit] = await here.sql`select id from visits where client_id = ${clientId}`
      const correct = async (mobile: string) => {
        const path = `/access-log/${visit?.['id']}/corrections`
        const { status, text } = await call(
          here.test,
          'POST',
          path,
          { mobile, note: 'The number was wrong' },
          { token: admin },
        )
        expect(status, text).toBe(200)
      }
      if (when === 'before it became a delivery') await correct('0491570157')
      await deliver()
      if (when === 'after a failure') await correct('0491570157')
      if (when === 'after it was given up and sent again') {
        await here.sql`update outbox set failed_at = now(), failure = '500' where client_id = ${clientId}`
        await correct('0491570157')
        const [delivery] = await deliveriesOf(id)
        expect((await ask('POST', `/${id}/deliveries/${delivery?.id}/resend`)).status).toBe(200)
        await deliver()
      }
      receiver.respond = accepts
      receiver.calls.length = 0
      const time = here.test.clock.now.toISOString()
      await call(here.test, 'POST', '/checkin/checkout', { checkOutToken, time })
      await deliver()
      later(40_000)
      await deliver()
      expect(typesOf()).toEqual(['visitor.signed_in', 'visitor.signed_out'])
    },
  )

  it('that accepts nothing for three days is disabled, and what it missed can be sent again', async () => {
    const { id } = await create()
    receiver.respond = answers(500)
    await signIn('Ana')
    await signIn('Bea')
    for (let hour = 0; hour <= 80; hour += 1) {
      await deliver()
      later(HOUR_MS)
    }
    admin = await session()
    expect(await get(id)).toMatchObject({ enabled: false, given_up_at: expect.any(String) })
    const entries = await here.sql`
      select actor_kind from audit_entries where target_id = ${id} and action = 'webhook.given_up'`
    expect(entries).toEqual([{ actor_kind: 'system' }])
    await here.test.tell()
    const bell = await call(here.test, 'GET', '/me/notifications', undefined, { token: admin })
    expect(bell.text).toContain(`receiver.test:${receiver.port}`)

    const letters = async () =>
      (await call(here.test, 'GET', '/dead-letters?sort=created_at', undefined, { token: admin })).body
    expect(await letters()).toMatchObject({
      total: 2,
      items: [
        { kind: 'webhook', type: 'visitor.signed_in', subject: url() },
        { kind: 'webhook', type: 'visitor.signed_in', subject: url() },
      ],
    })
    const sendAgain = async () =>
      (
        await call(
          here.test,
          'POST',
          '/dead-letters/bulk',
          { action: 'send_again', matching: { kind: 'webhook' } },
          { token: admin },
        )
      ).body
    expect(await sendAgain()).toMatchObject({ done: 0, blocked: [{ code: 'webhook_disabled' }, {}] })
    receiver.calls.length = 0
    receiver.respond = accepts
    await ask('PATCH', `/${id}`, { enabled: true })
    expect(await get(id)).toMatchObject({ failing_since: null, given_up_at: null })
    expect(await sendAgain()).toMatchObject({ done: 2, blocked: [] })
    await deliver()
    expect(typesOf()).toEqual(['visitor.signed_in', 'visitor.signed_in'])
    expect(await letters()).toMatchObject({ total: 0 })
    const audits = await here.sql`
      select details from audit_entries where client_id = ${clientId} and action = 'delivery.sent_again'`
    expect(audits).toHaveLength(2)
  })

  it('that is disabled misses what is due, and nothing is recorded for it any more', async () => {
    const { id } = await create()
    receiver.respond = answers(500)
    await signIn('Ana')
    await deliver()
    await ask('PATCH', `/${id}`, { enabled: false })
    await signIn('Bea')
    later(60_000)
    await deliver()
    expect(receiver.calls).toHaveLength(1)
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'failed', outcome: 'disabled' }])
    const deliveryId = (await deliveriesOf(id))[0]?.id
    expect((await ask('POST', `/${id}/deliveries/${deliveryId}/resend`)).body).toMatchObject({
      code: 'webhook_disabled',
    })
  })
})

/** The sessions of a moved clock have ended. */
const session = () => openSession(here.test, { clientId, userId: adminId, admin: true })

describe('a rotated secret', () => {
  it('signs beside the one before it for a day, and alone from then on', async () => {
    const { id, secret: first } = await create()
    const { secret: second } = (await ask('POST', `/${id}/rotate-secret`))
      .body as unknown as WebhookWithSecret
    const signers = async () => {
      receiver.calls.length = 0
      await ask('POST', `/${id}/test`)
      await deliver()
      const [received] = receiver.calls
      return received && signersOf(received, [first, second])
    }
    expect(await signers()).toEqual([first, second])
    later(limits.webhooks.rotationHours * HOUR_MS - 1000)
    admin = await session()
    expect(await signers()).toEqual([first, second])
    later(1000)
    expect(await signers()).toEqual([second])
  })
})

describe('the deliveries of a webhook', () => {
  it('are read page by page, and each can be sent again', async () => {
    const { id } = await create()
    for (const name of ['Ana', 'Bea', 'Cleo']) await signIn(name)
    await deliver()
    const first = (await ask('GET', `/${id}/deliveries?per_page=2`)).body
    const rest = (await ask('GET', `/${id}/deliveries?per_page=2&cursor=${String(first['next'])}`)).body
    const ids = [...(first['items'] as { id: string }[]), ...(rest['items'] as { id: string }[])].map(
      (one) => one.id,
    )
    expect(new Set(ids).size).toBe(3)
    expect(rest['next']).toBeNull()
    expect((await ask('GET', `/${id}/deliveries?state=failed`)).body['items']).toEqual([])
    const again = await ask('POST', `/${id}/deliveries/${ids[0]}/resend`)
    expect(again.body).toMatchObject({ state: 'waiting', attempts: 0 })
    await deliver()
    expect(receiver.calls).toHaveLength(4)
    expect(new Set(receiver.calls.map((one) => one.id)).size).toBe(3)
  })

  it.each(['cursor=x', 'cursor=-1', 'per_page=101', 'state=lost'])('answer 400 to %s', async (query) => {
    const { id } = await create()
    expect((await ask('GET', `/${id}/deliveries?${query}`)).status).toBe(400)
  })
})

describe('the events of a webhook', () => {
  it('are read on from a place, in their order, delivered or not', async () => {
    const { id } = await create()
    receiver.respond = answers(500)
    const empty = (await ask('GET', `/${id}/events`)).body
    expect(empty).toEqual({ items: [], next: null, has_more: false })
    const people = Array.from({ length: 7 }, (_, n) => `Person${'abcdefg'[n] ?? ''}`)
    for (const name of people) await signIn(name)
    await ask('POST', `/${id}/test`)
    await deliver()
    const read: string[] = []
    let after = ''
    for (;;) {
      const page = (await ask('GET', `/${id}/events?per_page=3${after}`)).body
      for (const { body } of page['items'] as { body: string }[])
        read.push((JSON.parse(body) as { data: { person: { first_name: string } } }).data.person.first_name)
      after = `&after=${String(page['next'])}`
      if (page['has_more'] === false) break
    }
    expect(read).toEqual(people)
    await signIn('Later')
    await deliver()
    expect((await ask('GET', `/${id}/events?per_page=3${after}`)).body['items']).toHaveLength(1)
  })
})
