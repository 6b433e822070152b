import type { UserStatus, UserType } from '@gatehouse/validation/vocabulary'
import { auditEntries } from '../db/schema/audit-entries.ts'
import { banPersonKeys, bans } from '../db/schema/bans.ts'
import { clients } from '../db/schema/clients.ts'
import { questionRoles, questions, questionSites, questionVersions } from '../db/schema/questions.ts'
import { refusedAttempts } from '../db/schema/refused-attempts.ts'
import { methodKeys, signInMethods } from '../db/schema/sign-in-methods.ts'
import { sites } from '../db/schema/sites.ts'
import { accessEntries, logins, users } from '../db/schema/users.ts'
import { userVisitorRoles, visitorRoles } from '../db/schema/visitor-roles.ts'
import { presence, type SignInSource, visits } from '../db/schema/visits.ts'
import { DAY_MS } from '../lib/durations.ts'
import { banKeyRows } from '../modules/bans/create-ban.ts'
import type { BanKeys, Person, PersonKeys } from '../modules/identity/person-key.ts'
import type { DemoClient, DemoSite } from './demo-clients.ts'
import { drawHistory, type Place } from './demo-history.ts'
import { demoQuestions, demoRoles, drawAnswer } from './demo-questions.ts'
import { drawName, mailboxOf } from './names.ts'
import { createRandom, itemAt, type Random } from './random.ts'

/** The tables that demo data fills, parents before children. */
export const demoTables = {
  clients,
  sites,
  users,
  logins,
  accessEntries,
  signInMethods,
  methodKeys,
  visitorRoles,
  questions,
  questionVersions,
  questionSites,
  questionRoles,
  userVisitorRoles,
  bans,
  banPersonKeys,
  auditEntries,
  visits,
  refusedAttempts,
  presence,
}
type Tables = typeof demoTables
type Row<Name extends keyof Tables> = Tables[Name]['$inferInsert']
/** The rows of one client, by table. */
export type DemoRows = { [Name in keyof Tables]: Row<Name>[] }

export interface DrawDeps {
  now: Date
  seed: string
  personKeys: PersonKeys
  banKeys: BanKeys
  /** Draws an unused mobile. */
  newMobile: () => string
}

/** Draws all rows of a client up to `now`. The same seed and time give the same rows. */
export function drawClient(
  client: DemoClient,
  { now, seed, personKeys, banKeys, newMobile }: DrawDeps,
): DemoRows {
  const random = createRandom(`${seed}/${client.name}`)
  const newId = createDemoIds(random)
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS)
  const madeAt = (created: Date) => ({
    id: newId(created.getTime()),
    createdAt: created,
    lastModified: created,
  })
  const own = madeAt(at(430))
  const clientId = own.id
  const personOf = ({ firstName, lastName, mobile }: Person, userId: string | null = null) => {
    const person = { firstName, lastName, mobile }
    return { ...person, personKey: personKeys(clientId, person), userId }
  }
  const newPerson = () => personOf({ ...drawName(random), mobile: newMobile() })
  const rows = Object.fromEntries(Object.keys(demoTables).map((name) => [name, []])) as unknown as DemoRows

  const temperatureRetentionDays = client.contactRetentionDays
  rows.clients.push({ ...client, ...own, country: 'Australia', temperatureRetentionDays })
  const places = client.sites.map((site) => {
    const installed = at(site.installedDaysAgo)
    const siteRow = { ...site, ...madeAt(installed), clientId }
    const siteId = siteRow.id
    const { method } = site
    const successMessage = method.type === 'kiosk' ? welcome : welcomeWithPhone
    const methodRow = { ...method, ...madeAt(installed), clientId, siteId, successMessage }
    rows.sites.push({ ...siteRow, installedOn: installed.toISOString().slice(0, 10) })
    rows.signInMethods.push(methodRow)
    rows.methodKeys.push({ clientId, methodId: methodRow.id, key: method.key, createdAt: installed })
    if (site.asksQuestions) addQuestions(rows, { clientId, siteId }, () => madeAt(installed))
    return { site, clientId, siteId, methodId: methodRow.id }
  })

  const staff = drawUsers(client, random, newMobile).map((user, index) => {
    const { access, status } = user
    // Pending users registered lately, all others before the history begins.
    const made = madeAt(at(status === 'pending' ? random.int(1, 70) / 24 : random.int(95, 430)))
    const person = personOf(user, made.id)
    rows.users.push({
      ...user,
      ...made,
      clientId,
      emailKey: user.email,
      language: 'en-au',
      employeeNumber: `${client.name[0]}${1000 + index * 7}`,
      phoneExtension: index % 3 === 0 ? '' : String(200 + index),
      personKey: user.mobile ? person.personKey : null,
    })
    rows.logins.push({ emailKey: user.email, clientId, userId: made.id })
    for (const { site, userType } of access)
      rows.accessEntries.push({ clientId, userId: made.id, siteId: itemAt(places, site).siteId, userType })
    return { person, access, status }
  })

  const banned = client.banReasons.map((reason, index) => {
    const { from, until, isForSite } = itemAt(terms, index)
    const place = itemAt(places, index)
    const { userId, ...person } = newPerson()
    const fromAt = at(from + random.next() / 6)
    const ban = {
      ...madeAt(fromAt),
      clientId,
      siteId: isForSite ? place.siteId : null,
      ...person,
      reason,
      fromAt,
      untilAt: until === null ? null : at(-until),
      createdBy: staff[0]?.person.userId ?? null,
    }
    rows.bans.push(ban)
    rows.banPersonKeys.push(...banKeyRows(banKeys, ban, person))
    const isOver = until !== null && until < 0
    return { place, isOver, person: { ...person, userId }, banId: ban.id, from: fromAt.getTime() }
  })

  for (const [index, place] of places.entries()) {
    const { site, siteId } = place
    const history = drawHistory(
      {
        site,
        staff: staff
          .filter(
            ({ status, access: [home] }) =>
              status === 'active' && home?.site === index && home.userType !== 'Device',
          )
          .map(({ person }) => person),
        visitors: Array.from({ length: site.visitorsADay * 8 }, newPerson),
        banned: banned.filter((ban) => ban.place === place && !ban.isOver),
        managerId:
          rows.accessEntries.find((entry) => entry.siteId === siteId && entry.userType === 'Manager')
            ?.userId ?? null,
        newPerson,
        newId,
        giveDetails: detailsAt(place, rows, random),
      },
      now.getTime(),
      random,
    )
    rows.visits.push(...history.visits)
    rows.refusedAttempts.push(...history.refusals)
  }
  rows.presence = rows.visits
    .filter(({ endedAs }) => !endedAs)
    .map((visit) => Object.assign({ visitId: visit.id }, visit))
  const userById = new Map(rows.users.map((user) => [user.id, user]))
  for (const { userId, signedInAt, siteId } of rows.visits) {
    const user = userById.get(userId ?? '')
    if (user && (user.lastSeenAt ?? 0) < signedInAt)
      Object.assign(user, { lastSeenAt: signedInAt, lastSeenSiteId: siteId })
  }
  const entryOf = (action: string, done: Date, targetId: string, details: Record<string, unknown>) => ({
    clientId,
    id: newId(done.getTime()),
    at: done,
    actorKind: 'staff' as const,
    actorId: staff[0]?.person.userId ?? null,
    action,
    targetKind: action.split('.')[0] ?? '',
    targetId,
    details,
  })
  rows.auditEntries = [
    ...rows.sites.map(({ id, name, createdAt = now }) => entryOf('site.created', createdAt, id, { name })),
    ...rows.bans.map(({ id, fromAt, siteId = null }) =>
      entryOf('ban.created', fromAt, id, { site_id: siteId }),
    ),
  ]
  return rows
}

/** Start and end of bans, in days before and after now. */
const terms = [
  { from: 41, until: null, isForSite: true },
  { from: 12, until: 78, isForSite: false },
  { from: 6, until: 24, isForSite: true },
  { from: 75, until: -15, isForSite: true },
]

interface DrawnUser extends Person {
  email: string
  jobTitle: string
  status: UserStatus
  approvalAccess?: boolean
  admin?: boolean
  siteAdmin?: boolean
  /** `site` is an index. The first one is the workplace. */
  access: { site: number; userType: UserType }[]
}

/** The statuses of the last users of a larger client. */
const unusual = ['pending', 'pending', 'archived', 'rejected'] as const

/** Draws the users of a client, the named ones first. Each site has a manager. */
function drawUsers(client: DemoClient, random: Random, newMobile: () => string): DrawnUser[] {
  const { named, users: userCount, domain, jobs, sites: clientSites } = client
  const drawn: DrawnUser[] = named.map((user) => {
    const { sites: many, userType } = user.access
    const access = Array.from({ length: many }, (_, site) => ({ site, userType }))
    return Object.assign({ status: 'active' as const }, user, { access })
  })
  const emails = new Set<string>()
  const usual = userCount > 10 ? userCount - unusual.length : userCount
  while (drawn.length < userCount) {
    const name = drawName(random)
    const email = `${mailboxOf(name)}@${domain}`
    if (emails.has(email)) continue
    emails.add(email)
    const index = drawn.length
    const home = index % clientSites.length
    const isManager = index < usual && index >= usual - clientSites.length
    const access: DrawnUser['access'] = [{ site: home, userType: isManager ? 'Manager' : 'Staff' }]
    if (clientSites.length > 1 && random.chance(0.25))
      access.push({ site: (home + 1) % clientSites.length, userType: 'Staff' })
    drawn.push({
      ...name,
      email,
      mobile: newMobile(),
      jobTitle: itemAt(jobs, index),
      status: index < usual ? 'active' : itemAt(unusual, index - usual),
      approvalAccess: isManager && random.chance(0.5),
      access,
    })
  }
  return drawn
}

interface SiteIds {
  clientId: string
  siteId: string
  methodId: string
}

const welcome = {
  'en-au': 'Welcome, and thank you for signing in.',
  es: 'Le damos la bienvenida y gracias por registrarse.',
}
/** For phones: visitors keep the pass. */
const welcomeWithPhone = {
  'en-au': `${welcome['en-au']}\n\nPlease keep this page open and show it on your way out.`,
  es: `${welcome.es}\n\nMantenga esta página abierta y muéstrela al salir.`,
}

/** Adds the roles of a site, and its questions: one of them for a single role. */
function addQuestions(
  rows: DemoRows,
  { clientId, siteId }: Omit<SiteIds, 'methodId'>,
  make: () => { id: string; createdAt: Date; lastModified: Date },
): void {
  const roles = demoRoles.map((role, position) => Object.assign(make(), role, { clientId, siteId, position }))
  rows.visitorRoles.push(...roles)
  for (const [position, { crewOnly, ...words }] of demoQuestions.entries()) {
    const made = make()
    const ofQuestion = { clientId, questionId: made.id }
    rows.questions.push({ ...made, clientId, version: 1, position })
    rows.questionVersions.push({ ...words, ...ofQuestion, version: 1, createdAt: made.createdAt })
    rows.questionSites.push({ ...ofQuestion, siteId })
    // The crew is the last role.
    if (crewOnly) rows.questionRoles.push({ ...ofQuestion, roleId: roles.at(-1)?.id ?? '' })
  }
}

const sources: Record<DemoSite['method']['type'], SignInSource> = {
  qr: 'phone',
  kiosk: 'kiosk',
  device: 'device',
}

/** Draws a person's details at a site: role, answers and company. */
function detailsAt(
  { site, clientId, siteId, methodId }: SiteIds & { site: DemoSite },
  rows: DemoRows,
  random: Random,
): Place['giveDetails'] {
  const roles = rows.visitorRoles.filter((role) => role.siteId === siteId)
  const crewQuestions = new Set(rows.questionRoles.map(({ questionId }) => questionId))
  return (person, isFailing) => {
    const isUser = person.userId !== null
    const isCrew = isUser || random.chance(0.2)
    const role = site.asksQuestions ? (isCrew ? roles.at(-1) : roles[random.int(0, 1)]) : undefined
    const asked = rows.questionVersions.filter(({ questionId }) => isCrew || !crewQuestions.has(questionId))
    return {
      clientId,
      siteId,
      methodId,
      source: random.chance(0.03) ? 'staff' : sources[site.method.type],
      kind: isUser ? 'user' : 'visitor',
      ...person,
      dependents: isUser ? 0 : random.weighted(dependents),
      roleId: role?.id ?? null,
      roleName: role?.name ?? '',
      answers: role ? asked.map((version) => drawAnswer(version, random, isFailing)) : [],
    }
  }
}

const dependents = [
  [0, 66],
  [1, 13],
  [2, 11],
  [3, 5],
  [4, 3],
  [10, 1],
] as const

type DemoIds = (at: number) => string

/** Creates a function that returns UUIDv7s of a millisecond, with a random part from the seed. */
function createDemoIds(random: Random): DemoIds {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  return (at) => {
    const time = hex(at, 12)
    const a = hex(random.int(0, 0xfff), 3)
    const b = hex(random.int(0x8000, 0xbfff), 4)
    const tail = hex(random.int(0, 0xffffff), 6) + hex(random.int(0, 0xffffff), 6)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${a}-${b}-${tail}`
  }
}
