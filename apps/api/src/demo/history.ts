import { type DemoIds, itemAt, type Random } from './random.ts'
import { isFree, type Person } from './people.ts'
import { drawArrival, type VisitPattern, visitPatterns, drawStay } from './visit-patterns.ts'
import { addVisit, type History, addRefusedAttempt, type DemoSite, type HistoryWriter } from './visit-rows.ts'

export const historyDays = 90
const minute = 60_000
const hour = 60 * minute
const assumedLeftAfterMs = 24 * hour
const endReasons = [
  'End of day round',
  'Seen leaving by the guard',
  'Phone was flat',
  'Group leader signed out for all',
]

/** Creates the visits and refused attempts of a site for ninety days up to `now`, with the people who are still on site. */
export function createHistory(demoSite: DemoSite, now: number, random: Random, newId: DemoIds): History {
  const pattern = visitPatterns[demoSite.template.pattern]
  const history: History = { visits: [], refusals: [] }
  const writer = { demoSite, random, newId, history, now }
  addOverdueVisits(writer)
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(demoSite.template.timeZone)
    .toPlainDate()
  for (let back = historyDays; back >= 0; back--) {
    const day = today.subtract({ days: back })
    const midnight = day.toZonedDateTime(demoSite.template.timeZone).epochMilliseconds
    addDay(writer, pattern, midnight, day.dayOfWeek - 1)
  }
  fillToOccupancy(writer, pattern)
  history.visits.sort((a, b) => a.signedInAt.getTime() - b.signedInAt.getTime())
  history.refusals.sort((a, b) => a.attemptedAt.getTime() - b.attemptedAt.getTime())
  return history
}

function addDay(writer: HistoryWriter, pattern: VisitPattern, midnight: number, weekday: number): void {
  const { demoSite, random, now } = writer
  for (const member of demoSite.staff) {
    if (!random.chance(itemAt(pattern.staffDays, weekday))) continue
    const from = midnight + drawArrival(random, pattern.staffHours)
    addFinishedVisit(writer, member, from, from + drawStay(random, pattern.staffMinutes))
  }
  const visitors = Math.round(
    Math.max(0, random.around(demoSite.template.visitorsADay, demoSite.template.visitorsADay * 0.16)) *
      itemAt(pattern.visitorDays, weekday),
  )
  for (let count = 0; count < visitors; count++) {
    const from = midnight + drawArrival(random, pattern.visitorHours)
    const to = from + drawStay(random, pattern.visitorMinutes)
    const person = freeVisitor(writer, from, to)
    if (!person || from >= now - minute) continue
    if (random.chance(shareOfRefusals(demoSite))) addRefusedAttempt(writer, person, from)
    else addFinishedVisit(writer, person, from, to)
  }
  for (const { person, banId, from } of demoSite.banned) {
    const at = midnight + drawArrival(random, pattern.visitorHours)
    if (at < from && random.chance(0.12))
      addFinishedVisit(writer, person, at, at + drawStay(random, pattern.visitorMinutes))
    else if (at > from && at < now - minute && random.chance(0.09))
      addRefusedAttempt(writer, person, at, banId)
  }
}

function shareOfRefusals({ questionSet, template }: DemoSite): number {
  return questionSet ? 0.02 : template.method.useTemperature ? 0.022 : 0
}

/** Picks a visitor who is not on any site at that time. Some come every week, most rarely. */
function freeVisitor(
  { demoSite: { visitors }, random }: HistoryWriter,
  from: number,
  to: number,
): Person | undefined {
  for (let attempt = 0; attempt < 8; attempt++) {
    const person = itemAt(visitors, Math.floor(visitors.length * random.next() ** 1.25))
    if (isFree(person, from, to)) return person
  }
  return undefined
}

/** Adds open visits of more than 13 hours. */
function addOverdueVisits(writer: HistoryWriter): void {
  const { demoSite, random, now } = writer
  const count = demoSite.template.occupancy.day[0] >= 30 ? random.int(3, 4) : random.int(0, 2)
  for (let index = 0; index < count; index++) {
    const from = now - Math.round((13.4 + random.next() * 9) * hour)
    const person = freeVisitor(writer, from, Infinity)
    if (person) addVisit(writer, person, from)
  }
}

/** Adds open visits until the number of people on site fits the template and the hour. */
function fillToOccupancy(writer: HistoryWriter, pattern: VisitPattern): void {
  const { demoSite, random, now, history } = writer
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(demoSite.template.timeZone)
  const isDay = local.hour >= 8 && local.hour < (demoSite.template.pattern === 'theatre' ? 23 : 19)
  const wanted = random.int(...(isDay ? demoSite.template.occupancy.day : demoSite.template.occupancy.night))
  let onSite = history.visits.filter(({ endedAs }) => !endedAs).length
  const staff = random.shuffle(demoSite.staff)
  const atWork = isDay || pattern.isRoundTheClock ? Math.ceil(staff.length * 0.7) : 1
  let working = history.visits.filter(({ endedAs, kind }) => !endedAs && kind === 'user').length
  for (let attempt = 0; attempt < 400 && onSite < wanted; attempt++) {
    const longest = isDay ? 230 : 390
    const from = now - Math.round((2 + random.next() ** 1.3 * longest) * minute) - random.int(0, 999)
    const member = working < atWork ? staff.find((one) => isFree(one, from, Infinity)) : undefined
    const person = member ?? freeVisitor(writer, from, Infinity)
    if (!person) continue
    if (member) working++
    addVisit(writer, person, from)
    onSite++
  }
}

/** Adds a visit from one moment to another. It stays open where its end is in the future. */
function addFinishedVisit(writer: HistoryWriter, person: Person, from: number, to: number): void {
  const { random, now, demoSite } = writer
  if (from >= now - minute || !isFree(person, from, to)) return
  if (to >= now - minute) {
    if (isFree(person, from, Infinity)) addVisit(writer, person, from)
    return
  }
  const ending = random.weighted([
    ['checked_out', 90],
    ['by_staff', 5],
    ['assumed_left', 4],
    ['superseded', 1.2],
  ] as const)
  if (ending === 'assumed_left') {
    const closed = from + assumedLeftAfterMs
    if (closed < now && isFree(person, from, closed))
      addVisit(writer, person, from, closed, { endedAs: ending })
    else addVisit(writer, person, from, to, { endedAs: 'checked_out', signedOutAt: new Date(to) })
  } else if (ending === 'superseded' && to - from > 20 * minute) {
    const again = from + Math.round((to - from) * (0.2 + random.next() * 0.5))
    addVisit(writer, person, from, again, { endedAs: ending })
    addVisit(writer, person, again, to, { endedAs: 'checked_out', signedOutAt: new Date(to) })
  } else if (ending === 'by_staff' && demoSite.managerId) {
    addVisit(writer, person, from, to, {
      endedAs: ending,
      signedOutAt: new Date(to),
      endedBy: demoSite.managerId,
      endReason: random.pick(endReasons),
    })
  } else {
    addVisit(writer, person, from, to, { endedAs: 'checked_out', signedOutAt: new Date(to) })
  }
}
