import { beforeAll, describe, expect, it } from 'vitest'
import { makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'

const here = inWorld()
let clientId: string
let token: string

beforeAll(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db, { name: 'New' })).id
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
  token = await openSession(here.test, { clientId, userId, admin: true })
})

const ask = () => call(here.test, 'GET', '/getting-started', undefined, { token })
const close = (step: string, state: string) =>
  call(here.test, 'POST', `/getting-started/${step}`, { state }, { token })
const audits = () => here.sql`
  select details from audit_entries
  where client_id = ${clientId} and action = 'client.first_step_closed' order by id`
const states = (body: Record<string, unknown>) =>
  Object.fromEntries(
    (body['steps'] as { step: string; state: string }[]).map(({ step, state }) => [step, state]),
  )

describe('the first steps', () => {
  it('know no others and no other states', async () => {
    expect((await close('cake', 'done')).status).toBe(404)
    expect((await close('board', 'open')).status).toBe(400)
  })
  it('are open in an empty client', async () => {
    const { body } = await ask()
    expect(states(body)).toEqual({
      site: 'open',
      poster: 'open',
      visit: 'open',
      board: 'open',
      colleague: 'open',
    })
    expect(body['method']).toBeNull()
  })
  it('are not done by a word where there is nothing to be done', async () => {
    for (const step of ['site', 'poster', 'visit', 'board', 'colleague'])
      expect(states((await close(step, 'done')).body)[step], step).toBe('open')
    expect(await audits()).toEqual([])
  })
  it('are done by what there is', async () => {
    const { db } = here.test.database
    const site = await makeSite(db, clientId, { name: 'Quay' })
    const method = await makeMethod(db, clientId, site.id)
    expect((await ask()).body).toMatchObject({
      method: { key: method.key, site_id: site.id, site_name: 'Quay' },
    })
    // The board has nobody to show yet; the poster can be opened.
    expect(states((await close('board', 'done')).body)).toMatchObject({ board: 'open' })
    expect(states((await close('poster', 'done')).body)).toMatchObject({ poster: 'done' })
    await here.signIn(method.id)
    await makeUser(db, here.test.passwords, clientId)
    expect(states((await ask()).body)).toMatchObject({
      site: 'done',
      visit: 'done',
      colleague: 'done',
      poster: 'done',
      board: 'open',
    })
  })
  it('are closed by a word, which the audit log tells, and what is there stays done', async () => {
    await close('visit', 'skipped')
    const { body } = await close('board', 'skipped')
    expect(states(body)).toMatchObject({ board: 'skipped', visit: 'done' })
    expect(states((await close('board', 'done')).body)).toMatchObject({ board: 'done' })
    // What is so already is no change.
    await close('board', 'done')
    expect((await audits()).map(({ details }) => details)).toEqual([
      { before: { poster: 'open' }, after: { poster: 'done' } },
      { before: { visit: 'done' }, after: { visit: 'skipped' } },
      { before: { board: 'open' }, after: { board: 'skipped' } },
      { before: { board: 'skipped' }, after: { board: 'done' } },
    ])
  })
})
