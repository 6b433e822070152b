import { chosenClientHeader, type EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import { type ApiKeyScope, apiKeyScopes } from '@gatehouse/validation/vocabulary'
import { webhookEvents } from '@gatehouse/validation/webhooks'
import fc from 'fast-check'
import type * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foldDeltas } from '../src/jobs/fold-rollups.ts'
import { chainLog } from '../src/modules/access-log/chain/append.ts'
import { recordReading } from '../src/modules/readings/record-reading.ts'
import { installationScope } from '../src/db/scopes.ts'
import { HOUR_MS, MINUTE_MS } from '../src/lib/durations.ts'
import { newId } from '../src/lib/ids.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { makeApiKey, makeMethod, makeQuestion, makeRecipient, makeReportView, makeUser } from './factories.ts'
import { fuzzSeed, send } from './fuzz/fuzz-endpoint.ts'
import { withoutFilters } from './fuzz/known-requests.ts'
import { asSent, type Sent, type Valid } from './fuzz/mutations.ts'
import { valuesOf, wordsAt, type Words } from './fuzz/schema-values.ts'
import { call } from './staff.ts'
import { openSuperuserConnection } from './superuser.ts'
import { makeWorld, openSession, type World } from './world.ts'

const keyReaders = apiKeyScopes.map((scope) => `key with ${scope}` as const)
const readers = [
  'nobody',
  'Guest',
  'Device',
  'Staff',
  'Staff elsewhere',
  'Manager elsewhere',
  'Manager',
  'admin of another client',
  ...keyReaders,
  'site_admin',
  'admin',
] as const
type Reader = (typeof readers)[number]

const admins: Reader[] = ['admin', 'site_admin']
const ofLog: Reader[] = [...admins, 'Manager', 'Staff', 'key with access_log:read']

interface Rule {
  /** Matches the value in a response without spaces. A photo is the response itself. */
  values: RegExp | undefined
  full: readonly Reader[]
  masked?: readonly Reader[]
  /** Matches the masked value. */
  mask?: RegExp
  /** Where an administrator sees it. The search below must cover all these places. */
  places: readonly EndpointName[]
}

/** Who can read which personal data. All others read none. */
const rules: Record<string, Rule> = {
  'the mobile of somebody on site': {
    values: /491570701/,
    mask: /•••701/,
    full: [
      ...ofLog,
      'Device',
      'Guest',
      'key with presence:read',
      'key with users:read',
      // The person was also at one of this Manager's sites.
      'Manager elsewhere',
    ],
    masked: ['Staff elsewhere'],
    places: [
      'getBoard',
      'listPresent',
      'exportPresence',
      'getMuster',
      'getMusterOfBoard',
      'listUsers',
      'getUser',
      'listAccessLog',
    ],
  },
  'the mobile of somebody who has left': {
    // The mobile of a user, of a visit before and after its correction, of a refused attempt, and
    // of the audit log.
    values: /49157070[2-6]/,
    mask: /•••70[2-6]/,
    full: [...ofLog.filter((reader) => reader !== 'Staff'), 'key with users:read'],
    masked: ['Staff', 'Device', 'Guest'],
    places: [
      'getCheckedOutBoard',
      'getMuster',
      'getMusterOfBoard',
      'getLogRecord',
      'listBans',
      'getContactsReport',
      'exportPerson',
    ],
  },
  'an email': {
    values: /@known\.example/,
    full: [...admins, 'Manager', 'key with users:read'],
    places: ['listUsers', 'getUser', 'exportUsers', 'searchEverything', 'findPeople', 'listRecipients'],
  },
  'an answer': {
    values: /Ananswerof/,
    full: ofLog,
    places: ['getLogRecord', 'exportAccessLog', 'exportPerson'],
  },
  'a temperature': {
    // Not the seconds of a time.
    values: /([^\d.:]|":)(36\.7|39\.4)\D/,
    full: ofLog,
    places: ['listAccessLog', 'getLogRecord', 'exportAccessLog', 'exportPerson'],
  },
  'a photo': {
    values: undefined,
    full: [...admins, 'Manager', 'Staff', 'Device', 'Guest'],
    places: ['getBoardPhoto', 'getUserPhoto'],
  },
}

/** They name the people to an administrator, without these data. */
const naming: EndpointName[] = [
  'getMusterReport',
  'exportMusterReport',
  'getWebhookDelivery',
  'listWebhookEvents',
  'searchEverything',
  'listAuditLog',
]

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let world: World
let words: Words
const tokens = {} as Record<Reader, string | undefined>

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

async function ask(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
  token = tokens.admin ?? '',
) {
  const response = await call(test, method, path, body, { token, headers: { 'idempotency-key': newId() } })
  expect(response.status, `${path} ${response.text}`).toBeLessThan(300)
  return response.body
}

/** A user of site A with a photo. */
async function makeKnown(first_name: string, mobile: string): Promise<string> {
  const email = `${first_name.toLowerCase()}@known.example`
  const access = [{ site_id: world.a.siteId, user_type: 'Staff' }]
  const id = String(
    (await ask('POST', '/users', { first_name, last_name: 'Known', email, mobile, access }))['id'],
  )
  const sent = await test.app.inject({
    method: 'PUT',
    url: `/api/users/${id}/photo`,
    headers: { authorization: `Bearer ${tokens.admin}`, 'content-type': 'image/png' },
    payload: pixel,
  })
  expect(sent.statusCode, sent.body).toBe(204)
  return id
}

async function enterReaders(): Promise<void> {
  const { a } = world
  const { db } = test.database
  const elsewhere = async (userType: 'Staff' | 'Manager') => {
    const access = [{ siteId: a.otherSiteId, userType }]
    const { id: userId } = await makeUser(db, test.passwords, a.clientId, { access })
    return openSession(test, { clientId: a.clientId, userId, userType, siteId: a.otherSiteId })
  }
  Object.assign(tokens, {
    admin: world.tokens['admin A'],
    site_admin: world.tokens.site_admin,
    Manager: world.tokens['manager A'],
    Staff: world.tokens['staff A'],
    Device: world.tokens['board-only A'],
    Guest: world.tokens['guest-only A'],
    'Staff elsewhere': await elsewhere('Staff'),
    'Manager elsewhere': await elsewhere('Manager'),
    'admin of another client': world.tokens['admin B'],
  })
  for (const scope of apiKeyScopes) {
    const { key } = await makeApiKey(db, test.keys.apiKeys, a.clientId, { scopes: [scope] })
    tokens[`key with ${scope satisfies ApiKeyScope}`] = key
  }
}

/**
 * Creates people with known values in every place that stores them. @returns the ids
 * for the requests
 */
async function spreadPeople(): Promise<Words> {
  const { db } = test.database
  const { a } = world
  const later = (milliseconds: number) => {
    test.clock.now = new Date(test.clock.now.getTime() + milliseconds)
  }
  await sql`update sites set offline_users = true where id = ${a.siteId}`
  const fields = { useTemperature: true, asksHost: true }
  const { id: gate, key } = await makeMethod(db, a.clientId, a.siteId, fields)
  const { id: otherGate } = await makeMethod(db, a.clientId, a.otherSiteId)
  const question = await makeQuestion(db, a.clientId, a.siteId, { type: 'free text', text: 'Why?' })
  const webhook = await ask('POST', '/webhooks', { url: 'https://receiver.example/', events: webhookEvents })

  const present = await makeKnown('Petra', '+61491570701')
  const past = await makeKnown('Quentin', '+61491570702')
  const signIn = async (person: object, temperature: number) => {
    const { code } = await recordReading({ db, now: test.clock.now }, { methodId: gate, temperature })
    const questions = { [question.id]: { answer: 'An answer of theirs' } }
    return ask('POST', '/checkin', {
      ...person,
      lastName: 'Known',
      machineId: gate,
      verificationCode: code,
      questions,
    })
  }
  const leave = ({ checkOutToken }: Record<string, unknown>) =>
    ask('POST', '/checkin/checkout', { checkOutToken, time: test.clock.now.toISOString() })
  const startMuster = async () =>
    String((await ask('POST', '/musters', { site_id: a.siteId, drill: true }))['id'])

  const elsewhere = { firstName: 'Petra', lastName: 'Known', mobile: '0491 570 701', machineId: otherGate }
  await leave(await ask('POST', '/checkin', elsewhere))
  const left = await signIn({ firstName: 'Quentin', mobile: '0491 570 702' }, 36.7)
  const corrected = await signIn({ firstName: 'Rosa', mobile: '0491 570 703' }, 36.7)
  const ended = await startMuster()
  const stayed = await signIn({ firstName: 'Petra', mobile: '0491 570 701' }, 36.7)
  const inBetween = test.clock.now
  later(MINUTE_MS)
  await ask('POST', `/musters/${ended}/end`)
  await leave(left)
  await leave(corrected)
  const visits = await sql<{ id: string; first_name: string }[]>`
    select id, first_name from visits where last_name = 'Known' order by id`
  const rosa = visits.find(({ first_name }) => first_name === 'Rosa')
  await ask('POST', `/access-log/${rosa?.id}/corrections`, { mobile: '0491 570 704', note: 'Mistyped' })
  await signIn({ firstName: 'Sven', mobile: '0491 570 705' }, 39.4)
  const banned = { first_name: 'Sven', last_name: 'Known', mobile: '0491 570 705', site_id: a.siteId }
  const { id: banId } = await ask('POST', '/bans', { ...banned, reason: 'Test' })
  await signIn({ firstName: 'Sven', mobile: '0491 570 705' }, 36.7)
  later(MINUTE_MS)
  const running = await startMuster()
  // Sent as a notification, and kept in the audit log with both values.
  await ask('PATCH', `/users/${past}`, { mobile: '0491 570 706', email: 'quentin.new@known.example' })
  await ask('PATCH', `/users/${past}`, { mobile: '0491 570 702' })
  const { id: recipientId } = await makeRecipient(db, a.clientId, { userId: present })
  const record = visits.find(({ first_name }) => first_name === 'Quentin')?.id
  const { id: reportViewId } = await makeReportView(db, a.clientId)
  await test.tell()
  await test.webhookWorker().deliverDue()
  await foldDeltas(db)
  const installation = installationScope()
  await chainLog({ db, installation, digests: test.keys.logDigests, clock: () => test.clock.now })

  const attempts = await sql<{ id: string }[]>`select id from refused_attempts where last_name = 'Known'`
  const deliveries = await sql<{ id: string }[]>`
    select id from outbox where webhook_id = ${String(webhook['id'])} and type like 'visitor.%' limit 2`
  const records = [...visits, ...attempts].map(({ id }) => id)
  const people = [present, past]
  const tokensOfPasses = [stayed, left].map(({ checkOutToken }) => String(checkOutToken))
  return {
    site: [a.siteId],
    siteId: [a.siteId],
    site_id: [a.siteId],
    '/sites id': [a.siteId],
    '/client id': [a.clientId],
    '/users id': people,
    '/people key': people,
    userId: people,
    personId: people,
    '/access-log id': records,
    record: record === undefined ? [] : [record],
    '/presence ids': visits.slice(-1).map(({ id }) => id),
    '/musters id': [ended, running],
    '/board id': [ended, running],
    '/bans id': [String(banId)],
    '/notification-recipients id': [recipientId],
    '/reports id': [reportViewId],
    '/webhooks id': [String(webhook['id'])],
    deliveryId: deliveries.map(({ id }) => id),
    '/sign-in-methods id': [gate],
    '/checkin id': [gate],
    '/questions id': [question.id],
    machineId: [gate],
    method: [key, gate],
    question: [question.id],
    checkOutToken: tokensOfPasses,
    search: ['Known'],
    at: [inBetween.toISOString()],
    from: [new Date(test.clock.now.getTime() - 24 * HOUR_MS).toISOString()],
    to: [test.clock.now.toISOString()],
  }
}

/** Values for other fields, about none of these people. */
const ofNobody: Words = {
  firstName: ['Ana'],
  lastName: ['Silva'],
  'first-name': ['Ana'],
  'last-name': ['Silva'],
  mobile: ['0491570156'],
  email: ['ana@test.example'],
  language: ['en'],
  code: ['000000'],
  url: ['https://receiver.example/'],
  installed_on: ['2026-01-31'],
  opens: ['08:00'],
  closes: ['17:30'],
  until: ['2090-11-20T17:05'],
  signed_out_at: ['2026-11-20T17:05'],
  last_day: ['2090-11-20'],
  accent: ['#015c5d'],
  on_accent: ['#ffffff'],
}

const parts = ['params', 'query', 'headers', 'body'] as const

/** The request without filters, and with a search that matches all of them where it has one. */
function searching(endpoint: EndpointDeclaration, valid: Valid): Valid {
  const { query, ...rest } = withoutFilters(endpoint, valid)
  const { entries = {} } = (endpoint.query ?? {}) as { entries?: object }
  const search = Object.hasOwn(entries, 'search') ? { search: 'Known' } : {}
  return { ...rest, query: query && { ...search, ...query } }
}

/** For each set of parameters the shortest request without filters, and some with filters. */
function requestsFor(endpoint: EndpointDeclaration, filtered: number): Sent[] {
  const known = { id: [newId()], roleId: [newId()], pointId: [newId()], ...ofNobody, ...words }
  const given = { words: wordsAt(endpoint.path, known), name: '', isMixed: false, isStrict: true }
  const part = (schema: v.GenericSchema | undefined) =>
    schema ? valuesOf(schema, given) : fc.constant(undefined)
  const any = fc.record(Object.fromEntries(parts.map((name) => [name, part(endpoint[name])])))
  const sampled = fc.sample(any as unknown as fc.Arbitrary<Valid>, { numRuns: 80, seed: fuzzSeed })
  const bySize = sampled.toSorted((one, other) => JSON.stringify(one).length - JSON.stringify(other).length)
  const groups = [...Map.groupBy(bySize, ({ params }) => JSON.stringify(params)).values()]
  const unfiltered = groups.flatMap(([shortest]) => (shortest ? [searching(endpoint, shortest)] : []))
  const others = groups.flatMap((group) => group.slice(1, 1 + filtered))
  return [...unfiltered, ...others].map((valid) => asSent(valid))
}

/** Whether the reader gets the same refusal for every request. */
const isRefusedByRole = ({ errors = [] }: EndpointDeclaration, status: number) =>
  status === 401 || (status === 403 && !errors.includes('forbidden'))

/** Every endpoint whose response is more than a status; those that change something come last. */
const answering = (Object.entries(endpoints) as [EndpointName, EndpointDeclaration][])
  .filter(([, { response }]) => response !== 'none')
  .toSorted(([, one], [, other]) => Number(one.method !== 'GET') - Number(other.method !== 'GET'))

interface Size {
  /** How many requests with filters are made to each endpoint, for each set of parameters. */
  filtered: number
  /**
   * Includes readers whose refusal, or equal treatment to an anonymous caller, the access
   * matrix has shown.
   */
  isFull: boolean
}

/** Whether a reader's access differs from another reader's. */
function isConcerned({ access, apiKeyScope }: EndpointDeclaration, reader: Reader): boolean {
  if (access === 'public') return reader === 'nobody'
  return reader !== 'nobody' && (apiKeyScope !== undefined || !reader.startsWith('key'))
}

/** A value appears in a response only where the rule of its kind lets the reader see it. */
export function testPersonalFields({ filtered, isFull }: Size): void {
  /** Where each reader has seen a value, by rule: in full, or masked. */
  const seen: Record<string, Record<'full' | 'masked', Partial<Record<Reader, Set<EndpointName>>>>> = {}
  const named = new Set<EndpointName>()
  const note = (rule: string, how: 'full' | 'masked', reader: Reader, name: EndpointName) => {
    seen[rule] ??= { full: {}, masked: {} }
    ;(seen[rule][how][reader] ??= new Set()).add(name)
  }

  beforeAll(async () => {
    test = await buildTestApp()
    // Puts everything on one day in the zone of the sites.
    test.clock.now = new Date(new Date().setUTCHours(2, 0, 0, 0))
    sql = openSuperuserConnection(test.database)
    world = await makeWorld(test)
    await enterReaders()
    words = await spreadPeople()
  })
  afterAll(() => test.close())

  it.each(answering)('%s shows each reader what the rules say', async (name, endpoint) => {
    const sample = requestsFor(endpoint, filtered)
    // The rate limits have tests of their own.
    await sql`delete from rate_buckets`
    for (const reader of readers.filter((one) => isFull || isConcerned(endpoint, one)))
      for (const sent of sample) {
        const chosen = reader === 'site_admin' ? { [chosenClientHeader]: world.a.clientId } : {}
        const headers = { ...sent.headers, ...chosen }
        const response = await send(test, endpoint, { ...sent, headers }, tokens[reader])
        if (isRefusedByRole(endpoint, response.statusCode)) break
        const text = response.body.replace(/[\s()-]/g, '')
        const isPhoto = String(response.headers['content-type']).startsWith('image/webp')
        if (reader === 'admin' && text.includes('Known')) named.add(name)
        for (const [rule, { values, mask, full, masked = [] }] of Object.entries(rules)) {
          if (values ? values.test(text) : isPhoto) {
            expect
              .soft(full, `${rule} in full, as ${reader}: ${response.body.slice(0, 300)}`)
              .toContain(reader)
            note(rule, 'full', reader, name)
          }
          if (mask?.test(text)) {
            expect.soft([...full, ...masked], `${rule} masked, as ${reader}`).toContain(reader)
            note(rule, 'masked', reader, name)
          }
        }
      }
  })

  it('the people are also where these data must not be', () => {
    expect([...named]).toEqual(expect.arrayContaining(naming))
  })

  describe.each(Object.entries(rules))('%s', (rule, { full, masked = [], places }) => {
    it('is seen by everybody who may, and by an admin in all these places', () => {
      const found = seen[rule] ?? { full: {}, masked: {} }
      expect(Object.keys(found.full)).toEqual(expect.arrayContaining([...full]))
      expect(Object.keys(found.masked)).toEqual(expect.arrayContaining([...masked]))
      expect([...(found.full.admin ?? [])]).toEqual(expect.arrayContaining([...places]))
    })
  })
}
