import { describe, expect, it } from 'vitest'
import { makeMethod, makeSite } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { openSession } from '../../../test/world.ts'

const here = inWorld()
const { get, signIn } = here

describe('GET /dashboard', () => {
  it('counts what the tables hold', async () => {
    const { db } = here.test.database
    const site = await makeSite(db, here.world.b.clientId)
    const method = await makeMethod(db, here.world.b.clientId, site.id)
    const start = here.test.clock.now
    const { checkOutToken } = await signIn(method.id, { lastName: 'Short' })
    await signIn(method.id, { lastName: 'Long', dependents: 1 })
    here.test.clock.now = new Date(start.getTime() + 30 * 60_000)
    await here.test.app.inject({
      method: 'POST',
      url: '/api/checkin/checkout',
      payload: { checkOutToken, time: here.test.clock.now.toISOString() },
    })
    const token = await openSession(here.test, {
      clientId: here.world.b.clientId,
      userId: here.world.b.userId,
      siteId: site.id,
      userType: 'Staff',
    })
    await here.sql`insert into access_entries (client_id, user_id, site_id, user_type) values (${here.world.b.clientId}, ${here.world.b.userId}, ${site.id}, 'Staff')`
    const response = await get(`/dashboard?site=${site.id}`, token)
    expect(response.json()).toMatchObject({
      on_site: { visits: 1, people: 2, overdue: 0 },
      check_ins: { count: 2, previous: 0 },
      median_stay_minutes: 30,
      refused: { banned: 0, high: 0, low: 0, failed_answer: 0 },
      sites: [{ id: site.id, visits: 1, people: 2 }],
    })
    here.test.clock.now = new Date(start.getTime() + 25 * 3_600_000)
    const later = await openSession(here.test, {
      clientId: here.world.b.clientId,
      userId: here.world.b.userId,
      siteId: site.id,
      userType: 'Staff',
    })
    expect((await get(`/dashboard?site=${site.id}`, later)).json()).toMatchObject({
      on_site: { overdue: 1 },
      check_ins: { count: 0, previous: 2 },
    })
  })
})
