import type { auditEntries } from '../db/schema/audit-entries.ts'
import type { bans } from '../db/schema/bans.ts'
import type { clients } from '../db/schema/clients.ts'
import type { questionRoles, questionSites } from '../db/schema/questions.ts'
import type { methodKeys, signInMethods } from '../db/schema/sign-in-methods.ts'
import type { sites } from '../db/schema/sites.ts'
import type { accessEntries, logins, users } from '../db/schema/users.ts'
import type { userVisitorRoles } from '../db/schema/visitor-roles.ts'
import { createDemoBans } from './demo-bans.ts'
import { createDemoIds, type DemoIds, type Random } from './random.ts'
import { createQuestionSet, type QuestionSet } from './question-set.ts'
import { auditRows, clientRow, lastSeen, methodRow, siteRow, userRow } from './client-rows.ts'
import { createHistory } from './history.ts'
import {
  createPersonFactory,
  createStaff,
  createVisitors,
  type PersonFactory,
  type StaffMember,
} from './people.ts'
import type { ClientTemplate, SiteTemplate } from './client-templates.ts'
import type { History, DemoSite } from './visit-rows.ts'
import { DAY_MS } from '../lib/durations.ts'

/** The rows of one client, and its staff, who get portraits. */
export interface DemoClient {
  client: typeof clients.$inferInsert
  sites: (typeof sites.$inferInsert)[]
  users: (typeof users.$inferInsert)[]
  logins: (typeof logins.$inferInsert)[]
  accessEntries: (typeof accessEntries.$inferInsert)[]
  methods: (typeof signInMethods.$inferInsert)[]
  methodKeys: (typeof methodKeys.$inferInsert)[]
  questionSets: QuestionSet[]
  questionSites: (typeof questionSites.$inferInsert)[]
  questionRoles: (typeof questionRoles.$inferInsert)[]
  userVisitorRoles: (typeof userVisitorRoles.$inferInsert)[]
  bans: (typeof bans.$inferInsert)[]
  auditEntries: (typeof auditEntries.$inferInsert)[]
  histories: History[]
  staff: StaffMember[]
}

/** Creates all rows of one client up to `now`. They follow from the template and the seed only. */
export function createDemoClient(
  template: ClientTemplate,
  now: number,
  random: Random,
  mobile: () => string,
  personKey: (clientId: string) => PersonFactory['personKey'],
): DemoClient {
  const newId = createDemoIds(random.fork('ids'))
  const since = now - 430 * DAY_MS
  const clientId = newId(since)
  const factory = createPersonFactory(random.fork('people'), mobile, personKey(clientId))
  const staff = createStaff(template, factory, now, newId)
  const demoSites = template.sites.map((site, index) =>
    createDemoSite(site, index, { clientId, staff, factory, now, newId }),
  )
  const banned = createDemoBans(template, demoSites, factory, now, random.fork('bans'), newId)
  const histories = demoSites.map((demoSite) =>
    createHistory(demoSite, now, random.fork(demoSite.template.name), newId),
  )
  const stamps = { createdAt: new Date(since), lastModified: new Date(since) }
  const seen = lastSeen(histories)
  const questionSets = demoSites.flatMap(({ questionSet }) => (questionSet ? [questionSet] : []))
  return {
    client: clientRow(template, clientId, stamps),
    sites: demoSites.map((demoSite) => siteRow(demoSite, now)),
    users: staff.map((member) => userRow(member, clientId, seen)),
    logins: staff.map(({ id, email }) => ({ emailKey: email, clientId, userId: id })),
    accessEntries: staff.flatMap(({ id, access }) =>
      access.map(({ site, userType }) => ({
        clientId,
        userId: id,
        siteId: demoSites[site]?.siteId ?? '',
        userType,
      })),
    ),
    methods: demoSites.map((demoSite) => methodRow(demoSite, now)),
    methodKeys: demoSites.map(({ methodId, template: { method, installedDaysAgo } }) => ({
      key: method.key,
      clientId,
      methodId,
      createdAt: new Date(now - installedDaysAgo * DAY_MS),
    })),
    questionSets,
    questionSites: demoSites.flatMap(({ questionSet, siteId }) =>
      (questionSet?.questions ?? []).map(({ id }) => ({ clientId, questionId: id, siteId })),
    ),
    questionRoles: questionSets.flatMap(({ rolesOfQuestion }) =>
      [...rolesOfQuestion].flatMap(([questionId, roles]) =>
        roles.map((roleId) => ({ clientId, questionId, roleId })),
      ),
    ),
    userVisitorRoles: demoSites.flatMap(({ questionSet, staff: own }) =>
      own.flatMap(({ id }) =>
        (questionSet?.roles ?? []).slice(2).map((role) => ({ clientId, userId: id, roleId: role.id })),
      ),
    ),
    bans: banned,
    auditEntries: auditRows(clientId, demoSites, staff, banned, newId),
    histories,
    staff,
  }
}

interface SiteDeps {
  clientId: string
  staff: StaffMember[]
  factory: PersonFactory
  now: number
  newId: DemoIds
}

function createDemoSite(
  template: SiteTemplate,
  index: number,
  { clientId, staff, factory, now, newId }: SiteDeps,
): DemoSite {
  const installed = now - template.installedDaysAgo * DAY_MS
  const siteId = newId(installed)
  const active = staff.filter(({ status }) => status === 'active')
  return {
    clientId,
    siteId,
    methodId: newId(installed),
    template,
    questionSet: template.asksQuestions
      ? createQuestionSet({ clientId, siteId, at: new Date(installed) }, newId)
      : undefined,
    staff: active.filter(({ access: [home] }) => home?.site === index && home.userType !== 'Device'),
    visitors: createVisitors(factory, Math.round(template.visitorsADay * 8)),
    managerId: active.find(({ access }) =>
      access.some(({ site, userType }) => site === index && userType === 'Manager'),
    )?.id,
    banned: [],
  }
}
