import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { beforeAll, expect, it } from 'vitest'
import { inWorld } from './in-world.ts'
import { call } from './staff.ts'
import { waitForLocks } from './wait-for-locks.ts'

const MANY = 1234

const here = inWorld()
let port: number
let token: string

beforeAll(async () => {
  const { app } = here.test
  await app.listen({ host: '127.0.0.1', port: 0 })
  ;({ port } = app.server.address() as AddressInfo)
})

/** Disables many sign-in methods. @returns the body that undoes it */
async function disableMany(word: string) {
  token = (await here.world.open('admin A')) ?? ''
  const { clientId, siteId } = here.world.a
  await here.sql`insert into sign_in_methods (client_id, id, site_id, type, name)
    select ${clientId}, gen_random_uuid(), ${siteId}, 'qr', ${`${word} `} || n from generate_series(1, ${MANY}) n`
  const disabled = await call(
    here.test,
    'POST',
    '/sign-in-methods/bulk',
    { action: 'disable', matching: { search: word } },
    { token },
  )
  const { done, undo = {} } = disabled.body as unknown as BulkResult
  expect(done, disabled.text).toBe(MANY)
  const versions = Object.fromEntries(Object.entries(undo).map(([id, left]) => [id, left.last_modified]))
  return { action: 'enable', ids: Object.keys(undo), versions }
}

const enabledOf = async (word: string) =>
  (await here.sql`select id from sign_in_methods where name like ${`${word}%`} and enabled`).length

/** Sends the undo, which waits for its last row, and runs `act` in the meantime. */
async function inTheMiddle(body: { ids: string[] }, act: (sent: ReturnType<typeof request>) => unknown) {
  const last = body.ids.toSorted().at(-1) ?? ''
  const lock = await here.sql.reserve()
  await lock`begin`
  await lock`select id from sign_in_methods where id = ${last} for update`
  const sent = request({
    port,
    host: '127.0.0.1',
    path: '/api/sign-in-methods/bulk',
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  sent.on('error', () => {})
  sent.end(JSON.stringify(body))
  await waitForLocks(here.sql, 1)
  await act(sent)
  await lock`rollback`
  lock.release()
}

it('an undo of many rows is complete although its caller has left in the middle', async () => {
  const body = await disableMany('Left')
  await inTheMiddle(body, (sent) => sent.destroy())
  await expect.poll(() => enabledOf('Left')).toBe(MANY)
})

it('an undo of many rows leaves all as they were where the database has failed in the middle', async () => {
  const body = await disableMany('Failed')
  await inTheMiddle(body, async (sent) => {
    const answered = new Promise((resolve) => sent.on('response', ({ statusCode }) => resolve(statusCode)))
    await here.sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'`
    expect(await answered).toBe(503)
  })
  expect(await enabledOf('Failed')).toBe(0)
  expect((await call(here.test, 'POST', '/sign-in-methods/bulk', body, { token })).body).toMatchObject({
    done: MANY,
  })
})
