import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErasureReceipt, Person, PersonData } from '@gatehouse/validation/endpoints/people'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import {
  makeClient,
  makeMethod,
  makeQuestion,
  makeRecipient,
  makeReportView,
  makeRole,
  makeSite,
  makeUser,
  makeWebhook,
} from '../../../test/factories.ts'
import { type Fate, personalColumns } from '../../../test/personal-columns.ts'
import { isFull, runs } from '../../../test/runs.ts'
import { call } from '../../../test/staff.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { makeWorld, openSession, type World } from '../../../test/world.ts'
import { recordAudit } from '../../db/audit.ts'
import { recordEvents, recordMail, subjectOfVisits } from '../../db/outbox.ts'
import { clientScope, installationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { foldDeltas } from '../../jobs/fold-rollups.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { personSteps, retentionSteps } from '../../registry.ts'
import { chainLog } from '../access-log/chain/append.ts'
import { verifyLog } from '../access-log/chain/verify.ts'
import { createBan } from '../bans/create-ban.ts'
import { queueReportMails } from '../reports/queue-mails.ts'
import { recordReading } from '../readings/record-reading.ts'
import { applyRetention } from './apply-retention.ts'

/** What nobody else has: in names, texts and addresses, in numbers, and as a temperature. */
const canary = { first: 'Wvutsrq', name: 'Zyxwvut', digits: '491570158', temperature: 36.7 }
const mobile = `+61${canary.digits}`
const photoBytes = Buffer.from('RIFF canary of an erased photo WEBP')

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let world: World
beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  world = await makeWorld(test)
})
afterAll(() => test.close())

interface Venue {
  clientId: string
  siteId: string
  gate: string
  questionId: string
  roleId: string
  admin: string
  adminId: string
  staff: string
}

async function makeVenue(): Promise<Venue> {
  const { db } = test.database
  const { id: clientId } = await makeClient(db)
  await makeWebhook(db, clientId)
  const { id: siteId } = await makeSite(db, clientId, { name: 'Quay' })
  const { id: gate } = await makeMethod(db, clientId, siteId, { useTemperature: true, asksHost: true })
  const { id: questionId } = await makeQuestion(db, clientId, siteId, { type: 'free text', text: 'Why?' })
  const { id: roleId } = await makeRole(db, clientId, siteId, 'Crew')
  const { id: adminId } = await makeUser(db, test.passwords, clientId, {
    admin: true,
    firstName: 'Ada',
    lastName: 'Admin',
  })
  const access = [{ siteId, userType: 'Staff' as const }]
  const { id: staffId } = await makeUser(db, test.passwords, clientId, { access })
  return {
    clientId,
    siteId,
    gate,
    questionId,
    roleId,
    adminId,
    admin: await openSession(test, { clientId, userId: adminId, admin: true }),
    staff: await openSession(test, { clientId, userId: staffId, userType: 'Staff', siteId }),
  }
}

interface SignedIn {
  status: number
  checkOutToken: string
}

async function signIn(
  { gate, questionId }: Pick<Venue, 'gate' | 'questionId'>,
  fields: object,
  { temperature = canary.temperature, answer = 'Delivery' } = {},
): Promise<SignedIn> {
  const { db } = test.database
  const { code } = await recordReading({ db, now: test.clock.now }, { methodId: gate, temperature })
  const questions = { [questionId]: { answer } }
  const body = { machineId: gate, verificationCode: code, questions, ...fields }
  const response = await call(test, 'POST', '/checkin', body, { headers: { 'idempotency-key': newId() } })
  expect(response.status, response.text).toBe(200)
  return { status: response.status, checkOutToken: String(response.body['checkOutToken']) }
}

async function leave({ checkOutToken }: SignedIn): Promise<void> {
  const time = test.clock.now.toISOString()
  const left = await call(test, 'POST', '/checkin/checkout', { checkOutToken, time })
  expect(left.status, left.text).toBe(200)
}

async function chain(): Promise<void> {
  await foldDeltas(test.database.db)
  await chainLog({
    db: test.database.db,
    installation: installationScope(),
    digests: test.keys.logDigests,
    clock: () => test.clock.now,
  })
}

const later = (milliseconds: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + milliseconds)
}

const find = async ({ admin }: Pick<Venue, 'admin'>, search: string) => {
  const found = await call(test, 'GET', `/people?search=${encodeURIComponent(search)}`, undefined, {
    token: admin,
  })
  expect(found.status, found.text).toBe(200)
  return found.body as { items: Person[]; more: boolean }
}
const read = async ({ admin }: Pick<Venue, 'admin'>, key: string) => {
  const held = await call(test, 'GET', `/people/${key}`, undefined, { token: admin })
  expect(held.status, held.text).toBe(200)
  return held.body as unknown as PersonData
}
const erase = ({ admin }: Pick<Venue, 'admin'>, key: string, confirmation: string) =>
  call(test, 'POST', `/people/${key}/erase`, { confirmation }, { token: admin })
const receipts = async ({ admin }: Pick<Venue, 'admin'>) =>
  (await call(test, 'GET', '/people/erasures', undefined, { token: admin })).body['items'] as ErasureReceipt[]

describe('the calls about one person', () => {
  it('are for admins of the client, and for a site_admin who has chosen one', async () => {
    const { tokens, a, b } = world
    const key = a.userId
    const asks: [Parameters<typeof call>[1], string, object?][] = [
      ['GET', '/people?search=robin'],
      ['GET', '/people/erasures'],
      ['GET', `/people/${key}`],
      ['GET', `/people/${key}/export`],
      ['POST', `/people/${key}/erase`, { confirmation: 'Robin Tester' }],
    ]
    const status = async ([verb, path, body]: (typeof asks)[number], token?: string, headers = {}) =>
      (await call(test, verb, path, body, { ...(token !== undefined && { token }), headers })).status
    for (const one of asks) {
      expect(await status(one)).toBe(401)
      for (const actor of ['board-only A', 'guest-only A', 'staff A', 'manager A'] as const)
        expect(await status(one, tokens[actor]), actor).toBe(403)
      expect(await status(one, tokens.site_admin)).toBe(422)
    }
    for (const one of asks.slice(2)) {
      expect(await status(one, tokens['admin B'])).toBe(404)
      expect(await status(one, tokens.site_admin, { 'x-client-id': b.clientId })).toBe(404)
    }
    expect(await status(['GET', `/people/${key}`], tokens.site_admin, { 'x-client-id': a.clientId })).toBe(
      200,
    )
    expect(await status(['GET', `/people/${newId()}`], tokens['admin A'])).toBe(404)
    expect(await status(['GET', `/people/${'x'.repeat(43)}`], tokens['admin A'])).toBe(404)
    expect(await status(['GET', '/people?search=r'], tokens['admin A'])).toBe(400)
    expect(await status(['POST', `/people/${key}/erase`, {}], tokens['admin A'])).toBe(400)
  })
})

describe('a search', () => {
  it('finds people by name, mobile and email in any spelling, and nobody of another client', async () => {
    const [venue, other] = [await makeVenue(), await makeVenue()]
    const { db } = test.database
    const person = { firstName: 'Zoë', lastName: 'O’Hára', mobile: '0491 570 159' }
    await leave(await signIn(venue, person))
    const { id } = await makeUser(db, test.passwords, venue.clientId, {
      firstName: 'Uli',
      lastName: 'Ohara',
      email: 'uli@people.example',
      status: 'archived',
    })
    await withScope(db, clientScope(venue.clientId), (tx) =>
      createBan(
        tx,
        test.banKeys,
        { kind: 'system', id: null },
        {
          clientId: venue.clientId,
          siteId: null,
          whom: { person: { firstName: 'Ben', lastName: 'Ohara', mobile: '+61491570313' } },
          reason: 'Shouted',
          from: test.clock.now,
          until: null,
        },
        test.clock.now,
      ),
    )
    await chain()
    const names = async (search: string) =>
      (await find(venue, search)).items.map(({ first_name }) => first_name).toSorted()
    expect(await names('ohara')).toEqual(['Ben', 'Uli', 'Zoë'])
    expect(await names('zoe o’hara')).toEqual(['Zoë'])
    expect(await names('0491 570 159')).toEqual(['Zoë'])
    expect(await names('+61 491570313')).toEqual(['Ben'])
    expect(await names('ULI@people')).toEqual(['Uli'])
    expect(await names('nobody')).toEqual([])
    expect((await find(other, 'ohara')).items).toEqual([])
    const [uli] = (await find(venue, 'uli')).items
    expect(uli).toMatchObject({ key: id, kind: 'user', status: 'archived', email: 'uli@people.example' })
    const [zoe] = (await find(venue, 'zoe')).items
    expect(zoe).toMatchObject({ kind: 'visitor', mobile: '+61491570159', mobile_masked: false, email: null })
  })
})

describe('nobody is erased', () => {
  it('who is on site, or on the list of a muster that is running', async () => {
    const venue = await makeVenue()
    const ana = { firstName: 'Ana', lastName: 'Present', mobile: '0491570156' }
    const visit = await signIn(venue, ana)
    await chain()
    const [found] = (await find(venue, 'present')).items
    const key = found?.key ?? ''
    expect(await read(venue, key)).toMatchObject({ block: 'person_on_site', on_site: [{ site: 'Quay' }] })
    const refused = await erase(venue, key, 'Ana Present')
    expect([refused.status, refused.body['code']]).toEqual([422, 'person_on_site'])
    const muster = await call(
      test,
      'POST',
      '/musters',
      { site_id: venue.siteId, drill: true },
      { token: venue.staff },
    )
    await leave(visit)
    expect((await erase(venue, key, 'Ana Present')).body['code']).toBe('person_on_site')
    await call(test, 'POST', `/musters/${String(muster.body['id'])}/end`, undefined, { token: venue.staff })
    expect(await read(venue, key)).toMatchObject({ block: null, on_site: [] })
    expect(
      await sql`select from visits where client_id = ${venue.clientId} and last_name = 'Present'`,
    ).toHaveLength(1)
    expect(await receipts(venue)).toEqual([])
    expect((await erase(venue, key, 'ana  PRESENT')).status).toBe(200)
    expect((await call(test, 'GET', `/people/${key}`, undefined, { token: venue.admin })).status).toBe(404)
    expect((await erase(venue, key, 'Ana Present')).status).toBe(404)
  })

  it('whose account is in use or has more rights, or whose name was typed wrongly', async () => {
    const venue = await makeVenue()
    const { db } = test.database
    for (const status of ['active', 'pending'] as const) {
      const { id } = await makeUser(db, test.passwords, venue.clientId, { status })
      expect(await read(venue, id)).toMatchObject({ block: 'account_in_use', status })
      const refused = await erase(venue, id, 'Robin Tester')
      expect([refused.status, refused.body['code']]).toEqual([422, 'account_in_use'])
    }
    const above = await makeUser(db, test.passwords, venue.clientId, { status: 'archived', siteAdmin: true })
    const refused = await erase(venue, above.id, 'Robin Tester')
    expect([refused.status, refused.body['code']]).toEqual([403, 'type_too_high'])
    const former = await makeUser(db, test.passwords, venue.clientId, { status: 'archived' })
    const wrong = await erase(venue, former.id, 'Robin')
    expect(wrong.status).toBe(422)
    expect(wrong.body).toMatchObject({
      code: 'confirmation_differs',
      field_codes: { confirmation: 'person_name_differs' },
    })
    expect(await sql`select from users where client_id = ${venue.clientId} and email = ''`).toEqual([])
  })

  it('and a ban in force keeps the name for as long as it holds', async () => {
    const venue = await makeVenue()
    const bo = { first_name: 'Bo', last_name: 'Barred', mobile: '0491570157' }
    const made = await call(
      test,
      'POST',
      '/bans',
      { ...bo, site_id: null, reason: 'Threw a chair' },
      { token: venue.admin },
    )
    expect(made.status, made.text).toBe(201)
    const [found] = (await find(venue, 'barred')).items
    const key = found?.key ?? ''
    expect((await read(venue, key)).holdings).toMatchObject([
      { kind: 'bans_in_force', count: 1, stays: true },
      { kind: 'audit_entries', stays: false },
    ])
    const receipt = await erase(venue, key, 'Bo Barred')
    expect(receipt.status, receipt.text).toBe(200)
    expect(receipt.body['kept']).toEqual([{ kind: 'bans_in_force', count: 1 }])
    const barred = await call(test, 'POST', '/checkin', {
      firstName: 'Bo',
      lastName: 'Barred',
      mobile: '0491570157',
      machineId: venue.gate,
      verificationCode: (
        await recordReading(
          { db: test.database.db, now: test.clock.now },
          { methodId: venue.gate, temperature: 36.5 },
        )
      ).code,
      questions: { [venue.questionId]: { answer: 'Again' } },
    })
    expect(barred.body).toMatchObject({ banned: true })
    await call(
      test,
      'POST',
      `/bans/${String(made.body['id'])}/lift`,
      { reason: 'Over' },
      { token: venue.admin },
    )
    later(1000)
    expect((await erase(venue, key, 'Bo Barred')).status).toBe(200)
    const [ban] =
      await sql`select first_name, mobile, reason, person_key from bans where id = ${String(made.body['id'])}`
    expect(ban).toMatchObject({ first_name: '', mobile: '', reason: '' })
    expect(String(ban?.['person_key'])).toMatch(/^anonymous\./)
  })
})

describe('a ban that outlives an account', () => {
  it('is found by its name, and erased once it was lifted', async () => {
    const venue = await makeVenue()
    const { db } = test.database
    const cy = { firstName: 'Cy', lastName: 'Former', mobile: '+61491570313' }
    const { id } = await makeUser(db, test.passwords, venue.clientId, {
      ...cy,
      personKey: test.personKeys(venue.clientId, cy),
    })
    const token = venue.admin
    const input = { user_id: id, site_id: venue.siteId, reason: 'Shouted' }
    const ban = await call(test, 'POST', '/bans', input, { token })
    expect(ban.status, ban.text).toBe(201)
    await call(test, 'POST', '/users/bulk', { action: 'archive', ids: [id] }, { token })
    const first = await erase(venue, id, 'Cy Former')
    expect(first.body['kept']).toEqual([{ kind: 'bans_in_force', count: 1 }])
    await call(test, 'POST', `/bans/${String(ban.body['id'])}/lift`, { reason: 'Over' }, { token })
    later(1000)
    const [found] = (await find(venue, 'former')).items
    expect(found).toMatchObject({ kind: 'visitor', first_name: 'Cy' })
    expect((await erase(venue, found?.key ?? '', 'Cy Former')).status).toBe(200)
    expect((await find(venue, 'former')).items).toEqual([])
  })
})

/**
 * Our own codes, hashes and keys, which can't hold a canary. Their rows are found by account and
 * visit.
 */
const withoutWords = [
  'access_entries.user_type',
  'creation_keys.encrypted_response',
  'creation_keys.request_hash',
  'device_cookies.token_hash',
  'idempotency_keys.request_hash',
  'notification_recipients.events',
  'notification_recipients.channels',
  'notification_recipients.channels_by_event',
  'notification_recipients.quiet_from',
  'notification_recipients.quiet_until',
  'notification_repeats.event',
  'one_time_tokens.purpose',
  'one_time_tokens.token_hash',
  'readings.code',
  'recovery_code_sets.encrypted_codes',
  'recovery_codes.code_hash',
  'recovery_codes.tail',
  'remembered_devices.token_hash',
  'sessions.cookie_hash',
  'totp_methods.encrypted_seed',
  'users.access_pin_hash',
  'users.language',
  'users.password_hash',
  'visit_hosts.answer',
]
const gone: readonly Fate[] = ['emptied', 'redacted', 'replaced', 'deleted', 'generated']

interface Column {
  table: string
  column: string
}

/** Every column that can hold words, numbers with a fraction, JSON or bytes. */
const readColumns = () => sql<Column[]>`
  select table_name as table, column_name as column from information_schema.columns
  join pg_class on relname = table_name and not relispartition and relnamespace = 'public'::regnamespace
  where table_schema = 'public' and table_name not in ('schema_migrations', 'sql_files')
    and data_type in ('text', 'character', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY', 'numeric')
  order by 1, 2`

describe('the columns that can hold something about a person', () => {
  it('are all declared, with what becomes of each', async () => {
    const declared = Object.entries(personalColumns).flatMap(([table, columns]) =>
      Object.keys(columns).map((column) => `${table}.${column}`),
    )
    const present = (await readColumns()).map(({ table, column }) => `${table}.${column}`)
    expect(declared.toSorted()).toEqual(present.toSorted())
  })

  it('are of tables that an erasure reaches, as is everything that the retention empties', () => {
    const reached = new Set(personSteps.flatMap(({ tables }) => tables))
    const personal = Object.entries(personalColumns).flatMap(([table, columns]) =>
      Object.values(columns).some((fate) => gone.includes(fate)) ? [table] : [],
    )
    expect(personal.filter((table) => !reached.has(table))).toEqual([])
    const emptied = retentionSteps.map(({ table }) => table).filter((table) => table !== 'presence')
    expect(emptied.filter((table) => !reached.has(table))).toEqual([])
  })
})

/** The columns with a row in which the pattern is found. */
async function columnsWith(pattern: string): Promise<string[]> {
  const tables = Map.groupBy(await readColumns(), ({ table }) => table)
  const searches = [...tables].map(([table, columns]) => {
    const found = columns.map(
      ({ column }) => `case when bool_or("${column}"::text ~* $1) then '${column}' end`,
    )
    return `select '${table}' as table, unnest(array[${found.join(', ')}]) as column from "${table}"`
  })
  const all = searches.join(' union all ')
  const rows = await sql.unsafe<Column[]>(`select * from (${all}) as found where "column" is not null`, [
    pattern,
  ])
  return rows.map(({ table, column }) => `${table}.${column}`)
}

async function filesWith(bytes: Buffer | string): Promise<number> {
  const entries = await readdir(test.config.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))))
  return contents.filter((content) => content.includes(bytes)).length
}

/** What is left of a client without its person: counts by day, and all rows of somebody else. */
async function restOf(clientId: string, other: string) {
  const perDay = await sql`
    select signed_in_at::date::text as day, count(*)::int as visits, count(distinct person_key)::int as people,
      sum(dependents)::int as dependents
    from visits where client_id = ${clientId} group by 1 order by 1`
  const figures =
    await sql`select granularity, starts_at, counts, stays from rollups where client_id = ${clientId} order by 1, 2`
  const theirs = await sql`
    select 'visit' as what, to_jsonb(v) as row from visits v where client_id = ${clientId} and last_name = ${other}
    union all select 'person', to_jsonb(p) from log_people p where client_id = ${clientId} and folded_name like ${`${other.toLowerCase()}%`}
    union all select 'user', to_jsonb(u) from users u where client_id = ${clientId} and last_name = ${other}
    order by 1, 2`
  return { perDay, figures, theirs }
}

describe('an erasure', () => {
  let venue: Venue
  let userId: string
  let otherBefore: Awaited<ReturnType<typeof restOf>>
  let personal: string

  beforeAll(async () => {
    test.clock.now = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS + HOUR_MS)
    venue = await makeVenue()
    userId = await spreadCanaries()
    await chain()
    otherBefore = await restOf(venue.clientId, 'Bystander')
  })

  /**
   * Leaves data of a person through every write of the product, and directly for rare ones.
   * @returns the account
   */
  async function spreadCanaries(): Promise<string> {
    const { db } = test.database
    const { clientId, siteId, admin, adminId, staff } = venue
    const scope = clientScope(clientId)
    const name = { firstName: canary.first, lastName: canary.name }
    const person = { ...name, mobile }
    const personKey = test.personKeys(clientId, person)
    const earlierKey = test.personKeys(clientId, { ...person, lastName: `${canary.name}t` })
    personal = [canary.first, canary.name, canary.digits, personKey, earlierKey, 'Qwertz'].join('|')

    await leave(await signIn(venue, { firstName: 'Bea', lastName: 'Bystander', mobile: '0491570156' }))
    // The name was typed wrongly, and is corrected after the search of the log has it.
    const typo = { firstName: canary.first, lastName: `${canary.name}t`, mobile: '0491570158' }
    await leave(await signIn(venue, typo, { answer: 'Qwertz' }))
    await chain()
    const [visit] =
      await sql`select id from visits where client_id = ${clientId} and last_name = ${typo.lastName}`
    const note = { last_name: canary.name, note: `${canary.name} said so` }
    const corrected = await call(test, 'POST', `/access-log/${visit?.['id']}/corrections`, note, {
      token: admin,
    })
    expect(corrected.status, corrected.text).toBe(200)

    const { id } = await makeUser(db, test.passwords, clientId, {
      ...person,
      email: `${canary.name}@people.example`,
      pendingEmail: `new.${canary.name}@people.example`,
      personKey,
      password: 'lamps over the quiet estuary',
      language: 'es',
      employeeNumber: `${canary.name}-1`,
      phoneExtension: canary.digits,
      jobTitle: canary.name,
      statusReason: canary.name,
      accessPinHash: Buffer.of(1),
      access: [{ siteId, userType: 'Staff' }],
    })
    later(10 * MINUTE_MS)
    const host = { name: `${canary.name} Host` }
    const stay = await signIn(
      venue,
      { ...name, mobile: '0491570158', dependents: 2, host },
      { answer: 'Qwertz' },
    )
    await sql`update visit_hosts set answer = 'not_here', answered_at = now() where client_id = ${clientId}`
    const muster = await call(test, 'POST', '/musters', { site_id: siteId, drill: true }, { token: staff })
    const musterId = String(muster.body['id'])
    const at = test.clock.now.toISOString()
    const marks = [
      { id: newId(), person_id: id, state: 'note', at, text: `${canary.name} is in the lift` },
      { id: newId(), person_id: newId(), state: 'unlisted', at, text: `${canary.first} ${canary.name}` },
    ]
    const marked = await call(test, 'POST', `/musters/${musterId}/marks`, marks, { token: staff })
    expect(marked.status, marked.text).toBe(200)
    await call(test, 'POST', `/musters/${musterId}/end`, undefined, { token: staff })
    await sql`
      update muster_roll set employee_number = ${canary.name}, phone_extension = ${canary.digits}
      where client_id = ${clientId} and person_id = ${id}`
    await leave(stay)
    await sql`update visits set end_reason = ${canary.name} where client_id = ${clientId} and user_id = ${id}`

    const ban = await withScope(db, scope, (tx) =>
      createBan(
        tx,
        test.banKeys,
        { kind: 'system', id: null },
        {
          clientId,
          siteId: null,
          whom: { person },
          reason: `${canary.name} shouted`,
          from: test.clock.now,
          until: new Date(test.clock.now.getTime() + 5 * MINUTE_MS),
        },
        test.clock.now,
      ),
    )
    await sql`
      insert into ban_exceptions (client_id, id, ban_id, site_id, reason, hours, asked_by, asked_at)
      values (${clientId}, ${newId()}, ${ban.id}, ${siteId}, ${`${canary.name} repairs`}, 1, ${adminId}, now())`
    await signIn(venue, { ...name, mobile: '0491570158' }, { answer: 'Qwertz' })
    const [attempt] =
      await sql`select id from refused_attempts where client_id = ${clientId} and last_name = ${canary.name}`
    const refusalNote = { note: `${canary.name} left` }
    await call(test, 'POST', `/access-log/${attempt?.['id']}/corrections`, refusalNote, { token: admin })
    later(10 * MINUTE_MS)
    // It ends what the account was granted before.
    await sql`update users set status = 'archived' where id = ${id}`

    await openSession(test, { clientId, userId: id, userType: 'Staff', siteId })
    await sql`update sessions set browser = ${canary.name}, system = ${canary.name}, cookie_hash = '\\x01' where user_id = ${id}`
    await sql`insert into two_step_accounts (client_id, user_id) values (${clientId}, ${id})`
    await sql`
      insert into totp_methods (client_id, id, user_id, encrypted_seed, enabled_at)
      values (${clientId}, gen_random_uuid(), ${id}, '\\x01', now())`
    const setId = newId()
    await sql`
      insert into recovery_code_sets (client_id, id, user_id, enabled_at) values (${clientId}, ${setId}, ${id}, now())`
    await sql`insert into recovery_codes (client_id, set_id, position, code_hash, tail) values (${clientId}, ${setId}, 1, '\\x01', 'ab')`
    for (const table of ['remembered_devices', 'device_cookies'])
      await sql`
        insert into ${sql(table)} ${table === 'device_cookies' ? sql`(client_id, id, user_id, token_hash, expires_at)` : sql`(client_id, id, user_id, token_hash, expires_at, last_used_at, browser, system)`}
        select ${clientId}, gen_random_uuid(), ${id}::uuid, '\\x01', now() + interval '1 day'
          ${table === 'device_cookies' ? sql`` : sql`, now(), ${canary.name}, ${canary.name}`}`
    await sql`
      insert into one_time_tokens (token_hash, client_id, user_id, purpose, email, expires_at)
      values (${canary.name}, ${clientId}, ${id}, 'verify_email', ${`${canary.name}@people.example`}, now() + interval '1 day')`
    await sql`insert into reset_requests (id, email_key, requested_at) select gen_random_uuid(), email_key, now() from users where id = ${id}`
    await makeRecipient(db, clientId, { userId: id, quietFrom: '22:00', quietUntil: '06:00' })
    await sql`
      insert into notification_repeats (client_id, user_id, event, subject, told_at)
      values (${clientId}, ${id}, 'banned', ${canary.name}, now())`
    for (const reader of [id, adminId])
      await sql`
        insert into notifications (client_id, id, user_id, kind, level, values)
        values (${clientId}, gen_random_uuid(), ${reader}, 'user_mail_failed', 'info', ${sql.json({ name: `${canary.first} ${canary.name}` })})`

    await withScope(db, scope, async (tx) => {
      const actor = { kind: 'staff' as const, id: adminId }
      const about = { clientId, actor, at: test.clock.now }
      await recordAudit(tx, {
        ...about,
        action: 'user.updated',
        target: { kind: 'user', id },
        details: { before: { last_name: canary.name } },
      })
      await recordAudit(tx, {
        ...about,
        action: 'access_log.exported',
        target: { kind: 'client', id: clientId },
        details: { search: `${canary.name}, ${canary.first.toLowerCase()}`, rows: 3 },
      })
      const payload = { visit_id: visit?.['id'], name: canary.name }
      await recordMail(tx, {
        clientId,
        type: 'mail.notice',
        subject: id,
        recipient: `${canary.name}@people.example`,
        at: test.clock.now,
        payload: {},
      })
      await recordEvents(tx, [
        {
          clientId,
          type: 'visitor.signed_out',
          subject: subjectOfVisits(siteId, personKey),
          at: test.clock.now,
          payload,
        },
      ])
    })
    await sql`update outbox set response = ${canary.name} where client_id = ${clientId} and payload->>'name' = ${canary.name}`
    const photoKey = await test.photos.save(clientId, id, photoBytes)
    // The photo key holds no name, so the canary is a key of its own.
    await sql`update users set photo_key = ${photoKey.replace(/[^/]+$/, `${canary.name}.webp`)} where id = ${id}`
    await sql`
      insert into user_visitor_roles (client_id, user_id, role_id) values (${clientId}, ${id}, ${venue.roleId})`
    return id
  }

  const declared = () =>
    Object.entries(personalColumns)
      .flatMap(([table, columns]) =>
        Object.entries(columns).flatMap(([column, fate]) =>
          gone.includes(fate) ? [`${table}.${column}`] : [],
        ),
      )
      .toSorted()

  /**
   * A temperature is a number, so it can't hold the text canary. The response of a check-in names
   * the person only by the visit.
   */
  const temperatures = ['readings.temperature', 'refused_attempts.temperature', 'visits.temperature']

  it('has a canary in every column that is declared personal', async () => {
    const found = await columnsWith(personal)
    expect([...found, ...temperatures, ...withoutWords, 'idempotency_keys.answer'].toSorted()).toEqual(
      expect.arrayContaining(declared()),
    )
    expect(found.filter((column) => !declared().includes(column))).toEqual([])
    for (const column of temperatures) {
      const [table = '', name = ''] = column.split('.')
      expect(
        await sql`select from ${sql(table)} where client_id = ${venue.clientId} and ${sql(name)} = ${canary.temperature}`,
        column,
      ).not.toHaveLength(0)
    }
    expect(await filesWith(photoBytes)).toBe(1)
  })

  it('is preceded by what is held, and by an export of all of it', async () => {
    await sql`update users set photo_key = null where id = ${userId}`
    const photoKey = await test.photos.save(venue.clientId, userId, photoBytes)
    await sql`update users set photo_key = ${photoKey} where id = ${userId}`
    const held = await read(venue, userId)
    expect(held).toMatchObject({ kind: 'user', status: 'archived', block: null, on_site: [] })
    const counts = Object.fromEntries(held.holdings.map(({ kind, count }) => [kind, count]))
    expect(counts).toMatchObject({
      account: 1,
      photo: 1,
      visits: 2,
      answers: 3,
      refused_attempts: 1,
      readings: 3,
      stored_responses: 3,
      hosts: 1,
      corrections: 2,
      search_entries: 2,
      bans: 1,
      musters: 1,
      muster_marks: 2,
      notifications: 3,
    })
    // The entry of the mistyped name, which goes too, is counted and says nothing.
    const total = held.holdings.reduce((sum, { count }) => sum + count, 0) - 1
    const file = await call(test, 'GET', `/people/${userId}/export?format=json`, undefined, {
      token: venue.admin,
    })
    expect([file.status, file.headers['x-export-rows']]).toEqual([200, String(total)])
    const { records } = JSON.parse(file.text) as {
      records: { kind: string; record: number; time: string; data: Record<string, unknown> }[]
    }
    expect(records).toHaveLength(total)
    expect(records.map(({ record }) => record)).toEqual(records.map((_, at) => at + 1))
    // For the person: names instead of ids, and local times of the site with their zone.
    const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/
    const utc = /\d{4}-\d\d-\d\dT\d\d:\d\d/
    for (const { kind, time, data } of records.filter((record) => record.kind !== 'photo')) {
      expect(JSON.stringify(data), kind).not.toMatch(ids)
      expect(JSON.stringify(data), kind).not.toMatch(utc)
      expect(time, kind).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(\w+\/\w+, UTC[+-]\d\d:\d\d\)$/)
    }
    const visit = records.find(({ kind }) => kind === 'visits')
    expect(visit?.data).toMatchObject({ site: expect.any(String), method: expect.any(String) })
    expect(visit?.time).toContain(String(visit?.data['time zone']))
    const correction = records.find(({ kind }) => kind === 'corrections')
    expect(correction?.data).toMatchObject({ site: visit?.data['site'], by: expect.stringMatching(/\w/) })
    expect(file.text.split('\n')).toHaveLength(total + 1)
    expect(records.find(({ kind }) => kind === 'photo')?.data).toEqual({
      type: 'image/webp',
      base64: photoBytes.toString('base64'),
    })
    for (const text of [canary.name, mobile, 'Qwertz', '36.7', `${canary.name} shouted`])
      expect(file.text).toContain(text)
    const table = await call(test, 'GET', `/people/${userId}/export`, undefined, { token: venue.admin })
    expect(table.text.split('\r\n').length - 2).toBe(Number(table.headers['x-export-rows']))
    expect(table.text).toContain(`"'${mobile}"`)
    expect(String(table.headers['content-disposition'])).not.toMatch(new RegExp(canary.name, 'i'))
    const entries = await sql`
      select details from audit_entries where client_id = ${venue.clientId} and action = 'person.exported'`
    expect(entries).toHaveLength(2)
  })

  it('leaves no canary in any column, file, queue or later export', async () => {
    const held = await read(venue, userId)
    const receipt = await erase(venue, userId, `${canary.first} ${canary.name}`.toLowerCase())
    expect(receipt.status, receipt.text).toBe(200)
    expect(await columnsWith(personal)).toEqual([])
    expect(await filesWith(photoBytes)).toBe(0)
    for (const column of temperatures) {
      const [table = '', name = ''] = column.split('.')
      const rows = await sql`
        select from ${sql(table)} r where client_id = ${venue.clientId} and ${sql(name)} = ${canary.temperature}
          and not (to_jsonb(r)->>'consumed_by' in (select id::text from visits where last_name = 'Bystander')
            or to_jsonb(r)->>'last_name' = 'Bystander')`
      expect(rows, column).toHaveLength(0)
    }
    for (const table of [
      'access_entries',
      'device_cookies',
      'logins',
      'notification_recipients',
      'notification_repeats',
      'notifications',
      'one_time_tokens',
      'recovery_code_sets',
      'remembered_devices',
      'sessions',
      'totp_methods',
      'two_step_accounts',
      'user_visitor_roles',
    ])
      expect(await sql`select from ${sql(table)} where user_id = ${userId}`, table).toHaveLength(0)
    expect(await sql`select from reset_requests`).toHaveLength(0)
    // Of the bystander.
    expect(await sql`select from idempotency_keys where client_id = ${venue.clientId}`).toHaveLength(1)
    const [shell] = await sql`select * from users where id = ${userId}`
    expect(shell).toMatchObject({
      status: 'archived',
      language: null,
      password_hash: null,
      access_pin_hash: null,
    })
    const token = { token: venue.admin }
    const log = await call(test, 'GET', '/access-log/export?from=2020-01-01T00:00:00.000Z', undefined, token)
    expect(log.text).not.toMatch(new RegExp(personal, 'i'))
    const everybody = await call(test, 'GET', '/users?status=all&per_page=100', undefined, token)
    expect(everybody.text).not.toContain(userId)
    const restored = await call(test, 'POST', '/users/bulk', { action: 'restore', ids: [userId] }, token)
    expect(restored.body).toMatchObject({ done: 0, blocked: [{ id: userId, code: 'not_found' }] })
    expect((await call(test, 'GET', `/users/${userId}`, undefined, token)).status).toBe(404)
    expect((await find(venue, canary.name)).items).toEqual([])

    const erased = held.holdings.filter(({ stays }) => !stays).map(({ kind, count }) => ({ kind, count }))
    const { body } = receipt as unknown as { body: ErasureReceipt }
    expect(body).toMatchObject({ by: 'Ada Admin', at: test.clock.now.toISOString() })
    expect(body.erased.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual(
      erased.toSorted((one, other) => one.kind.localeCompare(other.kind)),
    )
    expect(await receipts(venue)).toEqual([body])
  })

  it('leaves the figures, what is of others, and the chain of the log as they are', async () => {
    expect(await restOf(venue.clientId, 'Bystander')).toEqual(otherBefore)
    await chain()
    expect(await restOf(venue.clientId, 'Bystander')).toEqual(otherBefore)
    const faults = []
    const deps = {
      db: test.database.db,
      installation: installationScope(),
      digests: test.keys.logDigests,
    }
    for await (const month of verifyLog(deps)) if (month.fault) faults.push(month.fault)
    expect(faults).toEqual([])
    expect(await columnsWith(personal)).toEqual([])
  })

  it('keeps its receipt when the retention has redacted the audit log', async () => {
    const before = await receipts(venue)
    const scope = clientScope(venue.clientId)
    const now = new Date(test.clock.now.getTime() + 40 * DAY_MS)
    const { db } = test.database
    await applyRetention({ db, steps: retentionSteps, photos: test.photos, clock: () => now }, scope)
    expect(await receipts(venue)).toEqual(before)
  })
})

/** Each person has names and a number that nobody else has, and no two of them begin alike. */
const peregrin = { first: 'Peregrin', last: 'Ashqua', digits: '491570006' }
const cedric = { first: 'Cedric', last: 'Brimvol', digits: '491570110' }
const dorit = { first: 'Dorit', last: 'Cxenlu', digits: '491570737' }
type Someone = typeof peregrin

const patternOf = ({ first, last, digits }: Someone) => [first, last, digits].join('|')
const personOf = ({ first, last, digits }: Someone) => ({
  firstName: first,
  lastName: last,
  mobile: `0${digits}`,
})
const fieldsOf = ({ first, last, digits }: Someone) => ({
  first_name: first,
  last_name: last,
  mobile: `0${digits}`,
})

describe('somebody who was corrected away', () => {
  let venue: Venue
  let visits: string[] = []
  beforeEach(async () => {
    later(MINUTE_MS)
    visits = []
    venue = await makeVenue()
  })
  afterEach(async () => {
    // The next test looks for the same names, in all tables.
    const { clientId } = venue
    await sql`update visits set first_name = '', last_name = '', mobile = '' where client_id = ${clientId}`
    await sql`update log_corrections set before = '{}', after = '{}', note = '' where client_id = ${clientId}`
    await sql`delete from log_people where client_id = ${clientId}`
    await sql`update muster_roll set first_name = '', last_name = '', mobile = '' where client_id = ${clientId}`
    await sql`update muster_marks set text = '' where client_id = ${clientId}`
    await sql`delete from outbox where client_id = ${clientId}`
    await sql`update audit_entries set details = '{}' where client_id = ${clientId}`
  })

  const keyOf = (who: Someone) =>
    test.personKeys(venue.clientId, { ...personOf(who), mobile: `+61${who.digits}` })

  async function arrive(who: Someone) {
    later(MINUTE_MS)
    const stay = await signIn(venue, personOf(who))
    const [row] = await sql`
      select id from visits where client_id = ${venue.clientId} order by signed_in_at desc, id desc limit 1`
    const id = String(row?.['id'])
    visits.push(id)
    return { id, stay }
  }

  /** @returns the id of the visit, which is over */
  async function visit(who: Someone): Promise<string> {
    const { id, stay } = await arrive(who)
    await leave(stay)
    return id
  }

  /** A muster with a mark on a visit. @returns what ends it */
  async function muster(id: string, text: string): Promise<() => Promise<unknown>> {
    const token = { token: venue.staff }
    const begun = await call(test, 'POST', '/musters', { site_id: venue.siteId, drill: true }, token)
    const path = `/musters/${String(begun.body['id'])}`
    const mark = { id: newId(), person_id: id, state: 'note', at: test.clock.now.toISOString(), text }
    const marked = await call(test, 'POST', `${path}/marks`, [mark], token)
    expect(marked.status, marked.text).toBe(200)
    return () => call(test, 'POST', `${path}/end`, undefined, token)
  }

  async function correct(id: string, fields: object, note = 'Mixed up'): Promise<void> {
    later(1000)
    const corrected = await call(
      test,
      'POST',
      `/access-log/${id}/corrections`,
      { ...fields, note },
      { token: venue.admin },
    )
    expect(corrected.status, corrected.text).toBe(200)
  }

  const drawer = async (id: string) =>
    (await call(test, 'GET', `/access-log/${id}`, undefined, { token: venue.admin })).text

  async function exported(who: Someone): Promise<string> {
    const texts = []
    for (const format of isFull ? ['json', 'csv'] : ['json']) {
      // oxlint-disable-next-line no-await-in-loop -- one file after the other
      const file = await call(test, 'GET', `/people/${keyOf(who)}/export?format=${format}`, undefined, {
        token: venue.admin,
      })
      expect(file.status, file.text).toBe(200)
      texts.push(file.text)
    }
    return texts.join('\n')
  }

  /**
   * Finds the person by name and mobile, reads, exports and erases, then checks what is left, also
   * of the others.
   */
  async function goes(who: Someone, others: readonly Someone[]): Promise<void> {
    const key = keyOf(who)
    for (const search of [`${who.first} ${who.last}`, who.last.toLowerCase(), `0${who.digits}`])
      expect(
        // oxlint-disable-next-line no-await-in-loop -- one search after the other
        (await find(venue, search)).items.filter((item) => item.key === key),
        search,
      ).toMatchObject([
        {
          kind: 'visitor',
          first_name: who.first,
          last_name: who.last,
          mobile: `+61${who.digits}`,
          mobile_masked: false,
        },
      ])
    expect(await read(venue, key)).toMatchObject({ first_name: who.first, last_name: who.last, block: null })
    const own = patternOf(who)
    const file = await exported(who)
    for (const other of others)
      for (const text of patternOf(other).split('|'))
        if (!patternOf(who).includes(text)) expect(file).not.toContain(text)
    const receipt = await erase(venue, key, `${who.first} ${who.last}`)
    expect(receipt.status, receipt.text).toBe(200)
    expect(await columnsWith(`${own}|${key}`)).toEqual([])
    for (const id of visits)
      // oxlint-disable-next-line no-await-in-loop -- one visit after the other
      expect(await drawer(id)).not.toMatch(new RegExp(own, 'i'))
    expect((await call(test, 'GET', `/people/${key}`, undefined, { token: venue.admin })).status).toBe(404)
    expect((await find(venue, who.first)).items.filter((item) => item.key === key)).toEqual([])
    await chain()
    expect(await columnsWith(`${own}|${key}`)).toEqual([])
    if (isFull) await expectSoundChain()
  }

  async function expectSoundChain(): Promise<void> {
    const faults = []
    const { db } = test.database
    const deps = { db, installation: installationScope(), digests: test.keys.logDigests }
    for await (const month of verifyLog(deps)) if (month.fault) faults.push(month.fault)
    expect(faults).toEqual([])
  }

  const names = async (id: string) =>
    (
      await sql`select first_name, last_name, mobile from visits where client_id = ${venue.clientId} and id = ${id}`
    )[0]
  const namesOf = ({ first, last, digits }: Someone) => ({
    first_name: first,
    last_name: last,
    mobile: `+61${digits}`,
  })

  const whenChained: [string, boolean][] = [
    ['after the chain had read the visit', true],
    ['before the chain had read it', false],
  ]
  describe.each(isFull ? whenChained : whenChained.slice(0, 1))('%s', (_, isChained) => {
    it('goes without any other visit, and leaves the visit to whose it is', async () => {
      const id = await visit(peregrin)
      if (isChained) await chain()
      await correct(id, fieldsOf(cedric), `It was ${cedric.first}, not ${peregrin.first}`)
      if (isChained) await chain()
      await goes(peregrin, [cedric])
      expect(await names(id)).toEqual(namesOf(cedric))
      await chain()
      expect(await find(venue, cedric.last)).toMatchObject({ items: [{ key: keyOf(cedric) }] })
      await goes(cedric, [peregrin])
    })

    it('goes with another visit', async () => {
      const other = await visit(peregrin)
      const id = await visit(peregrin)
      if (isChained) await chain()
      await correct(id, fieldsOf(cedric))
      await chain()
      await goes(peregrin, [cedric])
      expect(await names(other)).toEqual({ first_name: '', last_name: '', mobile: '' })
      expect(await names(id)).toEqual(namesOf(cedric))
    })

    it.each([
      ['first', peregrin, [cedric, dorit]],
      ['second', cedric, [peregrin, dorit]],
      ['third', dorit, [peregrin, cedric]],
    ] as const)('goes as the %s of three', async (_place, who, others) => {
      const id = await visit(peregrin)
      if (isChained) await chain()
      await correct(id, fieldsOf(cedric))
      await correct(id, { role: venue.roleId })
      if (isChained) await chain()
      await correct(id, fieldsOf(dorit))
      await chain()
      await goes(who, others)
      if (who !== dorit) expect(await names(id)).toEqual(namesOf(dorit))
      if (who === peregrin) await goes(cedric, others)
      if (who !== dorit) await goes(dorit, [])
      expect(await columnsWith([peregrin, cedric, dorit].map(patternOf).join('|'))).toEqual([])
    })

    it('goes where each correction changed another field', async () => {
      const [second, third] = [
        { ...peregrin, first: cedric.first },
        { ...peregrin, first: cedric.first, last: dorit.last },
      ]
      const id = await visit(peregrin)
      if (isChained) await chain()
      await correct(id, { first_name: second.first })
      await correct(id, { last_name: third.last })
      await correct(id, { mobile: `0${dorit.digits}` })
      await chain()
      for (const who of [peregrin, second, third])
        // oxlint-disable-next-line no-await-in-loop -- one search after the other
        expect((await find(venue, `${who.first} ${who.last} 0${who.digits}`)).items).toMatchObject([
          { key: keyOf(who) },
        ])
      // The first is known by what later corrections say, and goes with the second.
      expect((await erase(venue, keyOf(second), `${second.first} ${second.last}`)).status).toBe(200)
      expect(await columnsWith([peregrin.first, peregrin.last, keyOf(second)].join('|'))).toEqual([])
      expect((await find(venue, peregrin.digits)).items).toMatchObject([{ key: keyOf(third) }])
      expect(await names(id)).toEqual(namesOf({ ...third, digits: dorit.digits }))
    })

    it('goes where only the first name was corrected', async () => {
      const other = { ...peregrin, first: cedric.first }
      const id = await visit(peregrin)
      if (isChained) await chain()
      await correct(id, { first_name: cedric.first })
      if (isChained) await chain()
      expect(await exported(peregrin)).toContain(peregrin.first)
      expect(await exported(peregrin)).not.toContain(cedric.first)
      expect(await exported(other)).not.toContain(peregrin.first)
      expect((await erase(venue, keyOf(peregrin), `${peregrin.first} ${peregrin.last}`)).status).toBe(200)
      expect(await columnsWith([peregrin.first, keyOf(peregrin)].join('|'))).toEqual([])
      expect(await names(id)).toEqual(namesOf(other))
      await chain()
      await expectSoundChain()
    })

    it('goes where only the mobile was corrected', async () => {
      const other = { ...peregrin, digits: cedric.digits }
      const id = await visit(peregrin)
      if (isChained) await chain()
      await correct(id, { mobile: `0${cedric.digits}` })
      if (isChained) await chain()
      expect((await find(venue, `0${peregrin.digits}`)).items).toMatchObject([{ key: keyOf(peregrin) }])
      expect(await exported(peregrin)).not.toContain(cedric.digits)
      expect(await exported(other)).not.toContain(peregrin.digits)
      expect((await erase(venue, keyOf(peregrin), `${peregrin.first} ${peregrin.last}`)).status).toBe(200)
      expect(await columnsWith([peregrin.digits, keyOf(peregrin)].join('|'))).toEqual([])
      expect(await names(id)).toEqual(namesOf(other))
      await chain()
      await expectSoundChain()
    })
  })

  it('goes from searches that wrote an umlaut of the name as two letters, or the other way', async () => {
    const jorun = { first: 'Jörun', last: 'Kuehlqvist', digits: peregrin.digits }
    await visit(jorun)
    await withScope(test.database.db, clientScope(venue.clientId), async (tx) => {
      for (const search of ['joerun', 'kühlqvist', 'Kuehlqvist, Joerun'])
        // oxlint-disable-next-line no-await-in-loop -- one transaction
        await recordAudit(tx, {
          clientId: venue.clientId,
          actor: { kind: 'system', id: null },
          at: test.clock.now,
          action: 'access_log.exported',
          target: { kind: 'client', id: venue.clientId },
          details: { search, rows: 1 },
        })
    })
    expect((await erase(venue, keyOf(jorun), `${jorun.first} ${jorun.last}`)).status).toBe(200)
    expect(await columnsWith('joerun|k(ü|ue)hlqvist')).toEqual([])
  })

  it('goes from the list and the marks of a muster, and from what receivers said', async () => {
    const { id, stay } = await arrive(peregrin)
    const end = await muster(id, `${peregrin.first} is in the lift`)
    await end()
    await correct(id, fieldsOf(cedric))
    await leave(stay)
    await sql`
      update outbox set response = ${`{"hello":"${peregrin.first}"}`}, delivered_at = now()
      where client_id = ${venue.clientId} and payload->>'visit_id' = ${id}`
    expect(await columnsWith(peregrin.first)).toEqual(
      expect.arrayContaining(['muster_marks.text', 'muster_roll.first_name', 'outbox.response']),
    )
    await goes(peregrin, [cedric])
    expect(await names(id)).toEqual(namesOf(cedric))
  })

  it('loses nothing else when the other one goes', async () => {
    const { id, stay } = await arrive(peregrin)
    const end = await muster(id, `${peregrin.first} is in the lift`)
    await end()
    await leave(stay)
    const taken = await visit(peregrin)
    await correct(taken, fieldsOf(cedric))
    await chain()
    const rows = () => sql`
      select to_jsonb(v) as row from visits v where client_id = ${venue.clientId} and id = ${id}
      union all select to_jsonb(r) from muster_roll r where client_id = ${venue.clientId}
      union all select to_jsonb(k) from muster_marks k where client_id = ${venue.clientId}
      union all select to_jsonb(p) from log_people p where client_id = ${venue.clientId} and person_key = ${keyOf(peregrin)}
      union all select to_jsonb(o) from outbox o where client_id = ${venue.clientId} and payload->>'visit_id' = ${id}
      order by 1`
    const before = await rows()
    await goes(cedric, [peregrin])
    expect(await rows()).toEqual(before)
    await goes(peregrin, [])
  })

  it('goes from the middle of a visit that is somebody else’s again', async () => {
    const id = await visit(peregrin)
    await correct(id, fieldsOf(cedric))
    await correct(id, fieldsOf(peregrin))
    await chain()
    await goes(cedric, [peregrin])
    expect(await names(id)).toEqual(namesOf(peregrin))
    await goes(peregrin, [])
  })

  it('goes where two visits were mixed up, and the other one stays', async () => {
    const first = await arrive(peregrin)
    const second = await arrive(cedric)
    const end = await muster(first.id, `${peregrin.first} and ${cedric.first} look alike`)
    await end()
    await Promise.all([first, second].map(({ stay }) => leave(stay)))
    await correct(first.id, fieldsOf(cedric))
    await correct(second.id, fieldsOf(peregrin))
    await chain()
    const receipt = await erase(venue, keyOf(peregrin), `${peregrin.first} ${peregrin.last}`)
    expect(receipt.status, receipt.text).toBe(200)
    expect(await columnsWith(patternOf(peregrin))).toEqual([])
    expect(await names(first.id)).toEqual(namesOf(cedric))
    await chain()
    await expectSoundChain()
    await goes(cedric, [])
  })

  it('is kept on the list of a muster that is running, as is whose visit it is now', async () => {
    const { id, stay } = await arrive(peregrin)
    const end = await muster(id, `${peregrin.first} is in the lift`)
    await correct(id, fieldsOf(cedric))
    await correct(id, fieldsOf(dorit))
    await leave(stay)
    for (const who of [peregrin, cedric, dorit]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await read(venue, keyOf(who))).toMatchObject({
        block: 'person_on_site',
        on_site: [{ site: 'Quay' }],
      })
      // oxlint-disable-next-line no-await-in-loop
      const refused = await erase(venue, keyOf(who), `${who.first} ${who.last}`)
      expect(refused.body['code'], who.first).toBe('person_on_site')
    }
    await end()
    await goes(cedric, [peregrin, dorit])
    expect(await columnsWith(patternOf(peregrin))).toEqual([])
    await goes(dorit, [])
  })

  it('goes with the account of that name and mobile, which stands once', async () => {
    const { db } = test.database
    const id = await visit(peregrin)
    await correct(id, fieldsOf(cedric))
    const person = { ...personOf(peregrin), mobile: `+61${peregrin.digits}` }
    const { id: userId } = await makeUser(db, test.passwords, venue.clientId, {
      ...person,
      personKey: keyOf(peregrin),
      status: 'archived',
    })
    expect((await find(venue, peregrin.last)).items).toMatchObject([{ key: userId, kind: 'user' }])
    expect((await erase(venue, userId, `${peregrin.first} ${peregrin.last}`)).status).toBe(200)
    expect(await columnsWith(`${patternOf(peregrin)}|${keyOf(peregrin)}`)).toEqual([])
    expect(await names(id)).toEqual(namesOf(cedric))
  })

  it('goes from the correction, and not from a ban in force', async () => {
    const id = await visit(peregrin)
    await correct(id, fieldsOf(cedric))
    const token = { token: venue.admin }
    const ban = await call(
      test,
      'POST',
      '/bans',
      { ...fieldsOf(peregrin), site_id: null, reason: 'Shouted' },
      token,
    )
    expect(ban.status, ban.text).toBe(201)
    expect((await find(venue, peregrin.last)).items).toHaveLength(1)
    const receipt = await erase(venue, keyOf(peregrin), `${peregrin.first} ${peregrin.last}`)
    expect(receipt.body['kept']).toEqual([{ kind: 'bans_in_force', count: 1 }])
    expect(await drawer(id)).not.toMatch(new RegExp(patternOf(peregrin), 'i'))
    await call(test, 'POST', `/bans/${String(ban.body['id'])}/lift`, { reason: 'Over' }, token)
    later(1000)
    await goes(peregrin, [cedric])
  })

  it('goes with the saved reports of their contacts, and with no others', async () => {
    const { db } = test.database
    const { clientId, adminId } = venue
    const [id, other] = [await visit(peregrin), await visit(cedric)]
    const mailed = (visitId: string) =>
      makeReportView(db, clientId, {
        name: 'Contacts of the week',
        report: 'contacts',
        visitId,
        span: 7,
        ownerId: adminId,
        cadence: 'daily',
        nextDueAt: test.clock.now,
        recipients: [adminId],
      })
    const [view, kept] = [await mailed(id), await mailed(other)]
    const saved = (viewId: string) =>
      call(test, 'GET', `/reports/views/${viewId}`, undefined, { token: venue.admin })
    expect((await saved(view.id)).body).toMatchObject({ id: view.id, record: id })
    expect((await read(venue, keyOf(peregrin))).holdings).toContainEqual(
      expect.objectContaining({ kind: 'saved_reports', count: 1, stays: false }),
    )
    expect(await exported(peregrin)).toContain('Contacts of the week')
    const receipt = await erase(venue, keyOf(peregrin), `${peregrin.first} ${peregrin.last}`)
    expect(receipt.body['erased']).toContainEqual({ kind: 'saved_reports', count: 1 })
    expect((await saved(view.id)).status).toBe(404)
    expect((await saved(kept.id)).body).toMatchObject({ id: kept.id, record: other })
    await queueReportMails(db, installationScope(), () => test.clock.now, new AbortController().signal)
    const mails = await sql`
      select payload from outbox where client_id = ${clientId} and payload::text like ${`%${view.id}%`}`
    expect(mails).toEqual([])
    await sql`delete from report_views where client_id = ${clientId}`
  })

  it('goes in every spelling', async () => {
    const id = await visit({ ...peregrin, first: 'PEREGRIN' })
    await correct(id, { first_name: peregrin.first })
    await correct(id, { role: venue.roleId }, `${peregrin.first} is of the crew`)
    await chain()
    expect((await find(venue, peregrin.last)).items).toHaveLength(1)
    await goes(peregrin, [])
  })

  it('is found where the retention has emptied the visit, and not yet the correction', async () => {
    const id = await visit(peregrin)
    await correct(id, { first_name: cedric.first, last_name: cedric.last })
    await sql`update visits set first_name = '', last_name = '', mobile = '' where client_id = ${venue.clientId}`
    const [found] = (await find(venue, peregrin.last)).items
    expect((await erase(venue, found?.key ?? '', `${peregrin.first} ${peregrin.last}`)).status).toBe(200)
    expect(await drawer(id)).not.toMatch(new RegExp(patternOf(peregrin), 'i'))
  })

  it('is not listed by half a name', async () => {
    const id = await visit(peregrin)
    await correct(id, { last_name: cedric.last })
    expect((await find(venue, peregrin.last)).items).toHaveLength(1)
    await sql`update visits set first_name = '', last_name = '', mobile = '' where client_id = ${venue.clientId}`
    expect((await find(venue, peregrin.last)).items).toEqual([])
  })

  it('has the place of the last visit, if there are later ones', async () => {
    const other = { ...peregrin, first: 'Aurelia', digits: dorit.digits }
    await visit(other)
    const id = await visit(peregrin)
    await correct(id, fieldsOf(cedric))
    await visit(peregrin)
    await chain()
    const found = await find(venue, peregrin.last)
    expect(found.items.map(({ first_name }) => first_name)).toEqual([peregrin.first, other.first])
  })

  it('goes while the other one does', async () => {
    const id = await visit(peregrin)
    await correct(id, fieldsOf(cedric))
    await chain()
    const answers = await Promise.all(
      [peregrin, cedric].map((who) => erase(venue, keyOf(who), `${who.first} ${who.last}`)),
    )
    // Whoever is the second may be named nowhere any more.
    expect(answers.map(({ status }) => status).filter((code) => code !== 404)).not.toEqual([])
    expect(await columnsWith(patternOf(peregrin))).toEqual([])
    if (answers[1]?.status !== 200) await goes(cedric, [])
    await chain()
    await expectSoundChain()
    expect(await columnsWith([peregrin, cedric].map(patternOf).join('|'))).toEqual([])
  })

  it('is never left where nobody finds them, while a visit is corrected again', async () => {
    const id = await visit(peregrin)
    await correct(id, fieldsOf(cedric))
    const token = { token: venue.admin }
    const again = { ...fieldsOf(dorit), note: 'Again' }
    const [erased, corrected] = await Promise.all([
      erase(venue, keyOf(cedric), `${cedric.first} ${cedric.last}`),
      call(test, 'POST', `/access-log/${id}/corrections`, again, token),
    ])
    // The name of a visit without one is not written again.
    expect([erased.status, corrected.status]).toSatisfy(([one, other]: number[]) =>
      other === 200 ? one === 200 : one === 200 && other === 422,
    )
    expect(await columnsWith([peregrin, cedric].map(patternOf).join('|'))).toEqual([])
    const isLeft = corrected.status === 200
    expect((await find(venue, dorit.last)).items).toHaveLength(isLeft ? 1 : 0)
    expect((await columnsWith(patternOf(dorit))).length > 0).toBe(isLeft)
  })

  it('is found among thousands', async () => {
    const id = await visit(peregrin)
    await correct(id, fieldsOf(cedric))
    const columns = await sql`
      select column_name as name from information_schema.columns where table_name = 'visits' and is_generated = 'NEVER'`
    const all = columns.map(({ name }) => `"${name}"`).join(', ')
    // Later visits of other people, at the same moment: the first part of an id is its time.
    await sql.unsafe(`
      insert into visits (${all})
      select ${all.replace('"id"', `(left(id::text, 15) || 'fff' || substr(gen_random_uuid()::text, 19))::uuid`)}
      from visits, generate_series(1, ${runs(2500)}) where client_id = '${venue.clientId}'`)
    await sql`
      insert into log_corrections (client_id, id, at, site_id, visit_id, signed_in_at, before, after)
      select client_id, gen_random_uuid(), now(), site_id, id, signed_in_at, '{"first_name":"Someone"}', '{"first_name":"Else"}'
      from visits where client_id = ${venue.clientId} and id <> ${id}`
    // One whose visit was lost by a restore that was cut short.
    await sql`
      insert into log_corrections (client_id, id, at, site_id, visit_id, signed_in_at, before, after)
      values (${venue.clientId}, gen_random_uuid(), now(), ${venue.siteId}, 'ffffffff-0000-7000-8000-000000000000', now(),
        '{"first_name":"Someone"}', '{"first_name":"Else"}')`
    expect((await find(venue, peregrin.last)).items).toMatchObject([{ key: keyOf(peregrin) }])
    expect(await read(venue, keyOf(peregrin))).toMatchObject({ first_name: peregrin.first })
    expect((await erase(venue, keyOf(peregrin), `${peregrin.first} ${peregrin.last}`)).status).toBe(200)
    expect(await columnsWith(patternOf(peregrin))).toEqual([])
  })

  it('is shown to no other client', async () => {
    const id = await visit(peregrin)
    await correct(id, fieldsOf(cedric))
    const other = await makeVenue()
    expect((await find(other, peregrin.last)).items).toEqual([])
    const token = { token: other.admin }
    expect((await call(test, 'GET', `/people/${keyOf(peregrin)}`, undefined, token)).status).toBe(404)
  })
})
