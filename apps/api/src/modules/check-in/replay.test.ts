import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSecondNode, buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeBan, makeClient, makeMethod, makeRole, makeSite, makeWebhook } from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { recordReading } from '../readings/record-reading.ts'

let test: TestApp
let other: Awaited<ReturnType<typeof buildSecondNode>>
let sql: ReturnType<typeof openSuperuserConnection>

beforeAll(async () => {
  test = await buildTestApp()
  other = await buildSecondNode(test)
  sql = openSuperuserConnection(test.database)
})
afterAll(async () => {
  await other.close()
  await test.close()
})

let addresses = 0
interface Sent {
  payload: object
  key: string
  app?: FastifyInstance
}
function send({ payload, key, app = test.app }: Sent) {
  return app.inject({
    method: 'POST',
    url: '/api/checkin',
    remoteAddress: `10.3.0.${addresses++ % 200}`,
    payload,
    headers: { 'idempotency-key': key },
  })
}

async function makePlace(fields: object = {}) {
  const { db } = test.database
  const client = await makeClient(db)
  const site = await makeSite(db, client.id)
  const method = await makeMethod(db, client.id, site.id, fields)
  return { client, site, method }
}
const ana = (machineId: string) => ({ firstName: 'Ana', lastName: 'Silva', mobile: '0491570156', machineId })

describe('two nodes on one database', () => {
  it.each([
    ['30 duplicates of a sign-in', 30, {}],
    ['50 duplicates of a sign-in', 50, {}],
    ['30 duplicates with one temperature code', 30, { useTemperature: true }],
  ])('%s leave one row and equal bytes', async (_, count, fields) => {
    const { client, site, method } = await makePlace(fields)
    await makeWebhook(test.database.db, client.id)
    const code = 'useTemperature' in fields && (await readCode(method.id))
    const payload = { ...ana(method.id), ...(code ? { verificationCode: code } : {}) }
    const key = crypto.randomUUID()
    const responses = await Promise.all(
      Array.from({ length: count }, (__, index) =>
        send({ payload, key, app: index % 2 === 0 ? test.app : other.app }),
      ),
    )
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    expect(responses[0]?.json()).toMatchObject({ invalidCode: false, checkOutToken: expect.any(String) })
    expect(await sql`select from visits where site_id = ${site.id}`).toHaveLength(1)
    expect(await sql`select from presence where site_id = ${site.id}`).toHaveLength(1)
    expect(await sql`select from idempotency_keys where method_id = ${method.id}`).toHaveLength(1)
    expect(await sql`select from outbox where client_id = ${client.id}`).toHaveLength(1)
  })
  it('duplicates that bring different drafts, or none, are the same sign-in', async () => {
    const { site, method } = await makePlace()
    const draft = async () =>
      (
        await test.app.inject({
          url: `/api/checkin/machine-data?method=${method.key}`,
          remoteAddress: `10.3.1.${addresses++ % 200}`,
        })
      ).json<{ draft: string }>().draft
    const drafts = [undefined, await draft(), await draft(), 'of nobody', null]
    const key = crypto.randomUUID()
    const bodies = new Set<string>()
    for (const own of drafts)
      bodies.add((await send({ payload: { ...ana(method.id), draft: own }, key })).body)
    expect(bodies.size).toBe(1)
    expect([...bodies][0]).toContain('checkOutToken')
    expect(await sql`select from visits where site_id = ${site.id}`).toHaveLength(1)
  })
  it('duplicates of a refused sign-in leave one refused attempt', async () => {
    const { client, site, method } = await makePlace()
    const person = { ...ana(method.id), mobile: '+61491570156' }
    await makeBan(test.database.db, client.id, { personKey: test.personKeys(client.id, person) })
    const key = crypto.randomUUID()
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        send({ payload: person, key, app: index % 2 === 0 ? test.app : other.app }),
      ),
    )
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    expect(responses[0]?.json()).toMatchObject({ banned: true })
    expect(await sql`select from refused_attempts where site_id = ${site.id}`).toHaveLength(1)
  })
  it('one code under 20 keys gives one visit', async () => {
    const { site, method } = await makePlace({ useTemperature: true })
    const verificationCode = await readCode(method.id)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send({
          payload: { ...ana(method.id), firstName: `Guest ${index}`, verificationCode },
          key: crypto.randomUUID(),
          app: index % 2 === 0 ? test.app : other.app,
        }),
      ),
    )
    expect(responses.filter((response) => response.json().invalidCode === false)).toHaveLength(1)
    expect(await sql`select from visits where site_id = ${site.id}`).toHaveLength(1)
  })
})

it('whoever loses the race for an idempotency key uses no temperature code', async () => {
  const { client, site, method } = await makePlace({ useTemperature: true })
  const verificationCode = await readCode(method.id)
  const key = crypto.randomUUID()
  let late: ReturnType<typeof send> | undefined
  await sql.begin(async (tx) => {
    await tx`
      insert into idempotency_keys (client_id, method_id, key, request_hash, status, answer)
      values (${client.id}, ${method.id}, ${key}, ${Buffer.alloc(32)}, 200, '{}')`
    late = send({ payload: { ...ana(method.id), verificationCode }, key })
    await untilWaiting(late)
  })
  const response = await late
  expect([response?.statusCode, response?.json().code]).toEqual([409, 'conflict'])
  const [reading] = await sql`select consumed_at, consumed_by from readings where site_id = ${site.id}`
  expect(reading).toEqual({ consumed_at: null, consumed_by: null })
  expect(await sql`select from visits where site_id = ${site.id}`).toHaveLength(0)
})

/** Resolves when a statement of the request waits for another transaction. */
async function untilWaiting(request: PromiseLike<unknown>): Promise<void> {
  let isOver = false
  void Promise.resolve(request).then(() => (isOver = true))
  for (;;) {
    const waiting = await sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    if (waiting.length > 0) return
    if (isOver) throw new Error('The request did not wait')
  }
}

const readCode = async (methodId: string) =>
  (await recordReading({ db: test.database.db, now: test.clock.now }, { methodId, temperature: 36.6 })).code

describe('a replay answers the stored bytes', () => {
  const closings: [
    name: string,
    close: (place: Awaited<ReturnType<typeof makePlace>>) => PromiseLike<unknown>,
  ][] = [
    [
      'the method is disabled',
      ({ method }) => sql`update sign_in_methods set enabled = false where id = ${method.id}`,
    ],
    [
      'the method and its keys are retired',
      async ({ method }) => {
        await sql`update sign_in_methods set retired_at = now() where id = ${method.id}`
        await sql`update method_keys set retired_at = now() where method_id = ${method.id}`
      },
    ],
    ['the site is archived', ({ site }) => sql`update sites set status = 'archived' where id = ${site.id}`],
    [
      'the client is disabled',
      ({ client }) => sql`update clients set enabled = false where id = ${client.id}`,
    ],
  ]
  it.each(closings)('after %s, which nobody new can sign in to', async (_, close) => {
    const place = await makePlace()
    const sent = { payload: ana(place.method.id), key: crypto.randomUUID() }
    const first = await send(sent)
    expect(first.statusCode).toBe(200)
    await close(place)
    const again = await send({ ...sent, app: other.app })
    expect(again.statusCode).toBe(200)
    expect(again.body).toBe(first.body)
    expect((await send({ ...sent, key: crypto.randomUUID() })).statusCode).toBe(404)
    expect((await send({ payload: { ...sent.payload, firstName: 'Eve' }, key: sent.key })).statusCode).toBe(
      409,
    )
  })
  it('after the role is gone, the region has changed, and the person is banned', async () => {
    const { client, site, method } = await makePlace()
    const role = await makeRole(test.database.db, client.id, site.id, 'Visitor')
    const sent = { payload: { ...ana(method.id), role: role.id }, key: crypto.randomUUID() }
    const first = await send(sent)
    expect(first.statusCode).toBe(200)
    await sql`update visitor_roles set enabled = false where id = ${role.id}`
    await sql`update sites set region = 'US' where id = ${site.id}`
    const person = { ...ana(method.id), mobile: '+61491570156' }
    await makeBan(test.database.db, client.id, { personKey: test.personKeys(client.id, person) })
    expect((await send(sent)).body).toBe(first.body)
  })
})
