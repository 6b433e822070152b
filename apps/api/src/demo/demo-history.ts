import type { refusedAttempts } from '../db/schema/refused-attempts.ts'
import type { visits } from '../db/schema/visits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/durations.ts'
import type { Person } from '../modules/identity/person-key.ts'
import type { DemoSite } from './demo-clients.ts'
import { itemAt, type Random } from './random.ts'

export const HISTORY_DAYS = 90

type Visit = typeof visits.$inferInsert
type Refusal = typeof refusedAttempts.$inferInsert

export interface DemoPerson extends Person {
  personKey: string
  userId: string | null
}

export interface Place {
  site: DemoSite
  staff: readonly DemoPerson[]
  visitors: readonly DemoPerson[]
  /** People who visited before their ban, and try again after it. */
  banned: readonly { person: DemoPerson; banId: string; from: number }[]
  /** The manager who checks other people out. */
  managerId: string | null
  newPerson: () => DemoPerson
  newId: (at: number) => string
  /** What a person enters at sign-in, with the columns that visits and refused attempts share. */
  giveDetails: (person: DemoPerson, isFailing: boolean) => Omit<Refusal, 'id' | 'reason' | 'attemptedAt'>
}

/** Draws the visits and refused attempts of a site for the ninety days up to `now`. */
export function drawHistory(
  place: Place,
  now: number,
  random: Random,
): { visits: Visit[]; refusals: Refusal[] } {
  const { site, staff, visitors, banned, managerId, newPerson, newId, giveDetails } = place
  const { pattern, visitorsADay, occupancy, method } = site
  const drawnVisits: Visit[] = []
  const refusals: Refusal[] = []

  const addVisit = (person: DemoPerson, from: number, to: number, ending: Partial<Visit> = {}) => {
    if (from >= now - MINUTE_MS) return
    const isOpen = to >= now - MINUTE_MS
    drawnVisits.push({
      ...giveDetails(person, false),
      temperature: method.useTemperature ? celsius(random.around(36.5, 0.25), 35.6, 37.3) : null,
      id: newId(from),
      signedInAt: new Date(from),
      createdAt: new Date(from),
      signedOutAt: isOpen ? null : new Date(to),
      endedAt: isOpen ? null : new Date(to),
      endedAs: isOpen ? null : 'checked_out',
      endedBy: null,
      endReason: '',
      assumedLeftAt: null,
      ...(!isOpen && ending),
    })
  }
  const addRefusal = (person: DemoPerson, at: number, banId: string | null = null) => {
    if (at >= now - MINUTE_MS) return
    const isAnswer = banId === null && site.asksQuestions
    const isHigh = random.chance(0.8)
    const measured = isHigh
      ? celsius(random.around(38.3, 0.4), 37.6, 39)
      : celsius(random.around(34.2, 0.3), 33.6, 34.9)
    refusals.push({
      ...giveDetails(person, isAnswer),
      id: newId(at),
      reason: banId ? 'banned' : isAnswer ? 'failed_answer' : isHigh ? 'high' : 'low',
      banId,
      temperature: banId || isAnswer ? null : measured,
      attemptedAt: new Date(at),
      createdAt: new Date(at),
    })
  }
  const arrivalAt = (midnight: number, hours: Readonly<Record<number, number>>) =>
    midnight +
    random.weighted(Object.entries(hours).map(([hour, weight]) => [Number(hour), weight] as const)) *
      HOUR_MS +
    random.int(0, HOUR_MS - 1)
  /** Less than the 13 hours after which a visit is overdue. */
  const stay = ([mean, spread]: readonly [number, number]) =>
    Math.round(Math.min(Math.max(random.around(mean, spread), 4), 760) * MINUTE_MS)
  const addVisitorsStay = (person: DemoPerson, from: number) => {
    const to = from + stay(pattern.visitorMinutes)
    const ending = random.weighted(endings)
    if (ending === 'by_staff' && managerId)
      addVisit(person, from, to, { endedAs: ending, endedBy: managerId, endReason: random.pick(endReasons) })
    else if (ending === 'assumed_left' && from + DAY_MS < now - MINUTE_MS) {
      const at = new Date(from + DAY_MS)
      addVisit(person, from, to, { endedAs: ending, signedOutAt: null, endedAt: at, assumedLeftAt: at })
    } else addVisit(person, from, to)
  }

  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(site.timeZone).toPlainDate()
  const lastDays = new Map<DemoPerson, number>()
  const shareOfRefusals = site.asksQuestions || method.useTemperature ? 0.02 : 0
  for (let back = HISTORY_DAYS; back >= 0; back--) {
    const day = today.subtract({ days: back })
    const weekday = day.dayOfWeek - 1
    const midnight = day.toZonedDateTime(site.timeZone).epochMilliseconds
    for (const [at, member] of staff.entries()) {
      if (!random.chance(itemAt(pattern.staffDays, weekday))) continue
      const from = arrivalAt(midnight, itemAt(pattern.shifts, at))
      addVisit(member, from, from + stay(pattern.staffMinutes))
    }
    const expected = random.around(visitorsADay, visitorsADay * 0.16) * itemAt(pattern.visitorDays, weekday)
    for (let count = Math.round(expected); count > 0; count--) {
      // Some visitors come every week, most rarely, and none on two days in a row.
      let at = Math.floor(visitors.length * random.next() ** 1.25)
      while ((lastDays.get(itemAt(visitors, at)) ?? Infinity) <= back + 1) at++
      const person = itemAt(visitors, at)
      lastDays.set(person, back)
      const from = arrivalAt(midnight, pattern.visitorHours)
      if (random.chance(shareOfRefusals)) addRefusal(person, from)
      else addVisitorsStay(person, from)
    }
    for (const { person, banId, from } of banned) {
      const at = arrivalAt(midnight, pattern.visitorHours)
      if (at > from && random.chance(0.09)) addRefusal(person, at, banId)
      else if (at < from - DAY_MS && random.chance(0.12)) addVisit(person, at, at + 2 * HOUR_MS)
    }
  }

  // People who forgot to sign out, then enough for the site's usual occupancy.
  const [fewest, most] = occupancy
  for (let count = fewest >= 30 ? 3 : 1; count > 0; count--)
    addVisit(newPerson(), now - Math.round((13.4 + random.next() * 9) * HOUR_MS), Infinity)
  const onSite = drawnVisits.filter(({ endedAs }) => !endedAs).length
  for (let missing = random.int(fewest, most) - onSite; missing > 0; missing--)
    addVisit(newPerson(), now - Math.round((2 + random.next() ** 1.3 * 230) * MINUTE_MS), Infinity)

  drawnVisits.sort((a, b) => a.signedInAt.getTime() - b.signedInAt.getTime())
  return { visits: drawnVisits, refusals }
}

const endings = [
  ['checked_out', 91],
  ['by_staff', 5],
  ['assumed_left', 4],
] as const
const endReasons = ['End of day round', 'Seen leaving by the guard', 'Group leader signed out for all']

const celsius = (drawn: number, lowest: number, highest: number) =>
  Math.round(Math.min(Math.max(drawn, lowest), highest) * 10) / 10
