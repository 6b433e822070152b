import type { auditEntries } from '../db/schema/audit-entries.ts'
import type { bans } from '../db/schema/bans.ts'
import type { clients } from '../db/schema/clients.ts'
import type { signInMethods } from '../db/schema/sign-in-methods.ts'
import type { sites } from '../db/schema/sites.ts'
import type { users } from '../db/schema/users.ts'
import { timeOfId } from '../lib/ids.ts'
import type { DemoIds } from './random.ts'
import type { StaffMember } from './people.ts'
import type { ClientTemplate } from './client-templates.ts'
import type { History, DemoSite } from './visit-rows.ts'
import { DAY_MS } from '../lib/durations.ts'

/** When a row was created and last changed. */
type Stamps = { createdAt: Date; lastModified: Date }

export function clientRow(template: ClientTemplate, id: string, stamps: Stamps): typeof clients.$inferInsert {
  const { name, companyNo, street, suburb, state, postCode, phone, look, timeZone, contactRetentionDays } =
    template
  return {
    id,
    name,
    companyNo,
    street,
    suburb,
    state,
    postCode,
    country: 'Australia',
    phone,
    enabled: true,
    look,
    language: 'en-au',
    region: 'AU',
    timeZone,
    contactRetentionDays,
    temperatureRetentionDays: contactRetentionDays,
    ...stamps,
  }
}

export function siteRow({ clientId, siteId, template }: DemoSite, now: number): typeof sites.$inferInsert {
  const installed = new Date(now - template.installedDaysAgo * DAY_MS)
  return {
    clientId,
    id: siteId,
    name: template.name,
    description: template.description,
    address: template.address,
    comments: '',
    installedOn: installed.toISOString().slice(0, 10),
    timeZone: template.timeZone,
    region: 'AU',
    status: 'active',
    offlineUsers: template.offlineUsers ?? false,
    questionsByUser: false,
    lowTemperature: 35,
    highTemperature: 37.5,
    overdueAfterHours: 13,
    createdAt: installed,
    lastModified: installed,
  }
}

export function userRow(
  member: StaffMember,
  clientId: string,
  seen: Map<string, Seen>,
): typeof users.$inferInsert {
  const last = seen.get(member.id)
  return {
    clientId,
    id: member.id,
    email: member.email,
    emailKey: member.email,
    firstName: member.firstName,
    lastName: member.lastName,
    mobile: member.mobile,
    language: 'en-au',
    employeeNumber: member.employeeNumber,
    phoneExtension: member.phoneExtension,
    jobTitle: member.jobTitle,
    status: member.status,
    admin: member.admin,
    siteAdmin: member.siteAdmin,
    changePassword: false,
    approvalAccess: member.approvalAccess,
    passwordHash: null,
    personKey: member.mobile ? member.personKey : null,
    photoKey: null,
    lastSeenAt: last?.at ?? null,
    lastSeenSiteId: last?.siteId ?? null,
    createdAt: member.createdAt,
    lastModified: member.createdAt,
  }
}

const welcome = {
  'en-au': 'Welcome, and thank you for signing in.',
  es: 'Le damos la bienvenida y gracias por registrarse.',
}
/** For a phone, which the visitor keeps. A shared tablet is used by the next visitor. */
const keepOpen = {
  'en-au': 'Please keep this page open and show it on your way out.',
  es: 'Mantenga esta página abierta y muéstrela al salir.',
}
const welcomeWithPhone = {
  'en-au': `${welcome['en-au']}\n\n${keepOpen['en-au']}`,
  es: `${welcome.es}\n\n${keepOpen.es}`,
}

export function methodRow(
  { clientId, siteId, methodId, template: { method, installedDaysAgo } }: DemoSite,
  now: number,
): typeof signInMethods.$inferInsert {
  const installed = new Date(now - installedDaysAgo * DAY_MS)
  return {
    clientId,
    id: methodId,
    siteId,
    type: method.type,
    name: method.name,
    location: method.location,
    kioskId: method.kioskId ?? '',
    serialNumber: method.serialNumber ?? '',
    successMessage: method.type === 'kiosk' ? welcome : welcomeWithPhone,
    useTemperature: method.useTemperature ?? false,
    asksHost: method.asksHost ?? false,
    enabled: true,
    createdAt: installed,
    lastModified: installed,
  }
}

/** Where and when a person signed in last. */
interface Seen {
  at: Date
  siteId: string
}

export function lastSeen(histories: History[]): Map<string, Seen> {
  const seen = new Map<string, Seen>()
  for (const { userId, signedInAt, siteId } of histories.flatMap(({ visits }) => visits)) {
    if (userId && (seen.get(userId)?.at ?? 0) < signedInAt) seen.set(userId, { at: signedInAt, siteId })
  }
  return seen
}

export function auditRows(
  clientId: string,
  demoSites: DemoSite[],
  staff: StaffMember[],
  banned: (typeof bans.$inferInsert)[],
  newId: DemoIds,
): (typeof auditEntries.$inferInsert)[] {
  const admin = staff[0]?.id ?? null
  const row = (
    at: number,
    action: string,
    targetKind: string,
    targetId: string,
    details: Record<string, unknown>,
  ) => ({
    clientId,
    id: newId(at),
    at: new Date(at),
    actorKind: 'staff' as const,
    actorId: admin,
    action,
    targetKind,
    targetId,
    details,
  })
  return [
    ...demoSites.map(({ siteId, template }) =>
      row(timeOfId(siteId).getTime(), 'site.created', 'site', siteId, {
        name: template.name,
      }),
    ),
    ...banned.map(({ id, fromAt, siteId }) =>
      row(fromAt.getTime(), 'ban.created', 'ban', id, { site_id: siteId ?? null }),
    ),
  ]
}
