import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { inWorld } from '../../../test/in-world.ts'
import { createDatabase } from '../../db/client.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import { findLiveSession } from './sessions.ts'

const here = inWorld()

it('a connection plans the query of a session once for all calls', async () => {
  const { runtimeUrl } = here.test.database
  const db = createDatabase({ runtimeUrl, connections: 1, workload: 'guests' })
  const { clientId } = here.world.a
  for (let times = 0; times < 3; times += 1)
    await findLiveSession(db, { clientId, userId: newId(), sessionId: newId() }, here.test.clock.now, true)
  const plans = await withScope(db, clientScope(clientId), (tx) =>
    tx.execute(
      sql`select generic_plans, custom_plans from pg_prepared_statements where statement like '%from sessions session%'`,
    ),
  )
  await db.close()
  expect([...plans]).toEqual([{ generic_plans: 3, custom_plans: 0 }])
})
