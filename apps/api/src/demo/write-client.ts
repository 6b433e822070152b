import { getTableColumns, getTableName, type InferInsertModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '../db/tenancy.ts'
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
import { banKeyRows } from '../modules/bans/create-ban.ts'
import type { BanKeys } from '../modules/identity/person-key.ts'
import { type DemoClient } from './demo-client.ts'
import { presenceOf } from './visit-rows.ts'

/** Inserts all rows of one client, parents before children. */
export async function writeClient(tx: Transaction, demo: DemoClient, banKeys: BanKeys): Promise<void> {
  await insertRows(tx, clients, [demo.client])
  await insertRows(tx, sites, demo.sites)
  await insertRows(tx, users, demo.users)
  await insertRows(tx, logins, demo.logins)
  await insertRows(tx, accessEntries, demo.accessEntries)
  await insertRows(tx, signInMethods, demo.methods)
  await insertRows(tx, methodKeys, demo.methodKeys)
  for (const questionSet of demo.questionSets) {
    await insertRows(tx, visitorRoles, questionSet.roles)
    await insertRows(tx, questions, questionSet.questions)
    await insertRows(tx, questionVersions, questionSet.versions)
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

const chunk = 2500

/** Inserts many rows with few statements: each chunk is sent as one JSON value. The first row determines the columns. */
export async function insertRows<T extends PgTable>(
  tx: Transaction,
  table: T,
  rows: InferInsertModel<T>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const names = new Map(
    Object.entries(getTableColumns(table)).map(([property, { name }]) => [property, name]),
  )
  const columns = Object.keys(first).map((property) => `"${names.get(property)}"`)
  const list = columns.join(', ')
  const target = `"${getTableName(table)}"`
  const statement = `insert into ${target} (${list}) select ${list} from jsonb_populate_recordset(null::${target}, $1::jsonb)`
  for (let start = 0; start < rows.length; start += chunk) {
    const part = rows
      .slice(start, start + chunk)
      .map((row) =>
        Object.fromEntries(Object.entries(row).map(([property, value]) => [names.get(property), value])),
      )
    await tx.raw.unsafe(statement, [JSON.stringify(part)])
  }
}
