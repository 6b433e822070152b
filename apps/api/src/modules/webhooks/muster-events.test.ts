import { WebhookBody } from '@gatehouse/validation/webhooks'
import * as v from 'valibot'
import { beforeAll, expect, it } from 'vitest'
import { makeSite, makeUser, makeWebhook } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { composeBody } from './compose-body.ts'

const here = inWorld()
beforeAll(() => makeWebhook(here.test.database.db, here.world.a.clientId))

interface Event {
  type: string
  payload: Record<string, unknown>
  created_at: Date
}

/** What webhooks are told of a muster, in order. */
async function bodiesOf(id: string): Promise<unknown[]> {
  const { clientId } = here.world.a
  const events = await here.sql<Event[]>`
    select type, payload, created_at from outbox where payload->>'id' = ${id} and queue = 'event' order by position`
  return withScope(here.test.database.db, clientScope(clientId), (tx) =>
    Promise.all(
      events.map(async ({ type, payload, created_at: createdAt }) =>
        v.parse(
          WebhookBody,
          JSON.parse(
            (await composeBody(tx, { clientId, type, payload, createdAt, webhookId: null })) ?? '{}',
          ),
        ),
      ),
    ),
  )
}

it('an event of a muster says whether it was a drill then', async () => {
  const { clientId } = here.world.a
  const { id: siteId } = await makeSite(here.test.database.db, clientId, { name: 'Quay' })
  const { id: userId } = await makeUser(here.test.database.db, here.test.passwords, clientId, {
    access: [{ siteId, userType: 'Staff' }],
  })
  const token = await openSession(here.test, { clientId, userId, siteId, userType: 'Staff' })
  const ask = async (path: string, body?: object) => {
    const answer = await call(here.test, 'POST', path, body, { token })
    expect(answer.status, answer.text).toBe(200)
    return answer.body['id'] as string
  }
  const id = await ask('/musters', { site_id: siteId, drill: true })
  // The drill becomes real.
  expect(await ask('/musters', { site_id: siteId, drill: false })).toBe(id)
  await ask(`/musters/${id}/end`)
  const object = { kind: 'muster', id, name: 'Quay' }
  expect(await bodiesOf(id)).toMatchObject([
    { type: 'muster.started', data: { object, drill: true, actor_id: userId } },
    { type: 'muster.started', data: { object, drill: false } },
    { type: 'muster.ended', data: { object, drill: false } },
  ])
})
