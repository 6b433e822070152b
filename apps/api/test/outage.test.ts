import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { testConnections } from './database.ts'
import { makeClient, makeMethod, makeSite } from './factories.ts'
import { openSuperuserConnection } from './superuser.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let method: { id: string; key: string }

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  const client = await makeClient(test.database.db)
  const site = await makeSite(test.database.db, client.id)
  method = await makeMethod(test.database.db, client.id, site.id)
})
afterAll(() => test.close())

const database = () => new URL(test.database.runtimeUrl).pathname.slice(1)
const ask = () => test.app.inject(`/api/checkin/machine-data?method=${method.key}`)
const ready = () => test.app.inject('/health/ready')

it('a database that refuses connections gives 503 with Retry-After, and the node recovers without a restart', async () => {
  expect((await ask()).statusCode).toBe(200)
  // From another database: a database can't be closed from within.
  const admin = postgres(inject('testServer').adminUrl, { max: 1, onnotice: () => {} })
  await admin.unsafe(`alter database ${database()} with allow_connections false`)
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database()}`
  for (let time = 0; time < 5; time += 1) {
    const response = await ask()
    expect(response.statusCode, response.body).toBe(503)
    expect(response.headers['retry-after']).toBe('2')
    expect(response.json()).toMatchObject({ code: 'unavailable' })
  }
  expect((await ready()).statusCode).toBe(503)
  expect((await test.app.inject('/health/live')).statusCode).toBe(200)
  await admin.unsafe(`alter database ${database()} with allow_connections true`)
  await admin.end()
  await expect.poll(async () => (await ask()).statusCode).toBe(200)
  expect((await ready()).statusCode).toBe(503)
  test.clock.now = new Date(test.clock.now.getTime() + 5000)
  expect((await ready()).statusCode).toBe(200)
})

it('connections cut in the middle of check-ins refuse theirs with 503, and a repeat leaves each one there once', async () => {
  const person = (number: number) => ({
    firstName: `Cut ${number}`,
    lastName: 'Off',
    mobile: '0491570156',
    machineId: method.id,
  })
  const keys = Array.from({ length: 60 }, () => crypto.randomUUID())
  const submit = (key: string, index: number) =>
    test.app.inject({
      method: 'POST',
      url: '/api/checkin',
      payload: person(index),
      headers: { 'idempotency-key': key },
      remoteAddress: `10.9.0.${index}`,
    })
  const waiting = () => sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = ${database()} and wait_event_type = 'Lock' and pid <> pg_backend_pid()`
  let sending: Promise<Awaited<ReturnType<typeof submit>>[]> | undefined
  // The lock stops the check-ins that have a connection. The others wait for one.
  await sql.begin(async (tx) => {
    await tx`lock table visits in exclusive mode`
    sending = Promise.all(keys.map(submit))
    await expect.poll(waiting).toHaveLength(testConnections)
    for (const { pid } of await waiting()) await tx`select pg_terminate_backend(${pid})`
  })
  const first = (await sending) ?? []
  // A check-in that gets a connection before its loss is noticed is refused too, so the number of
  // cut ones is a minimum.
  const accepted = first.filter(({ statusCode }) => statusCode === 200)
  const refused = first.filter(({ statusCode }) => statusCode === 503)
  expect(refused.length).toBeGreaterThanOrEqual(testConnections)
  expect(accepted.length + refused.length).toBe(keys.length)
  const again = await Promise.all(keys.map(submit))
  for (const [index, response] of again.entries()) {
    expect(response.statusCode, response.body).toBe(200)
    if (first[index]?.statusCode === 200) expect(response.body).toBe(first[index].body)
  }
  const visits =
    await sql`select first_name, count(*)::int as visits from visits where last_name = 'Off' group by 1`
  expect(visits).toHaveLength(keys.length)
  expect(visits.every((row) => row['visits'] === 1)).toBe(true)
})
