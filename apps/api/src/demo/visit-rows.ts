import type { refusedAttempts } from '../db/schema/refused-attempts.ts'
import type { presence, SignInSource, visits } from '../db/schema/visits.ts'
import { drawAnswers, type QuestionSet } from './question-set.ts'
import { type DemoIds, itemAt, type Random } from './random.ts'
import type { Person, StaffMember } from './people.ts'
import type { SiteTemplate } from './client-templates.ts'

export type Visit = typeof visits.$inferInsert
export type Refusal = typeof refusedAttempts.$inferInsert
export type Presence = typeof presence.$inferInsert

/** A site with everything that its history is created from. */
export interface DemoSite {
  clientId: string
  siteId: string
  methodId: string
  template: SiteTemplate
  questionSet: QuestionSet | undefined
  /** The people who work here, and the visitors. */
  staff: StaffMember[]
  visitors: Person[]
  /** The manager who checks others out. */
  managerId: string | undefined
  banned: { person: Person; banId: string; from: number }[]
}

export interface History {
  visits: Visit[]
  refusals: Refusal[]
}

/** The state while a history is created. */
export interface HistoryWriter {
  demoSite: DemoSite
  random: Random
  newId: DemoIds
  history: History
  now: number
}

type VisitEnding = Pick<Visit, 'endedAs' | 'signedOutAt' | 'endedBy' | 'endReason'>

/** Adds a visit. Without an ending it is still open. */
export function addVisit(
  writer: HistoryWriter,
  person: Person,
  from: number,
  to = Infinity,
  ending?: VisitEnding,
): void {
  const { demoSite, newId, history } = writer
  person.stays.push([from, to])
  history.visits.push({
    ...arrival(writer, person),
    ...(demoSite.template.method.useTemperature
      ? { temperature: normalTemperature(writer.random) }
      : { temperature: null }),
    id: newId(from),
    signedInAt: new Date(from),
    createdAt: new Date(from),
    signedOutAt: null,
    endedAs: null,
    endedAt: Number.isFinite(to) ? new Date(to) : null,
    endedBy: null,
    endReason: '',
    assumedLeftAt: ending?.endedAs === 'assumed_left' ? new Date(to) : null,
    ...ending,
  })
}

/** Adds a refused attempt. */
export function addRefusedAttempt(
  writer: HistoryWriter,
  person: Person,
  at: number,
  banId: string | null = null,
): void {
  const { demoSite, random, newId, history } = writer
  const reason = banId
    ? 'banned'
    : demoSite.questionSet
      ? 'failed_answer'
      : random.chance(0.8)
        ? 'high'
        : 'low'
  const temperature = {
    banned: null,
    failed_answer: null,
    high: Math.round((37.6 + random.next() * 1.4) * 10) / 10,
    low: Math.round((33.6 + random.next() * 1.3) * 10) / 10,
  }[reason]
  history.refusals.push({
    ...arrival(writer, person, reason === 'failed_answer'),
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

const sources: Record<SiteTemplate['method']['type'], SignInSource> = {
  qr: 'phone',
  kiosk: 'kiosk',
  device: 'device',
}

/** The columns that visits and refused attempts share. */
function arrival({ demoSite, random }: HistoryWriter, person: Person, failing = false) {
  const { clientId, siteId, methodId, questionSet, template } = demoSite
  const userId = 'id' in person ? String(person.id) : null
  const role =
    questionSet &&
    itemAt(
      questionSet.roles,
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
    source: random.chance(0.03) ? ('staff' as const) : sources[template.method.type],
    kind: userId ? ('user' as const) : ('visitor' as const),
    userId,
    personKey: person.personKey,
    firstName: person.firstName,
    lastName: person.lastName,
    mobile: person.mobile,
    dependents:
      userId || template.pattern === 'mine'
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
    answers: questionSet && role ? drawAnswers(questionSet, role, random, failing) : [],
  }
}

/** The presence rows of the open visits. */
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
