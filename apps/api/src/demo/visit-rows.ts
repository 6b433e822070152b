import type { refusedAttempts } from '../db/schema/refused-attempts.ts'
import type { presence, SignInSource, visits } from '../db/schema/visits.ts'
import { answerAll, type Desk } from './desk.ts'
import type { DemoIds } from './demo-ids.ts'
import type { Person, StaffMember } from './people.ts'
import type { SitePlan } from './plan.ts'
import { itemAt, type Random } from './random.ts'

export type Visit = typeof visits.$inferInsert
export type Refusal = typeof refusedAttempts.$inferInsert
export type Presence = typeof presence.$inferInsert

/** A site with everything that its history is made of. */
export interface Stage {
  clientId: string
  siteId: string
  methodId: string
  plan: SitePlan
  desk: Desk | undefined
  /** Those who work here, and those who visit. */
  staff: StaffMember[]
  visitors: Person[]
  /** Who may check others out. */
  managerId: string | undefined
  banned: { person: Person; banId: string; from: number }[]
}

export interface History {
  visits: Visit[]
  refusals: Refusal[]
}

/** A history that is being written. */
export interface Writing {
  stage: Stage
  random: Random
  newId: DemoIds
  history: History
  now: number
}

type Ending = Pick<Visit, 'endedAs' | 'signedOutAt' | 'endedBy' | 'endReason'>

/** Writes a visit down; without an ending it is open still. */
export function arrive(write: Writing, person: Person, from: number, to = Infinity, ending?: Ending): void {
  const { stage, newId, history } = write
  person.stays.push([from, to])
  history.visits.push({
    ...arrival(write, person),
    ...(stage.plan.method.useTemperature
      ? { temperature: normalTemperature(write.random) }
      : { temperature: null }),
    id: newId(from),
    signedInAt: new Date(from),
    createdAt: new Date(from),
    signedOutAt: null,
    endedAs: null,
    endedAt: Number.isFinite(to) ? new Date(to) : null,
    endedBy: null,
    endReason: '',
    ...ending,
  })
}

/** Writes down that somebody was turned away. */
export function refuse(write: Writing, person: Person, at: number, banId: string | null = null): void {
  const { stage, random, newId, history } = write
  const reason = banId ? 'banned' : stage.desk ? 'failed_answer' : random.chance(0.8) ? 'high' : 'low'
  const temperature = {
    banned: null,
    failed_answer: null,
    high: Math.round((37.6 + random.next() * 1.4) * 10) / 10,
    low: Math.round((33.6 + random.next() * 1.3) * 10) / 10,
  }[reason]
  history.refusals.push({
    ...arrival(write, person, reason === 'failed_answer'),
    id: newId(at),
    reason,
    banId,
    temperature,
    attemptedAt: new Date(at),
    createdAt: new Date(at),
  })
}

const normalTemperature = (random: Random) =>
  Math.round(Math.min(Math.max(random.around(36.5, 0.25), 35.6), 37.3) * 10) / 10

const sources: Record<SitePlan['method']['type'], SignInSource> = {
  qr: 'phone',
  kiosk: 'kiosk',
  device: 'device',
}

/** What a visit and a refused attempt have in common. */
function arrival({ stage, random }: Writing, person: Person, failing = false) {
  const { clientId, siteId, methodId, desk, plan } = stage
  const userId = 'id' in person ? String(person.id) : null
  const role =
    desk &&
    itemAt(
      desk.roles,
      userId
        ? 2
        : random.weighted([
            [0, 6],
            [1, 3],
            [2, 2],
          ]),
    )
  return {
    clientId,
    siteId,
    methodId,
    source: random.chance(0.03) ? ('staff' as const) : sources[plan.method.type],
    kind: userId ? ('user' as const) : ('visitor' as const),
    userId,
    personKey: person.personKey,
    firstName: person.firstName,
    lastName: person.lastName,
    mobile: person.mobile,
    dependents:
      userId || plan.rhythm === 'mine'
        ? 0
        : random.weighted([
            [0, 66],
            [1, 13],
            [2, 11],
            [3, 5],
            [4, 3],
            [6, 1],
            [10, 0.7],
          ]),
    roleId: role?.id ?? null,
    roleName: role?.name ?? '',
    answers: desk && role ? answerAll(desk, role, random, failing) : [],
  }
}

/** The people on site, as the board reads them. */
export function presenceOf(history: History): Presence[] {
  return history.visits
    .filter(({ endedAs }) => !endedAs)
    .map((open) => ({
      clientId: open.clientId,
      siteId: open.siteId,
      methodId: open.methodId ?? null,
      kind: open.kind,
      userId: open.userId ?? null,
      personKey: open.personKey,
      firstName: open.firstName,
      lastName: open.lastName,
      mobile: open.mobile ?? '',
      dependents: open.dependents ?? 0,
      roleId: open.roleId ?? null,
      roleName: open.roleName ?? '',
      visitId: open.id,
      signedInAt: open.signedInAt,
    }))
}
