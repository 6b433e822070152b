import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { deviceCommandRequests, pairingCodes } from '../src/db/schema/devices.ts'
import { notifications } from '../src/db/schema/notifications.ts'
import { outbox } from '../src/db/schema/outbox.ts'
import { questionMethods } from '../src/db/schema/questions.ts'
import { limitedMethods, pairedKiosks } from '../src/db/schema/sign-in-methods.ts'
import { userVisitorRoles } from '../src/db/schema/visitor-roles.ts'
import { clientScope, installationScope } from '../src/db/scopes.ts'
import { withScope } from '../src/db/tenancy.ts'
import { DAY_MS } from '../src/lib/durations.ts'
import { newId } from '../src/lib/ids.ts'
import { createBan } from '../src/modules/bans/create-ban.ts'
import { foldDeltas } from '../src/jobs/fold-rollups.ts'
import { applyRetention } from '../src/modules/privacy/apply-retention.ts'
import { countDays } from '../src/modules/sites/day-counts.ts'
import { recordReading } from '../src/modules/readings/record-reading.ts'
import { retentionSteps } from '../src/registry.ts'
import type { TestApp } from './build-test-app.ts'
import {
  makeApiKey,
  makeClient,
  makeDevice,
  makeMethod,
  makeQuestion,
  makeRole,
  makeRecipient,
  makeReportView,
  makeSite,
  makeUser,
  makeWebhook,
} from './factories.ts'
import { call, enrol, makeMember, signIn } from './staff.ts'
import { openSession } from './world.ts'

/** A client with a row in every table, where every text is a canary. */
export interface CanaryClient {
  clientId: string
  siteIds: string[]
  methodIds: string[]
  methodKeys: string[]
  userIds: string[]
  recipientIds: string[]
  reportViewIds: string[]
  banIds: string[]
  exceptionIds: string[]
  apiKeyIds: string[]
  webhookIds: string[]
  deliveryIds: string[]
  questionIds: string[]
  roleIds: string[]
  visitIds: string[]
  musterIds: string[]
  /** A bearer token for each role. */
  tokens: Record<Role, string>
}

export const roles = ['Device', 'Guest', 'Staff', 'Manager', 'admin'] as const
export type Role = (typeof roles)[number]

/** The prefix of a client's canaries. No request contains a whole canary. */
export const canaryOf = (name: string) => `Canary ${name} `
export const canaryIn = (name: string) => new RegExp(`${canaryOf(name)}([a-z_]+\\.[a-z_]+)`, 'g')

/** Creates the client. Its rows are written by product code where there is any. */
export async function makeCanaryClient(test: TestApp, sql: Sql, name: string): Promise<CanaryClient> {
  const { db } = test.database
  const { id: clientId } = await makeClient(db)
  const { id: siteId } = await makeSite(db, clientId, { offlineUsers: true })
  const { id: otherSiteId } = await makeSite(db, clientId)
  const plain = await makeMethod(db, clientId, siteId)
  const heat = await makeMethod(db, clientId, siteId, { useTemperature: true })
  const other = await makeMethod(db, clientId, otherSiteId)
  const kiosk = await makeMethod(db, clientId, siteId, { type: 'kiosk' })
  await call(test, 'POST', '/checkin/kiosk-report', { machineId: kiosk.id, waiting: 2 })
  const gate = await makeMethod(db, clientId, siteId, { type: 'device' })
  await makeDevice(db, clientId, gate.id)
  const role = await makeRole(db, clientId, otherSiteId, 'Crew')
  const question = await makeQuestion(db, clientId, otherSiteId, {
    type: 'free text',
    text: 'Whom?',
    texts: { es: '¿A quién?' },
    roles: [role.id],
  })
  await withScope(db, clientScope(clientId), (tx) =>
    tx.insert(questionMethods).values({ clientId, questionId: question.id, methodId: other.id }),
  )
  const tokens = {} as CanaryClient['tokens']
  const userIds: string[] = []
  for (const userType of roles) {
    const rights = userType === 'admin' ? { admin: true } : { access: [{ siteId, userType }] }
    const { id: userId } = await makeUser(db, test.passwords, clientId, rights)
    userIds.push(userId)
    const holder = { clientId, userId, siteId, ...(userType === 'admin' ? { admin: true } : { userType }) }
    tokens[userType] = await openSession(test, holder)
  }
  const [userId = ''] = userIds
  await withScope(db, clientScope(clientId), async (tx) => {
    const now = test.clock.now
    await tx
      .insert(pairedKiosks)
      .values({ clientId, methodId: kiosk.id, tokenHash: randomBytes(32), pairedAt: now })
    await tx
      .insert(limitedMethods)
      .values({ clientId, methodId: kiosk.id, kind: 'sign_in', since: now, lastAt: now })
    await tx.insert(pairingCodes).values({
      clientId,
      methodId: gate.id,
      codeHash: newId(),
      expiresAt: new Date(test.clock.now.getTime() + DAY_MS),
    })
    await tx
      .insert(deviceCommandRequests)
      .values({ clientId, id: newId(test.clock.now), methodId: gate.id, command: 'identify' })
    await tx.insert(userVisitorRoles).values({ clientId, userId, roleId: role.id })
    for (const owner of userIds)
      await tx.insert(notifications).values({
        clientId,
        id: newId(test.clock.now),
        userId: owner,
        kind: 'x',
        level: 'info',
        values: { a: 'x' },
      })
  })

  const checkIn = (fields: object, headers = {}) =>
    call(test, 'POST', '/checkin', { lastName: 'Silva', mobile: '0491570156', ...fields }, { headers })
  await checkIn({ firstName: 'Ana', machineId: plain.id }, { 'idempotency-key': newId() })
  const questions = { [question.id]: { answer: 'Ada' } }
  await checkIn({ firstName: 'Eva', machineId: other.id, role: role.id, questions })
  await call(
    test,
    'POST',
    `/sites/${otherSiteId}/muster-points`,
    { name: 'Lawn' },
    { token: tokens.admin, headers: { 'idempotency-key': newId() } },
  )
  const banned = { firstName: 'Bea', lastName: 'Silva', mobile: '+61491570156' }
  const { id: banId } = await withScope(db, clientScope(clientId), (tx) =>
    createBan(
      tx,
      test.banKeys,
      { kind: 'system', id: null },
      { clientId, siteId: null, whom: { person: banned }, reason: 'x', from: test.clock.now, until: null },
      test.clock.now,
    ),
  )
  const exceptionId = newId()
  await sql`
    insert into ban_exceptions (client_id, id, ban_id, site_id, reason, hours, asked_by, asked_at)
    values (${clientId}, ${exceptionId}, ${banId}, ${siteId}, 'x', 1, ${userId}, now())`
  await checkIn({ ...banned, machineId: plain.id })
  await recordReading({ db, now: test.clock.now }, { methodId: heat.id, temperature: 36.6 })

  const member = await makeMember(test, clientId)
  userIds.push(member.id)
  const { secret: _, recoveryCodes } = await enrol(test, (await signIn(test, member)).token)
  const pre2fa = await signIn(test, member)
  await call(
    test,
    'POST',
    '/2fa/verify',
    { type: 'recovery-codes', code: recoveryCodes[0] },
    { token: pre2fa.token },
  )
  await rememberDevice(sql, clientId, member.id)
  await applyRetention(
    { db, steps: retentionSteps, photos: test.photos, clock: () => test.clock.now },
    clientScope(clientId),
  )
  await sql`insert into retention_schedules (client_id, next_run_at) values (${clientId}, now())`
  await sql`insert into muster_points (client_id, id, site_id, name) values (${clientId}, ${newId()}, ${siteId}, 'Lawn')`
  const muster = await call(
    test,
    'POST',
    '/musters',
    { site_id: siteId, drill: true },
    { token: tokens.Staff },
  )
  const musterId = String(muster.body['id'])
  await call(
    test,
    'POST',
    `/musters/${musterId}/marks`,
    [{ id: newId(), person_id: newId(), state: 'unlisted', at: test.clock.now.toISOString(), text: 'x' }],
    { token: tokens.Staff },
  )
  await sql`
    insert into site_external_apis (client_id, site_id, url, parameters)
    values (${clientId}, ${siteId}, 'https://receiver.example/', '[{ "name": "venue", "value": "x" }]')`
  const { id: recipientId } = await makeRecipient(db, clientId, { userId })
  await sql`
    insert into notification_recipient_sites (client_id, recipient_id, site_id) values (${clientId}, ${recipientId}, ${siteId})`
  await sql`
    insert into notification_repeats (client_id, user_id, event, subject, told_at)
    values (${clientId}, ${userId}, 'banned', 'x', now())`
  const { id: reportViewId } = await makeReportView(db, clientId, { ownerId: userId, recipients: [userId] })
  const { id: apiKeyId } = await makeApiKey(db, test.keys.apiKeys, clientId)
  const { id: webhookId } = await makeWebhook(db, clientId)
  const delivery = {
    clientId,
    webhookId,
    type: 'visitor.signed_in',
    subject: 'x',
    response: 'x',
    failure: 'x',
  }
  const deliveryId = newId()
  await withScope(db, clientScope(clientId), (tx) =>
    tx.insert(outbox).values({ ...delivery, id: deliveryId, eventId: newId(), failedAt: test.clock.now }),
  )
  await countDays({ db, installation: installationScope() }, test.clock.now)
  await foldDeltas(db)
  await sql`
    insert into visit_hosts (client_id, visit_id, site_id, signed_in_at, name)
    select client_id, visit_id, site_id, signed_in_at, 'x' from presence where client_id = ${clientId}`
  await sql`
    insert into log_people (client_id, person_key, folded_name, mobile, last_at)
    values (${clientId}, 'x', 'x', 'x', now())`
  const [corrected] = await sql`select id from visits where client_id = ${clientId} limit 1`
  await call(
    test,
    'POST',
    `/access-log/${corrected?.['id']}/corrections`,
    { note: 'x', dependents: 1 },
    { token: tokens.admin },
  )
  await sql`insert into retention_salts (client_id, day, salt) values (${clientId}, current_date, '\\x00')`
  await call(test, 'POST', '/password/forgot', { email: member.email })
  await test.deliver()

  await writeCanaries(sql, clientId, name)
  const visits = await sql<{ id: string }[]>`select id from visits where client_id = ${clientId}`
  return {
    clientId,
    siteIds: [siteId, otherSiteId],
    methodIds: [plain.id, heat.id, other.id],
    methodKeys: [plain.key, heat.key, other.key],
    userIds,
    recipientIds: [recipientId],
    reportViewIds: [reportViewId],
    banIds: [banId],
    exceptionIds: [exceptionId],
    apiKeyIds: [apiKeyId],
    webhookIds: [webhookId],
    deliveryIds: [deliveryId],
    musterIds: [musterId],
    questionIds: [question.id],
    roleIds: [role.id],
    visitIds: visits.map(({ id }) => id),
    tokens,
  }
}

/** Gives every person with a session a remembered device and a device cookie. */
async function rememberDevice(sql: Sql, clientId: string, userId: string): Promise<void> {
  await sql`
    insert into remembered_devices (client_id, id, user_id, token_hash, last_used_at, expires_at)
    select client_id, gen_random_uuid(), user_id, sha256(id::text::bytea), now(), now() + interval '1 day'
    from sessions where client_id = ${clientId} or user_id = ${userId}`
  await sql`
    insert into device_cookies (client_id, id, user_id, token_hash, expires_at)
    select client_id, gen_random_uuid(), user_id, sha256(id::text::bytea), now() + interval '1 day'
    from sessions where client_id = ${clientId} or user_id = ${userId}`
  await sql`
    insert into client_invitations (client_id, token_hash, expires_at)
    values (${clientId}, ${clientId}, now() + interval '1 day')`
}

interface Column {
  table: string
  column: string
  type: string
}

/** Texts that the program parses: a canary in them would cause an error. */
const notProse = new Set([
  'time_zone',
  'region',
  'password_hash',
  'url',
  'roll_snapshot',
  'roll_server_started_at',
])
/** The keys of stored JSON that determine how the rest is parsed. */
const structure = new Set(['id', 'type', 'action', 'question_id'])

/**
 * Replaces every text of a client with a canary that has the column's name, where the
 * column accepts it.
 */
export async function writeCanaries(database: Sql, clientId: string, name: string): Promise<void> {
  const sql = await database.reserve()
  // Without triggers: they would end links and sessions when an account changes.
  await sql`set session_replication_role = replica`
  const columns = await sql<Column[]>`
    select table_name as table, column_name as column, data_type as type
    from information_schema.columns join pg_class on relname = table_name and not relispartition
    where table_schema = 'public' and is_generated = 'NEVER' and data_type in ('text', 'character varying', 'jsonb')
      and relnamespace = 'public'::regnamespace`
  for (const { table, column, type } of columns.filter((one) => !notProse.has(one.column))) {
    const canary = `${canaryOf(name)}${table}.${column}`
    const owner = table === 'clients' ? 'id' : 'client_id'
    if (!(await hasColumn(sql, table, owner))) continue
    const rows = sql`${sql(owner)} = ${clientId}`
    if (type === 'jsonb') {
      const found =
        await sql`select ctid::text as ctid, tableoid::text as part, ${sql(column)} as value from ${sql(table)} where ${rows}`
      for (const { ctid, part, value } of found)
        await sql`
          update ${sql(table)} set ${sql(column)} = ${sql.json(withCanaries(value, canary))}
          where ${rows} and ctid = ${ctid}::tid and tableoid = ${part}::oid`
      continue
    }
    // Keys and columns with fixed values refuse a canary and stay.
    await sql`
      update ${sql(table)} set ${sql(column)} = ${canary} || ' ' || md5(tableoid::text || ctid::text) where ${rows}`.catch(
      (error: { code?: string }) => {
        if (!error.code?.startsWith('23')) throw error
      },
    )
  }
  await sql`reset session_replication_role`
  sql.release()
}

async function hasColumn(sql: Sql, table: string, column: string): Promise<boolean> {
  const found = await sql`
    select from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and column_name = ${column}`
  return found.length === 1
}

function withCanaries(value: unknown, canary: string): never {
  const replaced = (inner: unknown, key: string): unknown => {
    if (typeof inner === 'string') return structure.has(key) ? inner : canary
    if (typeof inner !== 'object' || inner === null) return inner
    if (Array.isArray(inner)) return inner.map((item) => replaced(item, key))
    return Object.fromEntries(Object.entries(inner).map(([name, item]) => [name, replaced(item, name)]))
  }
  return replaced(value, '') as never
}

/** The tables in which the client has no row. */
export async function tablesWithoutRow(sql: Sql, clientId: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns join pg_class on relname = table_name and not relispartition
    where table_schema = 'public' and column_name = 'client_id' and relnamespace = 'public'::regnamespace`
  const empty: string[] = []
  for (const { name } of tables) {
    const found = await sql`select from ${sql(name)} where client_id = ${clientId} limit 1`
    if (found.length === 0) empty.push(name)
  }
  return empty
}
