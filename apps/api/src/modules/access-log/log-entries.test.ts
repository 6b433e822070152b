import { sql as text } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { clientScope, installationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts'
import { retentionSteps } from '../../registry.ts'
import { applyRetention } from '../privacy/apply-retention.ts'
import { chainLog } from './chain/append.ts'
import { verifyLog } from './chain/verify.ts'

const here = inWorld()
const start = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS)

let clientId: string
let methodId: string
let token: string

beforeEach(async () => {
  const { db } = here.test.database
  here.test.clock.now = start
  clientId = (await makeClient(db, { enabled: true })).id
  const { id: siteId } = await makeSite(db, clientId)
  methodId = (await makeMethod(db, clientId, siteId)).id
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
  token = await openSession(here.test, { clientId, userId, admin: true })
})

const later = (minutes = 1) => {
  here.test.clock.now = new Date(here.test.clock.now.getTime() + minutes * MINUTE_MS)
}
const post = async (path: string, body: object) => {
  const answer = await call(here.test, 'POST', path, body, { token })
  expect(answer.status, answer.text).toBe(200)
}
/** All that is not of the chain, in the order of the log. */
const entries = () => here.sql`
  select at, rank, id, site_id, event, result, record_id, method_id, kind from log_entries
  where client_id = ${clientId} order by at, rank, event, id`
const stored = async () => (await entries()).map(({ event }) => String(event))
const shown = async () => {
  const { body } = await call(here.test, 'GET', '/access-log?per_page=100', undefined, { token })
  return (body['items'] as { event: string }[]).map(({ event }) => event).toReversed()
}
const visitId = async () => {
  const [visit] = await here.sql`select id from visits where client_id = ${clientId} order by id limit 1`
  return String(visit?.['id'])
}
const deps = () => ({
  db: here.test.database.db,
  installation: installationScope(),
  digests: here.test.keys.logDigests,
  clock: () => here.test.clock.now,
})
async function faults() {
  const found = []
  for await (const { clientId: of, fault } of verifyLog(deps()))
    if (of === clientId && fault) found.push(fault)
  return found
}

describe('the entries of the log', () => {
  it('are appended and never changed, while readers see the departure that the visit has', async () => {
    const { checkOutToken } = await here.signIn(methodId)
    const id = await visitId()
    expect(await stored()).toEqual(['in'])
    later()
    await post('/presence/check-out', { ids: [id], reason: 'Gone' })
    const first = await entries()
    expect(first.map(({ event }) => event)).toEqual(['in', 'out', 'corrected'])
    const departure = here.test.clock.now.toISOString()
    later()
    await post('/presence/check-out/undo', { ids: [id] })
    expect(await shown()).toEqual(['in', 'corrected', 'corrected'])
    expect(
      (await entries()).filter((entry) =>
        first.some((one) => one['id'] === entry['id'] && one['rank'] === entry['rank']),
      ),
    ).toEqual(first)
    later()
    await call(here.test, 'POST', '/checkin/checkout', {
      checkOutToken,
      time: here.test.clock.now.toISOString(),
    })
    expect(await shown()).toEqual(['in', 'corrected', 'corrected', 'out'])
    later()
    // The same time as before the departure was taken back.
    await post(`/access-log/${id}/corrections`, { signed_out_at: departure, note: 'It was right' })
    expect(await shown()).toEqual(['in', 'out', 'corrected', 'corrected', 'corrected'])
    expect((await stored()).filter((event) => event === 'out')).toHaveLength(2)
    await chainLog(deps())
    expect(await faults()).toEqual([])
  })

  it('of a visit that the next sign-in ends tell it to the chain alone', async () => {
    await here.signIn(methodId)
    await chainLog(deps())
    later()
    await here.signIn(methodId)
    expect(await stored()).toEqual(expect.arrayContaining(['in', 'in', 'changed']))
    expect(await shown()).toEqual(['in', 'in'])
    expect(await faults()).toEqual([])
    await chainLog(deps())
    expect(await faults()).toEqual([])
  })

  it('stay as they are when retention empties what they speak of', async () => {
    await here.signIn(methodId)
    await post(`/access-log/${await visitId()}/corrections`, { last_name: 'Zyxwvut', note: 'Zyxwvut' })
    await chainLog(deps())
    const all = () => here.sql`select * from log_entries where client_id = ${clientId} order by at, rank, id`
    const before = await all()
    const clock = () => new Date(start.getTime() + 400 * DAY_MS)
    const { db } = here.test.database
    await applyRetention(
      { db, steps: retentionSteps, photos: here.test.photos, clock },
      clientScope(clientId),
    )
    expect(await here.sql`select from visits where client_id = ${clientId} and last_name <> ''`).toHaveLength(
      0,
    )
    expect(await all()).toEqual(before)
    expect(await faults()).toEqual([])
  })

  it('cannot be changed by the program, which fills in the chain once', async () => {
    await here.signIn(methodId)
    const inScope = (query: ReturnType<typeof text>) =>
      withScope(here.test.database.db, clientScope(clientId), (tx) => tx.execute(query))
    const refused = { code: '42501' }
    await expect(inScope(text`update log_entries set at = now()`)).rejects.toMatchObject(refused)
    await expect(inScope(text`delete from log_entries`)).rejects.toMatchObject(refused)
    const number = text`update log_entries set position = 7, hash = '\\x07' returning position`
    await chainLog(deps())
    expect(await inScope(number)).toHaveLength(0)
    await here.signIn(methodId, { lastName: 'Other' })
    expect(await inScope(number)).toHaveLength(1)
  })
})
