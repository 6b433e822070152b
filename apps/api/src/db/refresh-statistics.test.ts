import { expect, it } from 'vitest'
import { makeClient } from '../../test/factories.ts'
import { inWorld } from '../../test/in-world.ts'
import { refreshStatistics } from './refresh-statistics.ts'

const here = inWorld()

it('PostgreSQL knows how many rows a table has, before its own job runs', async () => {
  const { db, ownerUrl } = here.test.database
  await makeClient(db)
  await makeClient(db)
  await refreshStatistics(ownerUrl)
  const [known] = await here.sql`
    select reltuples::int as rows, (select count(*)::int from clients) as written
    from pg_class where relname = 'clients'`
  expect(known?.['written']).toBeGreaterThanOrEqual(2)
  expect(known?.['rows']).toBe(known?.['written'])
})
