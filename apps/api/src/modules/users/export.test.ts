import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { exportRowsHeader } from '@gatehouse/validation/endpoint'
import { rateRules } from '@gatehouse/validation/limits'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeSite, type NewUser } from '../../../test/factories.ts'
import { isFull } from '../../../test/runs.ts'
import { call, freshIp, makeMember, signIn } from '../../../test/staff.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
let token: string
let siteId: string

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  await test.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => test.close())
beforeEach(async () => {
  clientId = (await makeClient(test.database.db)).id
  siteId = (await makeSite(test.database.db, clientId, { name: 'Quay' })).id
  token = await tokenOf({ admin: true, lastName: 'Keeper' })
})

const tokenOf = async (fields: NewUser) =>
  (await signIn(test, await makeMember(test, clientId, fields))).token
const write = (query = '', who = token, ip = freshIp()) =>
  call(test, 'GET', `/users/export${query}`, undefined, { token: who, ip })
const rowsOf = (text: string) => parse<Record<string, string>>(text, { bom: true, columns: true })

/** So many users, with long values. */
async function makeMany(count: number): Promise<void> {
  await sql`
    insert into users (client_id, id, email, email_key, first_name, last_name, status)
    select ${clientId}, gen_random_uuid(), mail, mail, 'Number ' || lpad(n::text, 6, '0'), repeat('z', 38), 'active'
    from (select n, n || '@' || ${clientId} || repeat('x', 180) as mail from generate_series(1, ${count}::int) n) made`
}

/** Opens the export as a program does that takes nothing of it yet. */
async function open(): Promise<IncomingMessage> {
  const address = test.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const request = get({
    port: address.port,
    path: '/api/users/export',
    headers: { authorization: `Bearer ${token}` },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response.pause()
}

/** A machine may be busy. */
const patiently = { timeout: 30_000 }

/** The connection that reads an export. */
const readers = () =>
  sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`

const readersBegin = () =>
  vi.waitUntil(async () => {
    const found = await readers()
    return found.length > 0 && found
  }, patiently)

async function readWhole(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

describe('GET /users/export', () => {
  it('is not for staff, and finds no site of another client', async () => {
    const staff = await tokenOf({ access: [{ siteId, userType: 'Staff' }] })
    expect((await write('', staff)).status).toBe(403)
    const other = (await makeClient(test.database.db)).id
    const foreign = await makeSite(test.database.db, other)
    for (const id of [foreign.id, crypto.randomUUID()]) expect((await write(`?site=${id}`)).status).toBe(404)
    expect((await write('?status=asleep')).status).toBe(400)
  })

  it('is limited for a person, whatever others at the address ask for', async () => {
    const ip = freshIp()
    const [own, colleague] = [await tokenOf({ admin: true }), await tokenOf({ admin: true })]
    for (let asked = 0; asked < rateRules.exports.burst; asked += 1)
      expect((await write('', own, ip)).status).toBe(200)
    expect((await write('', own, freshIp())).status).toBe(429)
    expect((await write('', colleague, ip)).status).toBe(200)
  })

  it('writes what can be read again: every value quoted, no formula, phones as they are written at home', async () => {
    await makeMember(test, clientId, {
      firstName: '=1+1',
      lastName: '@Zorn "the" gate\nkeeper',
      email: `zoe-${clientId}@x.example`,
      mobile: '+61491570156',
      employeeNumber: '-5',
      access: [{ siteId, userType: 'Manager' }],
      lastSeenAt: new Date('2026-07-01T02:03:04Z'),
    })
    const { status, text, headers } = await write('?search=zorn')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = text
      .replace(/^\ufeff/, '')
      .split('\r\n')
      .filter(Boolean)
    for (const line of lines) expect(line).toMatch(/^"/)
    expect(rowsOf(text)).toEqual([
      expect.objectContaining({
        first_name: "'=1+1",
        last_name: '\'@Zorn "the" gate\nkeeper',
        mobile: '0491 570 156',
        employee_number: "'-5",
        sites: 'Quay: Manager',
        status: 'active',
        last_seen: '2026-07-01 12:03:04+10:00',
        last_seen_utc: '2026-07-01T02:03:04.000Z',
      }),
    ])
  })

  it('names its filters, rows, zone and day, and is recorded with them', async () => {
    await makeMember(test, clientId, { access: [{ siteId, userType: 'Guest' }] })
    const { headers } = await write(`?site=${siteId}&user_type=Guest`)
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Australia/Sydney' }).format(test.clock.now)
    expect(headers['content-disposition']).toContain(
      `filename="users_quay_guest_active_1-rows_australia-sydney_${day}.csv"`,
    )
    expect(headers[exportRowsHeader]).toBe('1')
    const entries = await sql`
      select details from audit_entries where action = 'users.exported' and client_id = ${clientId}`
    expect(entries.map(({ details }) => details as object)).toEqual([
      { search: null, site: siteId, user_type: 'Guest', status: 'active', rows: 1 },
    ])
  })

  it('records the number of rows that it has, also where people come and go meanwhile', async () => {
    let isDone = false
    const coming = (async () => {
      for (let number = 0; !isDone; number += 1)
        await makeMember(test, clientId, {
          email: `${number}-${clientId}@x.example`,
          firstName: `Number ${number}`,
        })
    })()
    const exported: string[] = []
    for (let time = 0; time < 8; time += 1) {
      const { text, headers } = await write()
      expect(String(rowsOf(text).length)).toBe(headers[exportRowsHeader])
      exported.push(String(headers[exportRowsHeader]))
    }
    isDone = true
    await coming
    const recorded = await sql`
      select details ->> 'rows' as rows from audit_entries
      where action = 'users.exported' and client_id = ${clientId} order by id`
    expect(recorded.map(({ rows }) => rows as string)).toEqual(exported)
  })

  it('has each row once and in order, however many parts it is read in, and keeps no connection', async () => {
    await makeMany(2200)
    const { text, headers } = await write()
    const rows = rowsOf(text)
    expect(headers[exportRowsHeader]).toBe(String(rows.length))
    expect(rows.map(({ first_name }) => first_name).slice(1)).toEqual(
      Array.from({ length: 2200 }, (_, at) => `Number ${String(at + 1).padStart(6, '0')}`),
    )
    // The last rows may be read before the transaction has ended.
    await expect.poll(readers).toEqual([])
  })

  // Thirty thousand rows, so that no buffer holds them.
  if (isFull)
    it('that loses the database is cut, and so is its connection where the reader goes away; the next one is whole', async () => {
      await makeMany(30_000)
      const cut = await open()
      const [reader] = await readersBegin()
      await sql`select pg_terminate_backend(${reader?.pid ?? 0})`
      await expect(readWhole(cut)).rejects.toThrow('aborted')

      const left = await open()
      await readersBegin()
      left.destroy()
      await vi.waitUntil(async () => (await readers()).length === 0, patiently)

      expect(rowsOf(await readWhole(await open()))).toHaveLength(30_001)
    })
})
