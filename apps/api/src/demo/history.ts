import type { DemoIds } from './demo-ids.ts'
import { isFree, type Person } from './people.ts'
import { itemAt, type Random } from './random.ts'
import { arrivalOf, type Rhythm, rhythms, stayOf } from './rhythm.ts'
import { arrive, type History, refuse, type Stage, type Writing } from './visit-rows.ts'

export const historyDays = 90
const minute = 60_000
const hour = 60 * minute
const assumedLeftAfter = 24 * hour
const closingReasons = [
  'End of day round',
  'Seen leaving by the guard',
  'Phone was flat',
  'Group leader signed out for all',
]

/** Ninety days of a site up to `now`: who came, who was turned away, and who is still there. */
export function writeHistory(stage: Stage, now: number, random: Random, newId: DemoIds): History {
  const rhythm = rhythms[stage.plan.rhythm]
  const history: History = { visits: [], refusals: [] }
  const write = { stage, random, newId, history, now }
  writeForgetful(write)
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(stage.plan.timeZone)
    .toPlainDate()
  for (let back = historyDays; back >= 0; back--) {
    const day = today.subtract({ days: back })
    const midnight = day.toZonedDateTime(stage.plan.timeZone).epochMilliseconds
    writeDay(write, rhythm, midnight, day.dayOfWeek - 1)
  }
  writeCrowd(write, rhythm)
  history.visits.sort((a, b) => a.signedInAt.getTime() - b.signedInAt.getTime())
  history.refusals.sort((a, b) => a.attemptedAt.getTime() - b.attemptedAt.getTime())
  return history
}

function writeDay(write: Writing, rhythm: Rhythm, midnight: number, weekday: number): void {
  const { stage, random, now } = write
  for (const member of stage.staff) {
    if (!random.chance(itemAt(rhythm.staffDays, weekday))) continue
    const from = midnight + arrivalOf(random, rhythm.staffHours)
    visit(write, member, from, from + stayOf(random, rhythm.staffMinutes))
  }
  const visitors = Math.round(
    Math.max(0, random.around(stage.plan.visitorsADay, stage.plan.visitorsADay * 0.16)) *
      itemAt(rhythm.visitorDays, weekday),
  )
  for (let count = 0; count < visitors; count++) {
    const from = midnight + arrivalOf(random, rhythm.visitorHours)
    const to = from + stayOf(random, rhythm.visitorMinutes)
    const person = freeVisitor(write, from, to)
    if (!person || from >= now - minute) continue
    if (random.chance(refusalShare(stage))) refuse(write, person, from)
    else visit(write, person, from, to)
  }
  for (const { person, banId, from } of stage.banned) {
    const at = midnight + arrivalOf(random, rhythm.visitorHours)
    if (at < from && random.chance(0.12)) visit(write, person, at, at + stayOf(random, rhythm.visitorMinutes))
    else if (at > from && at < now - minute && random.chance(0.09)) refuse(write, person, at, banId)
  }
}

function refusalShare({ desk, plan }: Stage): number {
  return desk ? 0.02 : plan.method.useTemperature ? 0.022 : 0
}

/** Some come every week, most once in a while. */
function freeVisitor({ stage: { visitors }, random }: Writing, from: number, to: number): Person | undefined {
  for (let attempt = 0; attempt < 8; attempt++) {
    const person = itemAt(visitors, Math.floor(visitors.length * random.next() ** 1.25))
    if (isFree(person, from, to)) return person
  }
  return undefined
}

/** Those who went without a word long ago: over 13 hours on site, and nobody has closed their visit. */
function writeForgetful(write: Writing): void {
  const { stage, random, now } = write
  const count = stage.plan.crowd.day[0] >= 30 ? random.int(3, 4) : random.int(0, 2)
  for (let index = 0; index < count; index++) {
    const from = now - Math.round((13.4 + random.next() * 9) * hour)
    const person = freeVisitor(write, from, Infinity)
    if (person) arrive(write, person, from)
  }
}

/** Brings the people on site to the number that the place has at this hour. */
function writeCrowd(write: Writing, rhythm: Rhythm): void {
  const { stage, random, now, history } = write
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(stage.plan.timeZone)
  const isDay = local.hour >= 8 && local.hour < (stage.plan.rhythm === 'theatre' ? 23 : 19)
  const wanted = random.int(...(isDay ? stage.plan.crowd.day : stage.plan.crowd.night))
  let onSite = history.visits.filter(({ endedAs }) => !endedAs).length
  const staff = random.shuffle(stage.staff)
  const atWork = isDay || rhythm.isRoundTheClock ? Math.ceil(staff.length * 0.7) : 1
  let working = history.visits.filter(({ endedAs, kind }) => !endedAs && kind === 'user').length
  for (let attempt = 0; attempt < 400 && onSite < wanted; attempt++) {
    const longest = isDay ? 230 : 390
    const from = now - Math.round((2 + random.next() ** 1.3 * longest) * minute) - random.int(0, 999)
    const member = working < atWork ? staff.find((one) => isFree(one, from, Infinity)) : undefined
    const person = member ?? freeVisitor(write, from, Infinity)
    if (!person) continue
    if (member) working++
    arrive(write, person, from)
    onSite++
  }
}

/** A visit from one moment to another, which is open still where its end is to come. */
function visit(write: Writing, person: Person, from: number, to: number): void {
  const { random, now, stage } = write
  if (from >= now - minute || !isFree(person, from, to)) return
  if (to >= now - minute) {
    if (isFree(person, from, Infinity)) arrive(write, person, from)
    return
  }
  const ending = random.weighted([
    ['checked_out', 90],
    ['by_staff', 5],
    ['assumed_left', 4],
    ['superseded', 1.2],
  ] as const)
  if (ending === 'assumed_left') {
    const closed = from + assumedLeftAfter
    if (closed < now && isFree(person, from, closed)) arrive(write, person, from, closed, { endedAs: ending })
    else arrive(write, person, from, to, { endedAs: 'checked_out', signedOutAt: new Date(to) })
  } else if (ending === 'superseded' && to - from > 20 * minute) {
    const again = from + Math.round((to - from) * (0.2 + random.next() * 0.5))
    arrive(write, person, from, again, { endedAs: ending })
    arrive(write, person, again, to, { endedAs: 'checked_out', signedOutAt: new Date(to) })
  } else if (ending === 'by_staff' && stage.managerId) {
    arrive(write, person, from, to, {
      endedAs: ending,
      signedOutAt: new Date(to),
      endedBy: stage.managerId,
      endReason: random.pick(closingReasons),
    })
  } else {
    arrive(write, person, from, to, { endedAs: 'checked_out', signedOutAt: new Date(to) })
  }
}
