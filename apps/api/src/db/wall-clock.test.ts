import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { inWorld } from '../../test/in-world.ts'
import { DAY_MS, HOUR_MS } from '../lib/durations.ts'
import { createZoneClock } from '../lib/zone-clock.ts'
import { installationScope } from './scopes.ts'
import { withScope } from './tenancy.ts'
import { wallClock } from './wall-clock.ts'

const here = inWorld()

it.each([
  ['whose two programs may know other rules', 'America/Edmonton'],
  ['that goes back for Ramadan', 'Africa/Casablanca'],
  ['of summer time', 'Australia/Sydney'],
  ['of half an hour', 'Australia/Lord_Howe'],
  ['without changes', 'Asia/Kolkata'],
])('a clock of a zone %s shows what a screen shows', async (_, zone) => {
  const range = { from: new Date('2025-11-01T00:00:00Z'), to: new Date('2027-06-01T00:00:00Z') }
  const moments: number[] = []
  for (let at = range.from.getTime(); at < range.to.getTime(); at += HOUR_MS / 2) moments.push(at)
  const shown = await withScope(here.test.database.db, installationScope(), (tx) =>
    tx.execute<{ local: string }>(sql`
      select to_char(${wallClock(sql`at`, zone, range)}, 'YYYY-MM-DD HH24:MI:SS') as local
      from jsonb_array_elements_text(${JSON.stringify(moments.map((at) => new Date(at).toISOString()))}::jsonb)
        with ordinality as given (text, place)
      cross join lateral (select text::timestamptz as at) as moment order by place`),
  )
  const clock = createZoneClock()
  expect(shown.map(({ local }) => local)).toEqual(moments.map((at) => clock(at, zone).local))
})

it('after its range the last offset holds', async () => {
  const from = new Date('2026-07-01T00:00:00Z')
  const range = { from, to: new Date(from.getTime() + DAY_MS) }
  const [row] = await withScope(here.test.database.db, installationScope(), (tx) =>
    tx.execute<{ hour: number }>(sql`
      select extract(hour from ${wallClock(sql`'2027-01-01T00:00:00Z'::timestamptz`, 'Europe/London', range)})::int as hour`),
  )
  expect(row?.hour).toBe(1)
})
