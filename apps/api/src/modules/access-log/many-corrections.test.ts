import { expect, it } from 'vitest'
import { makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { longestTurn } from '../../../test/work-budget/longest-turn.ts'
import { openSession } from '../../../test/world.ts'
import { installationScope } from '../../db/scopes.ts'
import { chainLog } from './chain/append.ts'

const here = inWorld()

it('a visit that somebody has corrected without end holds up nobody', async () => {
  const { db } = here.test.database
  const { id: clientId } = await makeClient(db)
  const { id: siteId } = await makeSite(db, clientId)
  const method = await makeMethod(db, clientId, siteId)
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, {
    access: [{ siteId, userType: 'Manager' }],
  })
  const token = await openSession(here.test, { clientId, userId, siteId, userType: 'Manager' })
  const { checkOutToken } = await here.signIn(method.id)
  const visitId = here.test.keys.checkOutTokens.read(checkOutToken)?.visitId ?? ''
  const path = `/access-log/${visitId}`
  const note = { note: 'The last one' }
  // Without their entries, which a job would chain for a minute.
  await here.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into log_corrections (client_id, id, at, site_id, visit_id, signed_in_at, corrected_by, before, after, note)
      select client_id, gen_random_uuid(), signed_in_at + n * interval '1 millisecond', site_id, id, signed_in_at,
        ${userId}, '{}', '{}', repeat('x', 500)
      from visits, generate_series(1, 20000) n where id = ${visitId}`
  })
  await here.sql`analyze log_corrections`
  const digests = here.test.keys.logDigests
  const chain = () =>
    chainLog({ db, installation: installationScope(), clock: () => here.test.clock.now, digests })
  const later = () => {
    here.test.clock.now = new Date(here.test.clock.now.getTime() + 60_000)
  }
  const work = async () => {
    later()
    const written = await call(here.test, 'POST', `${path}/corrections`, note, { token })
    expect(written.status, written.text.slice(0, 200)).toBe(200)
    const shown = written.body['corrections'] as { note: string }[]
    expect([shown.length, shown.at(-1)?.note]).toEqual([200, 'The last one'])
    later()
    const body = { ids: [visitId], reason: 'Closing' }
    expect((await call(here.test, 'POST', '/presence/check-out', body, { token })).body).toMatchObject({
      done: 1,
    })
    const undone = await call(here.test, 'POST', '/presence/check-out/undo', { ids: [visitId] }, { token })
    expect(undone.body).toMatchObject({ done: 1 })
    await chain()
  }
  await work()
  expect(await longestTurn(work)).toBeLessThan(150)
}, 60_000)
