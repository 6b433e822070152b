import type { Contact, HourOfDay, HoursOfMonth, OnRoll } from '@gatehouse/validation/endpoints/reports'
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { makeClient, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { runs } from '../../../test/runs.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'

/** Days before the clocks of New York go back, on 1 November 2026. */
const start = Date.UTC(2026, 9, 28, 4)
const now = new Date(start + 8 * 24 * HOUR_MS)
const timeZone = 'America/New_York'

const here = inWorld()
let clientId: string
let token: string
/** A Manager of the first site only. */
let manager: string
let siteIds: string[]

beforeEach(async () => {
  const { db } = here.test.database
  here.test.clock.now = now
  clientId = (await makeClient(db, { enabled: true, timeZone })).id
  siteIds = [await makeSite(db, clientId, { timeZone }), await makeSite(db, clientId, { timeZone })].map(
    ({ id }) => id,
  )
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
  token = await openSession(here.test, { clientId, userId, admin: true })
  const siteId = siteIds[0] ?? ''
  const { id: managerId } = await makeUser(db, here.test.passwords, clientId, {
    access: [{ siteId, userType: 'Manager' }],
  })
  manager = await openSession(here.test, { clientId, userId: managerId, siteId, userType: 'Manager' })
})

/** A stay in minutes since the start. */
interface Stay {
  id: string
  person: number
  site: number
  came: number
  ended: number | null
  endedAs: 'checked_out' | 'by_staff' | 'assumed_left' | 'superseded' | null
  dependents: number
}

const MINUTES = (now.getTime() - start) / MINUTE_MS
const timeOf = (minute: number) => new Date(start + minute * MINUTE_MS)
const goneOf = ({ ended }: Stay) => ended ?? MINUTES

/**
 * Consecutive visits of a person at a site. Some follow at once, like a second sign-in; some last
 * for days.
 */
const visits = fc
  .array(
    fc.record({
      person: fc.nat(3),
      site: fc.nat(1),
      gap: fc.oneof(fc.constant(0), fc.nat(600)),
      length: fc.oneof(fc.integer({ min: 1, max: 700 }), fc.integer({ min: 2800, max: 5000 })),
      endedAs: fc.constantFrom('checked_out', 'by_staff', 'assumed_left', 'superseded', null),
      dependents: fc.nat(2),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((drawn) => {
    const next = new Map<string, number>()
    const closed = new Set<string>()
    return drawn.flatMap(({ gap, length, ...visit }): Stay[] => {
      const place = `${visit.person} ${visit.site}`
      const came = (next.get(place) ?? visit.person * 50) + gap
      const ended = came + length
      if (closed.has(place) || came >= MINUTES) return []
      const isOpen = visit.endedAs === null || ended >= MINUTES
      if (isOpen) closed.add(place)
      next.set(place, ended)
      const id = newId(timeOf(came))
      return [{ ...visit, id, came, ended: isOpen ? null : ended, endedAs: isOpen ? null : visit.endedAs }]
    })
  })

async function write(stays: readonly Stay[]): Promise<void> {
  // More reports are read than a person may in a moment.
  await here.sql`delete from rate_buckets`
  await here.sql`delete from presence where client_id = ${clientId}`
  await here.sql`delete from visits where client_id = ${clientId}`
  for (const { id, person, site, came, ended, endedAs, dependents } of stays) {
    const shared = {
      client_id: clientId,
      site_id: siteIds[site] ?? '',
      kind: 'visitor',
      person_key: `person ${person}`,
      first_name: `P${person}`,
      last_name: 'Test',
      dependents,
      signed_in_at: timeOf(came),
    }
    const endedAt = ended === null ? null : timeOf(ended)
    const isKnown = endedAs === 'checked_out' || endedAs === 'by_staff'
    await here.sql`insert into visits ${here.sql({
      ...shared,
      id,
      ended_as: endedAs,
      ended_at: endedAt,
      signed_out_at: isKnown ? endedAt : null,
    })}`
    if (ended === null) await here.sql`insert into presence ${here.sql({ ...shared, visit_id: id })}`
  }
}

async function read<Item>(path: string, reader = token): Promise<Item[]> {
  const { status, body, text } = await call(here.test, 'GET', `/reports/${path}`, undefined, {
    token: reader,
  })
  expect(status, text).toBe(200)
  return body['items'] as Item[]
}

type Span = [number, number]

/** Spans that touch are one. */
function unite(spans: readonly Span[]): Span[] {
  const united: Span[] = []
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    const last = united.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else united.push([from, to])
  }
  return united
}
const minutesOf = (spans: readonly Span[]) => unite(spans).reduce((sum, [from, to]) => sum + (to - from), 0)
const byPerson = (stays: readonly Stay[]) => Map.groupBy(stays, ({ person }) => person)

/** Whether the stay of a person goes on at a minute. */
const isThere = (stay: Stay, minute: number) =>
  stay.came <= minute && (stay.ended === null || stay.ended > minute)

const check = (property: (stays: Stay[]) => Promise<void>, numRuns = runs(60)) =>
  fc.assert(
    fc.asyncProperty(visits, async (stays) => {
      await write(stays)
      await property(stays)
    }),
    { numRuns },
  )

it('a roll has whoever was on the site at the moment', () =>
  check(async (stays) => {
    for (const minute of [0, 1440, 4000, 4321, 7000, MINUTES]) {
      const at = timeOf(minute).toISOString()
      const items = await read<OnRoll>(`roll?site=${siteIds[0]}&at=${at}`)
      const there = stays.filter((stay) => stay.site === 0 && isThere(stay, minute))
      expect(items.map(({ id }) => id).toSorted()).toEqual(there.map(({ id }) => id).toSorted())
    }
  }))

it('hours are those within the month, those of overlapping stays once, and never those of an unknown end', () =>
  check(async (stays) => {
    const items = await read<HoursOfMonth>('hours?from=2026-10&to=2026-11')
    // The first of November in New York.
    const turn = (Date.UTC(2026, 10, 1, 4) - start) / MINUTE_MS
    const months: [string, number, number][] = [
      ['2026-10', 0, turn],
      ['2026-11', turn, MINUTES],
    ]
    const expected = months.flatMap(([month, from, to]) =>
      [...byPerson(stays)].flatMap(([person, own]) => {
        const known = own.filter(({ endedAs }) => endedAs !== 'assumed_left')
        const spans = known.flatMap((stay): Span[] => {
          const span: Span = [Math.max(stay.came, from), Math.min(goneOf(stay), to)]
          return span[0] < span[1] ? [span] : []
        })
        const unknown = own.filter(
          ({ endedAs, came }) => endedAs === 'assumed_left' && came >= from && came < to,
        ).length
        if (spans.length === 0 && unknown === 0) return []
        return [[month, `P${person} Test`, minutesOf(spans), unite(spans).length, unknown]]
      }),
    )
    const shown = items.map((item) => [item.month, item.name, item.minutes, item.stays, item.unknown])
    const inOrder = (rows: unknown[][]) => rows.map((row) => row.join(' ')).toSorted()
    expect(inOrder(shown)).toEqual(inOrder(expected))
  }))

it('a headcount has everybody in each of the 25 hours, and each hour begins with who was left by the one before', () =>
  check(async (stays) => {
    const items = await read<HourOfDay>('headcount?day=2026-11-01')
    expect(items).toHaveLength(25)
    const groups = [...Map.groupBy(stays, ({ person, site }) => `${person} ${site}`).values()]
    const spans = groups.flatMap((own) =>
      unite(own.map((stay): Span => [stay.came, stay.ended ?? Number.POSITIVE_INFINITY])),
    )
    for (const [place, hour] of items.entries()) {
      const from = (Date.UTC(2026, 10, 1, 4 + place) - start) / MINUTE_MS
      const minutes = Array.from({ length: 60 }, (_, minute) => from + minute)
      const there = (minute: number) => spans.filter(([came, gone]) => came <= minute && gone > minute).length
      const atStart = spans.filter(([came, gone]) => came < from && gone >= from).length
      expect(hour, hour.clock).toMatchObject({
        at_start: atStart,
        arrived: spans.filter(([came]) => came >= from && came < from + 60).length,
        left: spans.filter(([, gone]) => gone >= from && gone < from + 60).length,
        most: Math.max(atStart, ...minutes.map(there)),
      })
      const next = items[place + 1]
      if (next) expect(next.at_start).toBe(hour.at_start + hour.arrived - hour.left)
    }
  }))

it('contacts are those who were on a site at the same time, for as long as they were', () =>
  check(async (stays) => {
    const [first] = stays
    if (!first) return
    const items = await read<Contact>(`contacts?record=${first.id}&from=2026-10-29&to=2026-11-02`)
    const [from, to] = [1440, (Date.UTC(2026, 10, 3, 5) - start) / MINUTE_MS]
    const own = stays.filter(({ person }) => person === first.person)
    const expected = [...byPerson(stays.filter(({ person }) => person !== first.person))].flatMap(
      ([person, others]) => {
        const spans = others.flatMap((other) =>
          own.flatMap((stay): Span[] => {
            if (stay.site !== other.site) return []
            const span: Span = [
              Math.max(stay.came, other.came, from),
              Math.min(goneOf(stay), goneOf(other), to),
            ]
            return span[0] < span[1] ? [span] : []
          }),
        )
        return spans.length === 0 ? [] : [`P${person} Test ${minutesOf(spans)}`]
      },
    )
    expect(items.map(({ name, minutes }) => `${name} ${minutes}`).toSorted()).toEqual(expected.toSorted())
  }))

it('a Manager of one site reads of all sites what an admin reads of that one', () =>
  check(async (stays) => {
    const record = stays.find(({ site }) => site === 0)?.id
    const contacts = record === undefined ? [] : [`contacts?record=${record}&from=2026-10-29&to=2026-11-02`]
    for (const path of ['hours?from=2026-10&to=2026-11', 'headcount?day=2026-11-01', ...contacts]) {
      const ofSite = await read<object>(`${path}&site=${siteIds[0]}`)
      expect(await read<object>(path, manager), path).toEqual(ofSite)
    }
  }, runs(24)))
