import type { auditEntries } from '../db/schema/audit-entries.ts'
import type { bans } from '../db/schema/bans.ts'
import type { clients } from '../db/schema/clients.ts'
import type { questionRoles, questionSites } from '../db/schema/questions.ts'
import type { methodKeys, signInMethods } from '../db/schema/sign-in-methods.ts'
import type { sites } from '../db/schema/sites.ts'
import type { accessEntries, logins, users } from '../db/schema/users.ts'
import type { userVisitorRoles } from '../db/schema/visitor-roles.ts'
import { createDemoBans } from './demo-bans.ts'
import { createDemoIds, type DemoIds } from './demo-ids.ts'
import { createDesk, type Desk } from './desk.ts'
import { auditRows, clientRow, lastSeen, methodRow, siteRow, userRow } from './client-rows.ts'
import { writeHistory } from './history.ts'
import { createRegistry, createStaff, createVisitors, type Registry, type StaffMember } from './people.ts'
import type { ClientPlan, SitePlan } from './plan.ts'
import type { Random } from './random.ts'
import type { History, Stage } from './visit-rows.ts'

/** The rows of one client, and the staff whose faces are to be drawn. */
export interface DemoClient {
  client: typeof clients.$inferInsert
  sites: (typeof sites.$inferInsert)[]
  users: (typeof users.$inferInsert)[]
  logins: (typeof logins.$inferInsert)[]
  accessEntries: (typeof accessEntries.$inferInsert)[]
  methods: (typeof signInMethods.$inferInsert)[]
  methodKeys: (typeof methodKeys.$inferInsert)[]
  desks: Desk[]
  questionSites: (typeof questionSites.$inferInsert)[]
  questionRoles: (typeof questionRoles.$inferInsert)[]
  userVisitorRoles: (typeof userVisitorRoles.$inferInsert)[]
  bans: (typeof bans.$inferInsert)[]
  auditEntries: (typeof auditEntries.$inferInsert)[]
  histories: History[]
  staff: StaffMember[]
}

const day = 86_400_000

/** Everything of one client up to `now`, from its plan and chance alone. */
export function createDemoClient(
  plan: ClientPlan,
  now: number,
  random: Random,
  mobile: () => string,
  personKey: (clientId: string) => Registry['personKey'],
): DemoClient {
  const newId = createDemoIds(random.fork('ids'))
  const since = now - 430 * day
  const clientId = newId(since)
  const registry = createRegistry(random.fork('people'), mobile, personKey(clientId))
  const staff = createStaff(plan, registry, now, newId)
  const stages = plan.sites.map((site, index) =>
    createStage(site, index, { clientId, staff, registry, now, newId }),
  )
  const banned = createDemoBans(plan, stages, registry, now, random.fork('bans'), newId)
  const histories = stages.map((stage) => writeHistory(stage, now, random.fork(stage.plan.name), newId))
  const stamps = { createdAt: new Date(since), lastModified: new Date(since) }
  const seen = lastSeen(histories)
  const desks = stages.flatMap(({ desk }) => (desk ? [desk] : []))
  return {
    client: clientRow(plan, clientId, stamps),
    sites: stages.map((stage) => siteRow(stage, now)),
    users: staff.map((member) => userRow(member, clientId, seen)),
    logins: staff.map(({ id, email }) => ({ emailKey: email, clientId, userId: id })),
    accessEntries: staff.flatMap(({ id, access }) =>
      access.map(({ site, userType }) => ({
        clientId,
        userId: id,
        siteId: stages[site]?.siteId ?? '',
        userType,
      })),
    ),
    methods: stages.map((stage) => methodRow(stage, now)),
    methodKeys: stages.map(({ methodId, plan: { method, installedDaysAgo } }) => ({
      key: method.key,
      clientId,
      methodId,
      createdAt: new Date(now - installedDaysAgo * day),
    })),
    desks,
    questionSites: stages.flatMap(({ desk, siteId }) =>
      (desk?.questions ?? []).map(({ id }) => ({ clientId, questionId: id, siteId })),
    ),
    questionRoles: desks.flatMap(({ rolesOfQuestion }) =>
      [...rolesOfQuestion].flatMap(([questionId, roles]) =>
        roles.map((roleId) => ({ clientId, questionId, roleId })),
      ),
    ),
    userVisitorRoles: stages.flatMap(({ desk, staff: own }) =>
      own.flatMap(({ id }) =>
        (desk?.roles ?? []).slice(2).map((role) => ({ clientId, userId: id, roleId: role.id })),
      ),
    ),
    bans: banned,
    auditEntries: auditRows(clientId, stages, staff, banned, newId),
    histories,
    staff,
  }
}

interface StageParts {
  clientId: string
  staff: StaffMember[]
  registry: Registry
  now: number
  newId: DemoIds
}

function createStage(
  plan: SitePlan,
  index: number,
  { clientId, staff, registry, now, newId }: StageParts,
): Stage {
  const installed = now - plan.installedDaysAgo * day
  const siteId = newId(installed)
  const active = staff.filter(({ status }) => status === 'active')
  return {
    clientId,
    siteId,
    methodId: newId(installed),
    plan,
    desk: plan.asksQuestions ? createDesk({ clientId, siteId, at: new Date(installed) }, newId) : undefined,
    staff: active.filter(({ access: [home] }) => home?.site === index && home.userType !== 'Device'),
    visitors: createVisitors(registry, Math.round(plan.visitorsADay * 8)),
    managerId: active.find(({ access }) =>
      access.some(({ site, userType }) => site === index && userType === 'Manager'),
    )?.id,
    banned: [],
  }
}
