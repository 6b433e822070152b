import { beforeEach, describe, expect, it } from 'vitest'
import { makeMethod, makeSite } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import type { ActorName } from '../../../test/world.ts'
import { SECOND_MS } from '../../lib/durations.ts'

const here = inWorld()
let siteId: string
let phone: { id: string; key: string }
let kiosk: { id: string; key: string }

beforeEach(async () => {
  const { db } = here.test.database
  const { clientId } = here.world.a
  siteId = (await makeSite(db, clientId)).id
  phone = await makeMethod(db, clientId, siteId)
  kiosk = await makeMethod(db, clientId, siteId, { type: 'kiosk' })
})

async function as(actor: ActorName, method: 'GET' | 'POST', path: string, body?: object) {
  const token = await here.world.open(actor)
  const answer = await call(here.test, method, path, body, token === undefined ? {} : { token })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
async function start(drill: boolean, site = siteId, actor: ActorName = 'admin A'): Promise<string> {
  // A start at the moment of an end joins the muster that has ended.
  here.test.clock.now = new Date(here.test.clock.now.getTime() + SECOND_MS)
  return (await as(actor, 'POST', '/musters', { site_id: site, drill }))['id'] as string
}
const end = (id: string, actor: ActorName = 'admin A') => as(actor, 'POST', `/musters/${id}/end`)
const pageOf = (key: string) => as('anonymous', 'GET', `/checkin/machine-data?method=${key}`)
const report = (machineId: string) =>
  as('anonymous', 'POST', '/checkin/kiosk-report', { machineId, waiting: 0 })

describe('the page of a method', () => {
  it('does not say anything of musters elsewhere, nor of one that is over', async () => {
    const { a, b } = here.world
    const others = [await start(false, a.otherSiteId), await start(false, b.siteId, 'admin B')]
    await end(await start(false))
    expect(await pageOf(phone.key)).not.toHaveProperty('muster')
    expect(await pageOf(b.method.key)).toHaveProperty('muster')
    await Promise.all([end(others[0] ?? ''), end(others[1] ?? '', 'admin B')])
  })
  it('says that an evacuation is running, and where its muster points are', async () => {
    for (const [name, place] of [
      ['Lawn', 'Behind the hall'],
      ['Gate 3', ''],
    ])
      await as('admin A', 'POST', `/sites/${siteId}/muster-points`, { name, place })
    await start(false)
    const muster = {
      drill: false,
      points: [
        { name: 'Gate 3', place: '' },
        { name: 'Lawn', place: 'Behind the hall' },
      ],
    }
    expect(await pageOf(phone.key)).toMatchObject({ muster })
    expect(await pageOf(kiosk.key)).toMatchObject({ muster })
  })
  it('says that a drill is running, and when it becomes an evacuation', async () => {
    await start(true)
    expect(await pageOf(phone.key)).toMatchObject({ muster: { drill: true, points: [] } })
    await start(false)
    expect(await pageOf(phone.key)).toMatchObject({ muster: { drill: false, points: [] } })
  })
  it('alone refuses sign-ins: what phones and kiosks have stored is still accepted', async () => {
    await start(false)
    expect(await here.signIn(phone.id)).toMatchObject({ checkOutToken: expect.any(String) })
  })
})

it('a kiosk report says whether a muster or a drill is running at its own site', async () => {
  await start(false, here.world.a.otherSiteId)
  expect(await report(kiosk.id)).toMatchObject({ hasMuster: false })
  const drill = await start(true)
  expect(await report(kiosk.id)).toMatchObject({ hasMuster: true })
  await end(drill)
  expect(await report(kiosk.id)).toMatchObject({ hasMuster: false })
  const evacuation = await start(false)
  expect(await report(kiosk.id)).toMatchObject({ hasMuster: true })
  await end(evacuation)
})

describe('GET /musters?running', () => {
  const list = async (actor: ActorName, running: string) => {
    const { items } = await as(actor, 'GET', `/musters?running=${running}&per_page=100`)
    return (items as { id: string }[]).map(({ id }) => id)
  }

  it('refuses what is neither true nor false', async () => {
    const token = (await here.world.open('admin A')) ?? ''
    const { status } = await call(here.test, 'GET', '/musters?running=maybe', undefined, { token })
    expect(status).toBe(400)
  })
  it('lists the running ones, or those that are over', async () => {
    const over = await start(false)
    await end(over)
    const running = await start(true)
    expect(await list('admin A', 'true')).toContain(running)
    expect(await list('admin A', 'true')).not.toContain(over)
    expect(await list('admin A', 'false')).toContain(over)
    expect(await list('admin A', 'false')).not.toContain(running)
  })
  it('lists none of another client, nor of a site that the person may not see', async () => {
    const foreign = await start(false, here.world.b.siteId, 'admin B')
    const elsewhere = await start(false)
    const own = await start(false, here.world.a.siteId)
    expect(await list('admin A', 'true')).toEqual(expect.arrayContaining([elsewhere, own]))
    expect(await list('admin A', 'true')).not.toContain(foreign)
    expect(await list('staff A', 'true')).toEqual([own])
    expect(await list('admin B', 'true')).toEqual([foreign])
    expect(await list('site_admin', 'true')).toEqual(expect.arrayContaining([foreign, elsewhere, own]))
  })
})
