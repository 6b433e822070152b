import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import { serverLimits } from '@gatehouse/validation/limits'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../src/lib/ids.ts'
import { HOUR_MS } from '../src/lib/durations.ts'
import { purgeExpired } from '../src/jobs/purge-expired.ts'
import { purgeRules } from '../src/registry.ts'
import { makeBan, makeQuestion, makeUser } from './factories.ts'
import { inWorld } from './in-world.ts'
import { call, type Called } from './staff.ts'
import { type Holder, openSession } from './world.ts'

const here = inWorld()

type CreationName = {
  [Name in EndpointName]: (typeof endpoints)[Name] extends { isCreation: true } ? Name : never
}[EndpointName]

interface Ask {
  params?: Record<string, string>
  body: object
}

interface Creation {
  table: string
  /** A valid call. Each has another subject, so that none is refused as a duplicate. */
  ask: () => Ask | Promise<Ask>
  /** The same call with another body. */
  change: (ask: Ask) => object
}

const renamed = ({ body }: Ask) => ({ ...body, name: newId() })
const named = (table: string, fields: () => object = () => ({})): Creation => ({
  table,
  ask: () => ({ body: { name: newId(), ...fields() } }),
  change: renamed,
})
const atSite = (table: string): Creation => ({
  table,
  ask: () => ({ params: { id: here.world.a.siteId }, body: { name: newId() } }),
  change: renamed,
})
const otherReason = ({ body }: Ask) => ({ ...body, reason: 'Another' })

/** A new endpoint that creates rows does not compile without an entry here. */
const creations: Record<CreationName, Creation> = {
  createApiKey: named('api_keys', () => ({ scopes: ['sites:read'] })),
  createBan: {
    table: 'bans',
    ask: () => ({
      body: {
        first_name: 'Bo',
        last_name: `Barred ${newId()}`.slice(0, 40),
        mobile: '0491570157',
        site_id: here.world.a.siteId,
        reason: 'Test',
      },
    }),
    change: otherReason,
  },
  askBanException: {
    table: 'ban_exceptions',
    ask: async () => {
      const { clientId, siteId } = here.world.a
      const { id } = await makeBan(here.test.database.db, clientId, { siteId, personKey: newId() })
      return { params: { id }, body: { site_id: siteId, hours: 1, reason: 'Test' } }
    },
    change: otherReason,
  },
  createClient: {
    table: 'clients',
    ask: () => ({ body: { name: 'New', company_no: newId() } }),
    change: ({ body }) => ({ ...body, name: 'Newer' }),
  },
  createMusterPoint: atSite('muster_points'),
  createRecipient: {
    table: 'notification_recipients',
    ask: async () => {
      const { id } = await makeUser(here.test.database.db, here.test.passwords, here.world.a.clientId)
      return { body: { user_id: id, events: ['banned'], channels: ['bell'] } }
    },
    change: ({ body }) => ({ ...body, events: ['high'] }),
  },
  createQuestion: named('questions', () => ({ text: 'Whom do you visit?', type: 'free text' })),
  copyQuestion: {
    table: 'questions',
    ask: async () => {
      const { clientId, siteId } = here.world.a
      const { id } = await makeQuestion(here.test.database.db, clientId, siteId, {
        type: 'free text',
        text: 'Whom do you visit?',
      })
      return { params: { id }, body: { site_id: siteId } }
    },
    change: () => ({ site_id: here.world.a.otherSiteId }),
  },
  createReportView: named('report_views', () => ({ report: 'headcount' })),
  createSignInMethod: named('sign_in_methods', () => ({
    type: 'device',
    site_id: here.world.a.siteId,
    location: 'Level 2',
    serial_number: newId(),
    kiosk_id: 'K-1',
    success_message: { es: 'Bienvenida.' },
    use_temperature: true,
    asks_host: true,
    look: 'pulse',
    colours: { accent: '#003366', on_accent: '#ffffff' },
  })),
  createSite: named('sites'),
  createUser: {
    table: 'users',
    ask: () => ({
      body: {
        first_name: 'Ana',
        last_name: `Silva ${newId()}`.slice(0, 40),
        email: `${newId()}@test.example`,
        mobile: '0491 570 158',
        employee_number: newId().slice(-20),
        ppe: true,
      },
    }),
    change: ({ body }) => ({ ...body, last_name: 'Souza' }),
  },
  createVisitorRole: atSite('visitor_roles'),
  createWebhook: {
    table: 'webhooks',
    ask: () => ({ body: { url: `https://receiver.example/${newId()}`, events: ['visitor.refused'] } }),
    change: ({ body }) => ({ ...body, events: ['visitor.signed_in'] }),
  },
}
/** The columns that a new row's audit entry omits, and why. */
const untold: Record<string, readonly string[]> = {
  every: ['client_id', 'id', 'created_at', 'created_by', 'last_modified'],
  // Nothing that reveals the key, and no later changes.
  api_keys: ['prefix', 'key_hash', 'revoked_at', 'last_used_at'],
  // No name, because the entry outlives the person's data; nothing the actor already says;
  // no later changes.
  bans: ['set_by_manager', 'user_id', 'first_name', 'last_name', 'mobile', 'lifted_at', 'lifted_by'],
  // The entry is about the ban, and has the requester and the time itself. No later changes.
  ban_exceptions: ['ban_id', 'asked_by', 'asked_at', 'is_granted', 'decided_at', 'decided_by', 'until_at'],
  // Their defaults are the same in every client, and they are changed elsewhere.
  clients: [
    'contact_retention_days',
    'answer_retention_days',
    'temperature_retention_days',
    'photo_retention_days',
    'board_without_two_step',
    'check_out_others',
    'two_step_required_for',
    'closed_steps',
    'log_head_sent_at',
  ],
  // The entry counts from 1, and says whether it is archived.
  questions: ['position', 'archived_at'],
  report_views: ['next_due_at', 'last_sent_at'],
  sign_in_methods: ['retired_at', 'site_archived'],
  sites: ['overdue_told_until'],
  // Values the person sets later, derived values, and secrets.
  users: [
    'access_pin_hash',
    'change_password',
    'job_title',
    'language',
    'last_seen_at',
    'last_seen_site_id',
    'password_hash',
    'pending_email',
    'security_version',
    'site_admin',
    'status_reason',
    'archived_by_manager',
    'unapproved_change',
    'user_type',
  ],
  webhooks: [
    'encrypted_secret',
    'encrypted_previous_secret',
    'previous_secret_until',
    'failing_since',
    'given_up_at',
  ],
}
/** Columns that the database derives from others. */
const derived = /^(?:folded|double)_|_key$/
/** The API's names of columns. */
const fieldNames: Record<string, Record<string, string>> = {
  api_keys: { ends_at: 'expires_at' },
  bans: { from_at: 'from', until_at: 'until' },
  report_views: { owner_id: 'owner', site_id: 'site', visit_id: 'record' },
  users: { temperature_check: 'temperature' },
}
const names = Object.keys(creations) as CreationName[]

/** Endpoints that respond with 201 and take no key, and why. */
const withoutKey: Partial<Record<EndpointName, string>> = {
  inviteClientAdmin: 'a new link ends the earlier one, so there is never a second',
  testWebhook: 'each press sends a test of its own',
}

let ada: string
let ben: string
let operator: string
let otherOperator: string
beforeAll(async () => {
  const { test, world } = here
  const open = async (clientId: string, flags: Partial<Holder>) => {
    const { id: userId } = await makeUser(test.database.db, test.passwords, clientId, flags)
    return openSession(test, { clientId, userId, ...flags })
  }
  ada = await open(world.a.clientId, { admin: true })
  ben = await open(world.a.clientId, { admin: true })
  operator = await open(world.b.clientId, { siteAdmin: true })
  otherOperator = await open(world.b.clientId, { siteAdmin: true })
})

const personOf = (name: CreationName) => (endpoints[name].access === 'site_admin' ? operator : ada)
const anotherOf = (name: CreationName) => (endpoints[name].access === 'site_admin' ? otherOperator : ben)

function send(
  name: CreationName,
  { params = {}, body }: Ask,
  key: string | undefined,
  token = personOf(name),
  headers: Record<string, string> = {},
): Promise<Called> {
  const path = endpoints[name].path.replace(/:(\w+)/g, (_, part: string) => params[part] ?? '')
  const given = { ...headers, ...(key !== undefined && { 'idempotency-key': key }) }
  return call(here.test, 'POST', path, body, { token, headers: given })
}

const count = async (table: string) => {
  const [row] = await here.sql<{ rows: number }[]>`select count(*)::int as rows from ${here.sql(table)}`
  return row?.rows ?? 0
}
const idsOf = async (table: string) =>
  (await here.sql<{ id: string }[]>`select id from ${here.sql(table)}`).map(({ id }) => id)
/** Times have several formats. */
const plain = (value: unknown) => (isTime(value) ? Temporal.Instant.from(value).toString() : value)
const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
const countAudits = () => count('audit_entries')

it('every endpoint that responds with 201 takes a key', () => {
  const declared: [string, EndpointDeclaration][] = Object.entries(endpoints)
  const without = declared.filter(([, { status, isCreation }]) => status === 201 && !isCreation)
  expect(without.map(([name]) => name).toSorted()).toEqual(Object.keys(withoutKey).toSorted())
})

describe.each(names)('%s', (name) => {
  const { table, ask, change } = creations[name]

  it('makes one row of two equal calls under a key, and gives both the same response', async () => {
    const [key, asked] = [newId(), await ask()]
    const [before, audits] = [await count(table), await countAudits()]
    const first = await send(name, asked, key)
    expect(first.status, first.text).toBe(201)
    const after = await countAudits()
    const second = await send(name, asked, key)
    expect([second.status, second.text]).toEqual([201, first.text])
    expect([await count(table), await countAudits()]).toEqual([before + 1, after])
    expect(after).toBeGreaterThan(audits)
  })

  it('tells every value of the row in its audit entry, but no secret', async () => {
    const [rows, entries] = [await idsOf(table), await idsOf('audit_entries')]
    const made = await send(name, await ask(), undefined)
    expect(made.status, made.text).toBe(201)
    const [row] = await here.sql<{ row: Record<string, unknown> }[]>`
      select to_jsonb(made) as row from ${here.sql(table)} made where id <> all (${rows})`
    const [entry] = await here.sql<
      { details: { after?: Record<string, unknown> } & Record<string, unknown> }[]
    >`
      select details from audit_entries where id <> all (${entries})`
    const told = entry?.details.after ?? entry?.details ?? {}
    const left = new Set([...(untold['every'] ?? []), ...(untold[table] ?? [])])
    const expected = Object.entries(row?.row ?? {})
      .filter(([column]) => !left.has(column) && !derived.test(column))
      .map(([column, value]) => [fieldNames[table]?.[column] ?? column, plain(value)])
    expect(expected.length).toBeGreaterThan(0)
    const entryHas = expected.map(([field]) => [field, plain(told[String(field)])])
    expect(entryHas).toEqual(expected)
  })

  it('makes one row of equal calls at once', async () => {
    const [key, asked, before] = [newId(), await ask(), await count(table)]
    const responses = await Promise.all(Array.from({ length: 5 }, () => send(name, asked, key)))
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect(await count(table)).toBe(before + 1)
  })

  it('refuses another body under the key, and makes nothing', async () => {
    const [key, asked] = [newId(), await ask()]
    expect((await send(name, asked, key)).status).toBe(201)
    const before = await count(table)
    const second = await send(name, { ...asked, body: change(asked) }, key)
    expect([second.status, second.body['code']]).toEqual([409, 'conflict'])
    expect(second.body['message']).toBe('This idempotency key was used with another body.')
    expect(await count(table)).toBe(before)
  })

  it('makes a row of their own for another person with the same key', async () => {
    const key = newId()
    const [own, theirs] = [await ask(), await ask()]
    const first = await send(name, own, key)
    const before = await count(table)
    const other = await send(name, theirs, key, anotherOf(name))
    expect(other.status, other.text).toBe(201)
    expect(other.text).not.toBe(first.text)
    expect(await count(table)).toBe(before + 1)
  })
})

it('a key belongs to one endpoint', async () => {
  const key = newId()
  const body = { name: newId() }
  const params = { id: here.world.a.siteId }
  expect((await send('createVisitorRole', { params, body }, key)).status).toBe(201)
  expect((await send('createMusterPoint', { params, body }, key)).status).toBe(409)
})

it('a key belongs to one client, also of somebody who works in several', async () => {
  const key = newId()
  const { a, b } = here.world
  const body = { name: newId() }
  const inClient = (clientId: string) =>
    send('createSite', { body }, key, operator, { 'x-client-id': clientId })
  const [first, other] = [await inClient(a.clientId), await inClient(b.clientId)]
  expect([first.status, other.status]).toEqual([201, 201])
  expect(other.body['id']).not.toBe(first.body['id'])
  expect((await inClient(a.clientId)).text).toBe(first.text)
})

it('a call that is refused leaves its key free', async () => {
  const [key, name] = [newId(), newId()]
  await send('createSite', { body: { name } }, undefined)
  expect((await send('createSite', { body: { name } }, key)).body['code']).toBe('name_taken')
  expect((await send('createSite', { body: { name: newId() } }, key)).status).toBe(201)
})

it('without a key each call makes a row', async () => {
  const before = await count('sign_in_methods')
  const asked = { body: { type: 'qr', name: 'Gate', site_id: here.world.a.siteId } }
  for (const _ of [1, 2]) expect((await send('createSignInMethod', asked, undefined)).status).toBe(201)
  expect(await count('sign_in_methods')).toBe(before + 2)
})

it('who may no longer call the endpoint does not get the response again', async () => {
  const { test, world } = here
  const clientId = world.a.clientId
  const { id: userId } = await makeUser(test.database.db, test.passwords, clientId, { admin: true })
  const token = await openSession(test, { clientId, userId, admin: true })
  const [key, asked] = [newId(), await creations.createApiKey.ask()]
  expect((await send('createApiKey', asked, key, token)).status).toBe(201)
  await here.sql`update users set admin = false where id = ${userId}`
  const again = await send('createApiKey', asked, key, token)
  expect(again.status).not.toBe(201)
  expect(again.text).not.toContain('gh_')
})

it('nothing is made where the response cannot be kept', async () => {
  await here.sql.unsafe(`
    create function refuse_response() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
    create trigger refuse_response before update on creation_keys for each row execute function refuse_response()`)
  const before = [await count('sites'), await count('creation_keys'), await countAudits()]
  const [key, body] = [newId(), { name: newId() }]
  try {
    expect((await send('createSite', { body }, key)).status).toBe(500)
    expect([await count('sites'), await count('creation_keys'), await countAudits()]).toEqual(before)
  } finally {
    await here.sql.unsafe('drop trigger refuse_response on creation_keys; drop function refuse_response()')
  }
  expect((await send('createSite', { body }, key)).status).toBe(201)
})

it('a response is kept encrypted, for a day', async () => {
  const [key, asked] = [newId(), await creations.createApiKey.ask()]
  const { body } = await send('createApiKey', asked, key)
  const secret = String(body['key'])
  expect(secret).toMatch(/^gh_/)
  const [row] = await here.sql<{ response: Buffer }[]>`
    select encrypted_response as response from creation_keys where key = ${key}`
  expect(row?.response.length).toBeGreaterThan(secret.length)
  expect(row?.response.toString('latin1')).not.toContain(secret)

  const purgeAfter = async (ms: number) => {
    const now = new Date(here.test.clock.now.getTime() + ms)
    await purgeExpired(here.test.database.db, purgeRules, now)
    return (await here.sql`select from creation_keys where key = ${key}`).length
  }
  expect(await purgeAfter(serverLimits.creationKeyHours * HOUR_MS - 1000)).toBe(1)
  expect(await purgeAfter(serverLimits.creationKeyHours * HOUR_MS + 1000)).toBe(0)
})
