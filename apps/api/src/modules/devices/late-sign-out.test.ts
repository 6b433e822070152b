import { eventOf } from '@gatehouse/devices/raw-device'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deviceBench } from '../../../test/device-bench.ts'
import { makeWebhook } from '../../../test/factories.ts'
import { installationScope } from '../../db/scopes.ts'
import { foldDeltas } from '../../jobs/fold-rollups.ts'
import { chainLog } from '../access-log/chain/append.ts'
import { verifyLog } from '../access-log/chain/verify.ts'

const { here, online, makePerson } = deviceBench()
beforeAll(() => makeWebhook(here.test.database.db, here.world.a.clientId))

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

interface Past {
  from: Date
  endedAs: 'checked_out' | 'by_staff' | 'assumed_left' | null
  leftAt?: Date | null
  endedAt?: Date
}

let people = 0

/** A device, and somebody who was on site. */
async function world({ from, endedAs, leftAt = null, endedAt = leftAt ?? ago(1) }: Past) {
  const { device } = await online()
  const name = `Leaver ${(people += 1)}.`
  const person = await makePerson({ lastName: name })
  const sign = async (direction: 'in' | 'out', at: Date) => {
    const event = eventOf('pin', { pin: person.pin, direction, at: at.toISOString() })
    return { event, answer: await device.ask(event) }
  }
  expect((await sign('in', from)).answer).toMatchObject({ outcome: 'signed_in' })
  if (endedAs) {
    await here.sql`delete from presence where user_id = ${person.id}`
    await here.sql`update visits set ended_as = ${endedAs}, signed_out_at = ${leftAt}, ended_at = ${endedAt}
      where user_id = ${person.id}`
  }
  return { device, name, person, sign }
}

const visitsOf = (userId: string) => here.sql<
  { signed_in_at: Date; signed_out_at: Date | null; ended_as: string | null; superseded_by: string | null }[]
>`
  select signed_in_at, signed_out_at, ended_as, superseded_by from visits where user_id = ${userId} order by signed_in_at`

const correctionsOf = (userId: string) => here.sql<
  { before: Record<string, string>; after: Record<string, string>; corrected_by: string | null }[]
>`
  select log_corrections.before, log_corrections.after, corrected_by from log_corrections
  join visits on visits.id = visit_id where user_id = ${userId} order by at`

const near = (found: Date | null | undefined, wanted: Date) =>
  expect(Math.abs(Number(found) - wanted.getTime())).toBeLessThan(2000)

/** The site of the tests has this rule until the end of the test. */
const setRule = (hours: number, openingHours: object[] = []) =>
  here.sql`update sites set overdue_after_hours = ${hours}, opening_hours = ${here.sql.json(openingHours as never)}, time_zone = 'UTC'
    where id = ${here.world.a.siteId}`

const refusalsInBell = async (name: string) => {
  const { body } = await here.get('/me/notifications', here.world.tokens['staff A'])
  return (JSON.parse(body) as { message: string }[]).filter(({ message }) => message.includes(name))
}

describe('a later departure than the noted one', () => {
  const noted = { from: ago(20 * 60), endedAs: 'by_staff', leftAt: ago(15 * 60) } as const
  afterEach(() => setRule(13))

  it('is believed where people may stay for so long', async () => {
    await setRule(24)
    const { person, sign } = await world(noted)
    expect((await sign('out', ago(60))).answer).toMatchObject({ outcome: 'signed_out' })
    near((await visitsOf(person.id))[0]?.signed_out_at, ago(60))
    expect(await correctionsOf(person.id)).toHaveLength(1)
  })

  it('is refused once the visit would have been overdue, and staff are told of whom and why', async () => {
    await setRule(4)
    const { device, person, name, sign } = await world({
      from: ago(360),
      endedAs: 'by_staff',
      leftAt: ago(300),
    })
    const { event, answer } = await sign('out', ago(60))
    expect(answer).toMatchObject({ code: 'not_on_site' })
    expect(await device.ask(event)).toMatchObject({ code: 'not_on_site' })
    near((await visitsOf(person.id))[0]?.signed_out_at, ago(300))
    const told = await refusalsInBell(name)
    expect(told).toHaveLength(1)
    expect(told[0]?.message).toMatch(/signed out.+an earlier departure is recorded.+overdue/)
    expect((await sign('out', ago(150))).answer).toMatchObject({ outcome: 'signed_out' })
  })

  it('is refused where the site has closed in between', async () => {
    const clock = (minutes: number) => ago(minutes).toISOString().slice(11, 16)
    const [opens, closes] = [clock(10 * 60), clock(120)]
    await setRule(
      100,
      [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens, closes })),
    )
    const { sign, name } = await world({ from: ago(300), endedAs: 'by_staff', leftAt: ago(240) })
    expect((await sign('out', ago(60))).answer).toMatchObject({ code: 'not_on_site' })
    expect(await refusalsInBell(name)).toHaveLength(1)
    expect((await sign('out', ago(150))).answer).toMatchObject({ outcome: 'signed_out' })
  })
})

describe('a sign-in and a sign-out that a device sends together, when its network is back,', () => {
  it('count at their times, however short the network was away', async () => {
    for (const [cameMinutes, leftMinutes] of [
      [50 / 60, 30 / 60],
      [70 / 60, 50 / 60],
      [4 / 60, 2 / 60],
      [130 / 60, 80 / 60],
    ] as const) {
      const { person, name, sign } = await world({ from: ago(cameMinutes), endedAs: null })
      expect((await sign('out', ago(leftMinutes))).answer).toMatchObject({ outcome: 'signed_out' })
      const [visit] = await visitsOf(person.id)
      near(visit?.signed_in_at, ago(cameMinutes))
      near(visit?.signed_out_at, ago(leftMinutes))
      expect(await here.sql`select 1 from presence where user_id = ${person.id}`).toEqual([])
      expect(await refusalsInBell(name)).toEqual([])
    }
  })

  it('are told to staff where they are refused', async () => {
    const { name, sign } = await world({ from: ago(5 / 60), endedAs: null })
    expect((await sign('out', ago(30 / 60))).answer).toMatchObject({ code: 'not_on_site' })
    expect(await refusalsInBell(name)).toHaveLength(1)
  })
})

describe('a sign-in by PIN that waited for its network for a moment', () => {
  it('leaves the person on site by a later sign-in that is written at the same time', async () => {
    const { person, device } = await world({ from: ago(60), endedAs: null })
    const { device: other } = await online()
    const signIn = (at: Date) => eventOf('pin', { pin: person.pin, direction: 'in', at: at.toISOString() })
    const answers: Promise<unknown>[] = []
    await here.sql.begin(async (tx) => {
      await tx`select from presence where user_id = ${person.id} for update`
      const waiting = () => tx`
        select from pg_locks where not granted and pid in (
          select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
          where datname = current_database() and relation = 'presence'::regclass)`
      for (const [at, one] of [
        [ago(0), device],
        [ago(3 / 60), other],
      ] as const) {
        answers.push(one.ask(signIn(at)))
        // oxlint-disable-next-line no-await-in-loop -- one waits behind the other
        await expect.poll(waiting).toHaveLength(answers.length)
      }
    })
    expect(await Promise.all(answers)).toMatchObject([{ outcome: 'signed_in' }, { outcome: 'signed_in' }])
    const [, earlier, later] = await visitsOf(person.id)
    near(earlier?.signed_in_at, ago(3 / 60))
    expect(earlier?.ended_as).toBe('superseded')
    expect(later?.ended_as).toBeNull()
    const [present] = await here.sql`select signed_in_at from presence where user_id = ${person.id}`
    expect(present).toEqual({ signed_in_at: later?.signed_in_at })
  })
})

describe('a sign-out by PIN that comes late', () => {
  it('gives the departure to a visit that a rule has closed, once, and tells webhooks', async () => {
    const { device, person, sign } = await world({
      from: ago(300),
      endedAs: 'assumed_left',
      endedAt: ago(30),
    })
    const { event, answer } = await sign('out', ago(60))
    expect(answer).toMatchObject({ outcome: 'signed_out' })
    expect(await device.ask(event)).toMatchObject({ outcome: 'signed_out' })
    const [visit] = await visitsOf(person.id)
    expect(visit?.ended_as).toBe('checked_out')
    near(visit?.signed_out_at, ago(60))
    const corrections = await correctionsOf(person.id)
    expect(corrections).toHaveLength(1)
    expect(corrections[0]).toMatchObject({
      corrected_by: null,
      before: { signed_out_at: null, assumed_left_at: expect.any(String) },
      after: { signed_out_at: visit?.signed_out_at?.toISOString(), assumed_left_at: null },
    })
    const told = await here.sql`
      select payload->>'ended_as' as ended_as from outbox join visits on visits.id = (payload->>'visit_id')::uuid
      where visits.user_id = ${person.id} and outbox.type = 'visitor.signed_out' and queue = 'event'`
    expect(told).toEqual([{ ended_as: 'checked_out' }])
  })

  it('gives it also at once, where the person only now leaves', async () => {
    const { person, sign } = await world({ from: ago(300), endedAs: 'assumed_left', endedAt: ago(30) })
    expect((await sign('out', ago(0))).answer).toMatchObject({ outcome: 'signed_out' })
    expect((await visitsOf(person.id))[0]?.ended_as).toBe('checked_out')
  })

  it('moves a departure that was noted too late, or too early', async () => {
    for (const noted of [ago(20), ago(90)]) {
      const { person, sign } = await world({ from: ago(300), endedAs: 'by_staff', leftAt: noted })
      expect((await sign('out', ago(60))).answer).toMatchObject({ outcome: 'signed_out' })
      const [visit] = await visitsOf(person.id)
      near(visit?.signed_out_at, ago(60))
      expect(await correctionsOf(person.id)).toMatchObject([
        { corrected_by: null, before: { signed_out_at: noted.toISOString() } },
      ])
    }
  })

  it('divides two visits that had become one stay', async () => {
    const { person, sign } = await world({ from: ago(300), endedAs: null })
    await sign('in', ago(30))
    expect((await visitsOf(person.id)).map(({ ended_as: as }) => as)).toEqual(['superseded', null])
    expect((await sign('out', ago(60))).answer).toMatchObject({ outcome: 'signed_out' })
    const [first, second] = await visitsOf(person.id)
    expect(first).toMatchObject({ ended_as: 'checked_out', superseded_by: null })
    near(first?.signed_out_at, ago(60))
    expect(second?.ended_as).toBeNull()
    expect(await here.sql`select 1 from presence where user_id = ${person.id}`).toHaveLength(1)
    expect(await correctionsOf(person.id)).toMatchObject([{ before: { signed_out_at: null } }])
  })

  it('is refused before the first sign-in, and at once where a departure was noted', async () => {
    const { sign } = await world({ from: ago(100), endedAs: 'checked_out', leftAt: ago(80) })
    expect((await sign('out', ago(120))).answer).toMatchObject({ code: 'not_on_site' })
    expect((await sign('out', ago(0))).answer).toMatchObject({ code: 'not_on_site' })
  })

  it('leaves a visitor on site who has the same name', async () => {
    const { device } = await online()
    const person = await makePerson({ firstName: 'Kim', lastName: 'Namesake' })
    const { clientId, siteId } = here.world.a
    const into = eventOf('pin', { pin: person.pin, direction: 'in' })
    await device.ask(into)
    // The visit of the same name belongs to nobody with an account.
    await here.sql`update presence set kind = 'visitor', user_id = null where user_id = ${person.id}`
    await here.sql`update visits set kind = 'visitor', user_id = null where user_id = ${person.id}`
    const out = await device.ask(eventOf('pin', { pin: person.pin, direction: 'out' }))
    expect(out).toMatchObject({ code: 'not_on_site' })
    expect(
      await here.sql`select 1 from presence where client_id = ${clientId} and site_id = ${siteId} and last_name = 'Namesake'`,
    ).toHaveLength(1)
  })

  it('leaves a whole chain of the log', async () => {
    const { db } = here.test.database
    const deps = {
      db,
      clock: () => new Date(),
      installation: installationScope(),
      digests: here.test.keys.logDigests,
    }
    const chain = async () => {
      await foldDeltas(db)
      await chainLog(deps)
    }
    const { person, sign } = await world({ from: ago(300), endedAs: null })
    await sign('in', ago(30))
    await chain()
    await sign('out', ago(60))
    expect((await visitsOf(person.id)).map(({ ended_as: as }) => as)).toEqual(['checked_out', null])
    await chain()
    for await (const { fault } of verifyLog(deps)) expect(fault).toBeUndefined()
  })
})
