import type { OpenHours } from '@gatehouse/validation/endpoints/sites'
import { describe, expect, it } from 'vitest'
import { makeClient, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { openSession } from '../../../test/world.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'

const here = inWorld()

const workdays = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '08:00', closes: '18:00' }))
const nights: OpenHours[] = [
  { day: 5, opens: '20:00', closes: '03:00' },
  { day: 6, opens: '02:00', closes: '04:30' },
]
const always = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '00:00' }))

interface Item {
  id: string
  state: string
}
const ids = (items: Item[], state?: string) =>
  items.filter((item) => state === undefined || item.state === state).map(({ id }) => id)

describe('who is overdue', () => {
  it('is the same in the list, in its filter and on Home, at sites with and without opening hours', async () => {
    const { db } = here.test.database
    const { id: clientId } = await makeClient(db)
    const rules = [
      { name: 'Office', timeZone: 'Australia/Sydney', openingHours: workdays },
      { name: 'Branch', timeZone: 'Australia/Perth', openingHours: workdays },
      { name: 'Club', timeZone: 'Australia/Lord_Howe', openingHours: nights, overdueAfterHours: 5 },
      { name: 'Hospital', timeZone: 'Australia/Sydney', openingHours: always },
      { name: 'Yard', timeZone: 'America/New_York' },
    ]
    const siteIds: string[] = []
    for (const rule of rules) siteIds.push((await makeSite(db, clientId, rule)).id)
    // The clocks of Sydney and Lord Howe change on 4 October 2026, a Sunday.
    const from = Date.parse('2026-10-02T00:00:00Z')
    const people = siteIds.flatMap((siteId) =>
      Array.from({ length: 24 }, (_, index) => ({
        client_id: clientId,
        site_id: siteId,
        kind: 'visitor',
        person_key: `person ${index}`,
        first_name: 'Ana',
        last_name: `Silva ${index}`,
        visit_id: newId(),
        signed_in_at: new Date(from + index * 3 * HOUR_MS),
      })),
    )
    await here.sql`insert into presence ${here.sql(people)}`
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
    const overdue: number[] = []
    for (const hours of [1, 17, 31, 58, 72]) {
      here.test.clock.now = new Date(from + hours * HOUR_MS)
      const token = await openSession(here.test, { clientId, userId, admin: true })
      const read = async (path: string) => (await here.get(path, token)).json()
      const listed = async (query: string): Promise<Item[]> => {
        const pages = [
          await read(`/presence?per_page=100${query}`),
          await read(`/presence?per_page=100&page=2${query}`),
        ]
        return pages.flatMap(({ items }) => items)
      }
      const all = await listed('')
      expect(all).toHaveLength(people.length)
      expect(ids(await listed('&state=overdue'))).toEqual(ids(all, 'overdue'))
      expect(ids(await listed('&state=on_site'))).toEqual(ids(all, 'on_site'))
      const { on_site, sites } = await read('/dashboard')
      expect(on_site.overdue).toBe(ids(all, 'overdue').length)
      for (const [index, siteId] of siteIds.entries()) {
        const late = ids(await listed(`&site=${siteId}`), 'overdue')
        expect(ids(await listed(`&site=${siteId}&state=overdue`)), rules[index]?.name).toEqual(late)
        expect(sites.find(({ id }: { id: string }) => id === siteId).overdue).toBe(late.length)
      }
      overdue.push(on_site.overdue)
    }
    expect(overdue[0]).toBe(0)
    expect(overdue.at(-1)).toBeGreaterThan(overdue[1] ?? 0)
  })

  it('follows the closing of the site, and no longer where its hours are removed', async () => {
    const { db } = here.test.database
    const { id: clientId } = await makeClient(db)
    const { id: siteId } = await makeSite(db, clientId, {
      timeZone: 'Australia/Sydney',
      openingHours: workdays,
    })
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
    await here.sql`
      insert into presence (client_id, site_id, kind, person_key, first_name, last_name, visit_id, signed_in_at)
      values (${clientId}, ${siteId}, 'visitor', 'ana', 'Ana', 'Silva', ${newId()}, '2026-11-17T06:30:00Z')`
    const stateAt = async (now: string) => {
      here.test.clock.now = new Date(Temporal.Instant.from(now).epochMilliseconds)
      const token = await openSession(here.test, { clientId, userId, admin: true })
      return (await here.get(`/presence?site=${siteId}`, token)).json().items[0].state
    }
    expect(await stateAt('2026-11-17T06:59:59Z')).toBe('on_site')
    expect(await stateAt('2026-11-17T07:00:00Z')).toBe('overdue')
    await here.sql`update sites set opening_hours = '[]' where id = ${siteId}`
    expect(await stateAt('2026-11-17T19:30:00Z')).toBe('on_site')
    expect(await stateAt('2026-11-17T19:30:01Z')).toBe('overdue')
  })
})
