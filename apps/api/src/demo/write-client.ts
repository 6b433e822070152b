import { auditEntries } from '../db/schema/audit-entries.ts'
import { banPersonKeys, bans } from '../db/schema/bans.ts'
import { clients } from '../db/schema/clients.ts'
import { questionRoles, questions, questionSites, questionVersions } from '../db/schema/questions.ts'
import { refusedAttempts } from '../db/schema/refused-attempts.ts'
import { methodKeys, signInMethods } from '../db/schema/sign-in-methods.ts'
import { sites } from '../db/schema/sites.ts'
import { accessEntries, logins, users } from '../db/schema/users.ts'
import { userVisitorRoles, visitorRoles } from '../db/schema/visitor-roles.ts'
import { presence, visits } from '../db/schema/visits.ts'
import type { Transaction } from '../db/tenancy.ts'
import { banKeyRows } from '../modules/bans/create-ban.ts'
import type { BanKeys } from '../modules/identity/person-key.ts'
import { type DemoClient } from './demo-client.ts'
import { presenceOf } from './visit-rows.ts'
import { insertRows } from './insert-rows.ts'

/** Writes one client with all it has, parents first. */
export async function writeClient(tx: Transaction, demo: DemoClient, banKeys: BanKeys): Promise<void> {
  await insertRows(tx, clients, [demo.client])
  await insertRows(tx, sites, demo.sites)
  await insertRows(tx, users, demo.users)
  await insertRows(tx, logins, demo.logins)
  await insertRows(tx, accessEntries, demo.accessEntries)
  await insertRows(tx, signInMethods, demo.methods)
  await insertRows(tx, methodKeys, demo.methodKeys)
  for (const desk of demo.desks) {
    await insertRows(tx, visitorRoles, desk.roles)
    await insertRows(tx, questions, desk.questions)
    await insertRows(tx, questionVersions, desk.versions)
  }
  await insertRows(tx, questionSites, demo.questionSites)
  await insertRows(tx, questionRoles, demo.questionRoles)
  await insertRows(tx, userVisitorRoles, demo.userVisitorRoles)
  await insertRows(tx, bans, demo.bans)
  const banned = demo.bans.map(({ clientId, id, firstName = '', lastName = '', mobile = '' }) =>
    banKeyRows(banKeys, { clientId, id }, { firstName, lastName, mobile }),
  )
  await insertRows(tx, banPersonKeys, banned.flat())
  await insertRows(tx, auditEntries, demo.auditEntries)
  for (const history of demo.histories) {
    await insertRows(tx, visits, history.visits)
    await insertRows(tx, refusedAttempts, history.refusals)
    await insertRows(tx, presence, presenceOf(history))
  }
}
