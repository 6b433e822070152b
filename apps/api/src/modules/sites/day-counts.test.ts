import { beforeAll, describe, expect, it } from 'vitest'
import { makeClient, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { installationScope } from '../../db/scopes.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { dayOf } from '../../lib/zoned-time.ts'
import { countDays } from './day-counts.ts'

const here = inWorld()

let clientId: string
let userId: string
const zones = ['Australia/Sydney', 'America/Lima', 'Pacific/Kiritimati', 'Europe/Lisbon']
/** A site in each zone, with visits over the last weeks. */
const places: { id: string; zone: string }[] = []

beforeAll(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db)).id
  userId = (await makeUser(db, here.test.passwords, clientId, { admin: true })).id
  for (const zone of zones) {
    const { id } = await makeSite(db, clientId, { name: zone, timeZone: zone })
    places.push({ id, zone })
    // A visit every 7.5 hours, by five people in turn, so that some come twice a day and some at
    // midnight.
    for (let number = 1; number < 130; number += 1)
      await addVisit(id, { person: `person ${(number * 7) % 5}`, hoursAgo: number * 7.5 })
  }
})

function addVisit(siteId: string, { person, hoursAgo }: { person: string; hoursAgo: number }) {
  const time = new Date(here.test.clock.now.getTime() - hoursAgo * 3_600_000)
  return here.sql`
    insert into visits (client_id, id, site_id, kind, person_key, first_name, last_name, signed_in_at, created_at)
    values (${clientId}, ${newId(time)}, ${siteId}, 'visitor', ${person}, 'Ana', 'Silva', ${time}, ${here.test.clock.now})`
}

/** Calls in a session of the present time, because the clock moves by days. */
const ask = async (method: 'GET' | 'PATCH', path: string, body?: object) =>
  call(here.test, method, path, body, {
    token: await openSession(here.test, { clientId, userId, admin: true }),
  })
const count = () =>
  countDays({ db: here.test.database.db, installation: installationScope() }, here.test.clock.now)
const shown = async (id: string) => (await ask('GET', `/sites/${id}`)).body['average_users']

/** The same figure from the records, walked in another way. */
async function fromRecords(siteId: string): Promise<number | null> {
  const [site] = await here.sql<{ time_zone: string; installed_on: string | null }[]>`
    select time_zone, installed_on::text from sites where id = ${siteId}`
  const visits = await here.sql<{ person_key: string; signed_in_at: Date }[]>`
    select person_key, signed_in_at from visits where site_id = ${siteId}`
  const zone = site?.time_zone ?? ''
  const localDay = (time: Date) =>
    Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const today = localDay(here.test.clock.now)
  const month = today.subtract({ days: 30 })
  const installed = site?.installed_on ? Temporal.PlainDate.from(site.installed_on) : month
  const first = Temporal.PlainDate.compare(installed, month) > 0 ? installed : month
  const days = first.until(today, { largestUnit: 'days' }).days
  if (days <= 0) return null
  const people = new Set<string>()
  for (const { person_key, signed_in_at } of visits) {
    const day = localDay(signed_in_at)
    const isWithin = Temporal.PlainDate.compare(day, first) >= 0 && Temporal.PlainDate.compare(day, today) < 0
    if (isWithin) people.add(`${day.toString()} ${person_key}`)
  }
  return Math.round((people.size / days) * 10) / 10
}

async function expectTrue(): Promise<void> {
  for (const { id, zone } of places) {
    const expected = await fromRecords(id)
    expect(expected, zone).toBeGreaterThan(0)
    expect(await shown(id), zone).toBe(expected)
  }
}

describe('the average of users a day', () => {
  it('is that of the records before any day is counted, after the job has counted, and on later days', async () => {
    await expectTrue()
    expect(await count()).toBeGreaterThanOrEqual(places.length)
    const [row] = await here.sql`select people from site_day_counts where site_id = ${places[0]?.id ?? ''}`
    expect(Object.keys(row?.['people'] ?? {}).length).toBeGreaterThan(25)
    await expectTrue()
    const { now } = here.test.clock
    for (const hours of [5, 11, 17, 23, 36, 60]) {
      here.test.clock.now = new Date(now.getTime() + hours * 3_600_000)
      await addVisit(places[0]?.id ?? '', { person: 'somebody new', hoursAgo: 1 })
      await expectTrue()
      await count()
      await expectTrue()
    }
    here.test.clock.now = now
    // The days before those that were kept last.
    await here.sql`delete from site_day_counts`
  })
  it('counts no site twice on a day', async () => {
    await count()
    expect(await count()).toBe(0)
  })
  it('follows a visit that is told days later, one that moves to another site, and a new zone', async () => {
    const [one, other] = places
    if (!one || !other) throw new Error('There are several places.')
    await count()
    const before = await shown(one.id)
    for (let number = 0; number < 40; number += 1)
      await addVisit(one.id, { person: `late ${number}`, hoursAgo: 70 })
    await expectTrue()
    expect(await shown(one.id)).not.toBe(before)
    await count()
    await expectTrue()
    await here.sql`update visits set site_id = ${other.id} where site_id = ${one.id} and person_key like 'late 1%'`
    await expectTrue()
    await count()
    await ask('PATCH', `/sites/${one.id}`, { time_zone: 'Asia/Kathmandu' })
    await expectTrue()
    await here.sql`update site_day_counts set next_count_at = '2000-01-01'`
    await count()
    await expectTrue()
  })
  it('is over the days since the site was installed, and there is none on its first day', async () => {
    const id = places[1]?.id ?? ''
    const dayBefore = (days: number) =>
      new Date(here.test.clock.now.getTime() - days * DAY_MS).toISOString().slice(0, 10)
    const install = (day: string | null) => ask('PATCH', `/sites/${id}`, { installed_on: day })
    await install(dayBefore(9))
    await expectTrue()
    const [site] = await here.sql<{ time_zone: string }[]>`select time_zone from sites where id = ${id}`
    await install(dayOf(here.test.clock.now, site?.time_zone ?? ''))
    expect(await shown(id)).toBeNull()
    await install(null)
    await expectTrue()
  })
  it('leaves out refused people', async () => {
    const id = places[2]?.id ?? ''
    const before = await shown(id)
    const time = new Date(here.test.clock.now.getTime() - 2 * DAY_MS)
    for (let number = 0; number < 40; number += 1)
      await here.sql`
        insert into refused_attempts (client_id, id, site_id, kind, person_key, first_name, last_name, reason, attempted_at)
        values (${clientId}, ${newId(time)}, ${id}, 'visitor', ${`refused ${number}`}, 'Ana', 'Silva', 'banned', ${time})`
    expect(await shown(id)).toBe(before)
  })
})
