import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserType } from '@gatehouse/validation/vocabulary'
import { buildSecondNode } from '../../../test/build-test-app.ts'
import { countQueries } from '../../../test/count-queries.ts'
import { makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { openSession } from '../../../test/world.ts'
import { createDatabase } from '../../db/client.ts'

const here = inWorld()

type Node = Awaited<ReturnType<typeof buildSecondNode>>
let node: Node
let statements: string[]
beforeAll(async () => {
  const { runtimeUrl } = here.test.database
  const counted = countQueries(createDatabase({ runtimeUrl, connections: 8 }))
  statements = counted.statements
  node = await buildSecondNode(here.test, counted.db)
})
afterAll(() => node.close())

let siteId: string
let userId: string
let url: string
let token: string
beforeEach(async () => {
  const { db } = here.test.database
  const { clientId } = here.world.a
  siteId = (await makeSite(db, clientId, { offlineUsers: true })).id
  userId = (await makeUser(db, here.test.passwords, clientId, { firstName: 'Before' })).id
  await here.sql`insert into presence (client_id, site_id, person_key, kind, user_id, first_name, last_name, visit_id, signed_in_at)
    values (${clientId}, ${siteId}, 'key', 'user', ${userId}, '', '', gen_random_uuid(), now())`
  url = `/api/board/${siteId}`
  token = (await watch('Device')).token
  statements.length = 0
})

async function watch(userType: UserType) {
  const { clientId } = here.world.a
  const reader = await makeUser(here.test.database.db, here.test.passwords, clientId, {
    access: [{ siteId, userType }],
  })
  return { id: reader.id, token: await openSession(here.test, { clientId, userId: reader.id }) }
}

function poll(etag = '""', by = token) {
  return node.app.inject({ url, headers: { authorization: `Bearer ${by}`, 'if-none-match': etag } })
}
async function scansOfChanges() {
  const [scans] = await here.sql<{ seq_scan: number; idx_scan: number; idx_tup_read: number }[]>`
    select t.seq_scan::int, i.idx_scan::int, i.idx_tup_read::int from pg_stat_user_tables t
    join pg_stat_user_indexes i using (relid) where i.indexrelname = 'board_changes_pkey'`
  if (!scans) throw new Error('There is no such index')
  return scans
}
const rename = (firstName: string) =>
  here.sql`update users set first_name = ${firstName} where id = ${userId}`
const waitingForLocks = () =>
  here.sql<{ pid: number }[]>`select l.pid from pg_locks l join pg_database d on d.oid = l.database
    where not l.granted and d.datname = current_database()`
const readings = () => statements.filter((text) => text.includes('from "presence"'))
const questions = () => statements.filter((text) => text.includes('"isUnchanged"'))

it.each([
  ['people on site', '', 'Device'],
  ['people away, with masked numbers', '/out', 'Staff'],
  ['people away, with numbers in full', '/out', 'Manager'],
] as const)(
  'an unchanged poll for %s is one question beside that of the session',
  async (_, path, userType) => {
    url = `/api/board${path}/${siteId}`
    const { token: by } = await watch(userType)
    const { headers } = await poll('""', by)
    statements.length = 0
    const unchanged = await poll(String(headers['etag']), by)
    expect(unchanged.statusCode).toBe(304)
    const isQuery = (text: string) => text !== 'commit' && !text.startsWith('begin')
    expect(statements.filter(isQuery)).toEqual([
      expect.stringContaining('from sessions'),
      expect.stringContaining('from board_changes'),
    ])
  },
)

it('a question reads none of the changes before the list, however many there are', async () => {
  // Below the first transaction of the server: of this board, and of many others.
  await here.sql`insert into board_changes (client_id, site_id, list, transaction_id)
    select ${here.world.a.clientId}::uuid, ${siteId}::uuid, 'on_site', number::text::xid8 from generate_series(3, 602) number
    union all select ${here.world.a.clientId}::uuid, gen_random_uuid(), 'on_site', '3'::xid8 from generate_series(1, 10000)`
  await here.sql`analyze board_changes`
  const { headers } = await poll()
  const before = await scansOfChanges()
  let polls = 0
  const expectStatistics = async () => {
    polls += 1
    expect((await poll(String(headers['etag']))).statusCode).toBe(304)
    return (await scansOfChanges()).idx_scan
  }
  // A connection reports its statistics once a second.
  await expect.poll(expectStatistics, { interval: 200 }).toBeGreaterThan(before.idx_scan)
  const after = await scansOfChanges()
  expect(after.seq_scan).toBe(before.seq_scan)
  expect(after.idx_tup_read - before.idx_tup_read).toBeLessThan(10 * polls)
})

it('a person whose right to the board has ended gets neither a 304 nor the kept list', async () => {
  const leaver = await watch('Staff')
  const { headers } = await poll('""', leaver.token)
  const etag = String(headers['etag'])
  await here.sql`delete from access_entries where user_id = ${leaver.id}`
  expect((await poll(etag, leaver.token)).statusCode).toBe(404)
  expect((await poll('""', leaver.token)).statusCode).toBe(404)
  expect((await poll(etag)).statusCode).toBe(304)
})

it('one reading answers everybody who asks at once', async () => {
  await poll()
  await rename('After')
  statements.length = 0
  const responses = await Promise.all(Array.from({ length: 20 }, () => poll()))
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
  expect(responses[0]?.json()).toMatchObject([{ firstName: 'After' }])
  expect(readings()).toHaveLength(1)
})

it('readers who may read other numbers have a list of their own', async () => {
  await here.sql`delete from presence where site_id = ${siteId}`
  await here.sql`update users set mobile = '+61491570156' where id = ${userId}`
  await here.sql`insert into access_entries values (${here.world.a.clientId}, ${userId}, ${siteId}, 'Staff')`
  url = `/api/board/out/${siteId}`
  const manager = await watch('Manager')
  const telOf = async (by: string) =>
    (await poll('""', by)).json().find(({ id }: { id: string }) => id === userId)?.tel
  for (let round = 0; round < 2; round += 1) {
    expect(await telOf(token)).toBe('••• 156')
    expect(await telOf(manager.token)).toBe('+61491570156')
  }
})

it('a manager who becomes staff gets the masked list at the next poll', async () => {
  await here.sql`delete from presence where site_id = ${siteId}`
  await here.sql`update users set mobile = '+61491570156' where id = ${userId}`
  await here.sql`insert into access_entries values (${here.world.a.clientId}, ${userId}, ${siteId}, 'Staff')`
  url = `/api/board/out/${siteId}`
  const manager = await watch('Manager')
  const telOf = (response: Awaited<ReturnType<typeof poll>>) =>
    response.json().find(({ id }: { id: string }) => id === userId)?.tel
  const before = await poll('""', manager.token)
  expect(telOf(before)).toBe('+61491570156')
  await here.sql`update access_entries set user_type = 'Staff' where user_id = ${manager.id}`
  const after = await poll(String(before.headers['etag']), manager.token)
  expect(after.statusCode).toBe(200)
  expect(telOf(after)).toBe('••• 156')
})

describe('a request while a list is being read', () => {
  it('does not get a list that began before a change that was committed before the request', async () => {
    const lock = await here.sql.reserve()
    await lock`begin`
    await lock`lock table presence in access exclusive mode`
    const early = poll()
    try {
      await expect.poll(waitingForLocks).toHaveLength(1)
      await rename('After')
      const late = [poll(), poll()]
      await expect.poll(() => questions().length).toBe(3)
      await lock`rollback`
      expect((await early).json()).toMatchObject([{ firstName: 'Before' }])
      for (const response of await Promise.all(late))
        expect(response.json()).toMatchObject([{ firstName: 'After' }])
      expect(readings()).toHaveLength(2)
    } finally {
      lock.release()
    }
  })

  it('begins a reading of its own after one that failed', async () => {
    const lock = await here.sql.reserve()
    await lock`begin`
    await lock`lock table presence in access exclusive mode`
    const failing = poll()
    await expect.poll(waitingForLocks).toHaveLength(1)
    const waiting = poll()
    for (const { pid } of await waitingForLocks()) await here.sql`select pg_cancel_backend(${pid})`
    expect((await failing).statusCode).toBe(503)
    await lock`rollback`
    lock.release()
    expect((await waiting).json()).toMatchObject([{ firstName: 'Before' }])
    expect((await poll()).statusCode).toBe(200)
  })
})

it('a 304 takes at most 400 bytes on the wire', async () => {
  const { app } = here.test
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const { headers } = await poll()
  const received = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const end = () => socket.destroy()
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      if (!text.endsWith('\r\n\r\n')) return reject(new Error(`Not one head: ${text}`))
      end()
      resolve(text)
    })
    socket.write(
      `GET ${url} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\nif-none-match: ${headers['etag']}\r\n\r\n`,
    )
  })
  expect(received).toMatch(/^HTTP\/1\.1 304 /)
  expect(received).toMatch(/^x-content-type-options: nosniff\r$/im)
  expect(received).toMatch(/^content-security-policy: default-src 'none'/im)
  expect(received).toMatch(/^strict-transport-security: max-age=31536000\r$/im)
  expect(received.length, received).toBeLessThanOrEqual(400)
})
