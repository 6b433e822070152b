import { type EndpointDeclaration, errorCodesOf } from '@gatehouse/validation/endpoint'
import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import type * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase } from '../src/db/client.ts'
import { acceptedStatus } from './accepted-status.ts'
import { buildSecondNode, buildTestApp, type TestApp } from './build-test-app.ts'
import {
  canaryIn,
  canaryOf,
  type CanaryClient,
  makeCanaryClient,
  type Role,
  roles,
  tablesWithoutRow,
  writeCanaries,
} from './canaries.ts'
import { keepRights } from './fuzz/fuzz-world.ts'
import { asSent, type Sent, type Valid } from './fuzz/mutations.ts'
import { fuzzSeed, judge } from './fuzz/fuzz-endpoint.ts'
import { valuesOf, wordsAt, type Words } from './fuzz/schema-values.ts'
import { promisedAccess } from './promised-access.ts'
import { openSuperuserConnection } from './superuser.ts'
import { freshIp } from './staff.ts'
import type { ActorName } from './world.ts'

/** The number of requests per endpoint. */
export interface Size {
  samples: number
  /** Requests per filter and order. */
  values: number
  askers: readonly Role[]
  /** Concurrent requests on one connection. */
  mixed: number
  /** Includes writes, and calls without a session, which the access matrix covers too. */
  isFull: boolean
}

const names = { a: 'of A', b: 'of B' }

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let a: CanaryClient
let b: CanaryClient
/** Restores the rights and sessions of B's people. */
let restoreAskers: () => Promise<unknown>
/** Every endpoint that returns stored data, with any method. */
const reading = (Object.entries(endpoints) as [EndpointName, EndpointDeclaration][]).filter(
  ([, { response }]) => response !== 'none',
)

/**
 * The words for calls of B: all ids of A except those on its public pages, everything of B, and
 * searches that match every canary. What a method's key and id show is public.
 */
function wordsOfB(): Words {
  const ids = (of: (client: CanaryClient) => string[]) => [a, b].flatMap(of)
  const person = { firstName: 'Ana', lastName: 'Silva', mobile: '0491570156' }
  return {
    id: [a.clientId, b.clientId, ...b.methodIds, ...a.visitIds, ...b.visitIds],
    machineId: b.methodIds,
    method: b.methodKeys,
    site: ids(({ siteIds }) => siteIds),
    siteId: ids(({ siteIds }) => siteIds),
    beside: ids(({ siteIds }) => siteIds),
    userId: ids(({ userIds }) => userIds),
    site_id: ids(({ siteIds }) => siteIds),
    ids: ids(({ userIds, methodIds, questionIds }) => [...userIds, ...methodIds, ...questionIds]),
    user_id: ids(({ userIds }) => userIds),
    '/people key': ids(({ userIds }) => userIds),
    confirmation: ['Canary'],
    '/notification-recipients id': ids(({ recipientIds }) => recipientIds),
    '/reports id': ids(({ reportViewIds }) => reportViewIds),
    record: ids(({ visitIds }) => visitIds),
    recipients: ids(({ userIds }) => userIds),
    '/bans id': ids(({ banIds }) => banIds),
    exceptionId: ids(({ exceptionIds }) => exceptionIds),
    until: ['2090-11-20T17:05'],
    '/access-log id': ids(({ visitIds }) => visitIds),
    '/presence ids': ids(({ visitIds }) => visitIds),
    '/presence method': b.methodIds,
    at: ['2026-11-20T17:05'],
    cursor: [`o.4070908800000.3.${a.clientId}`, `n.0.0.${a.clientId}`],
    from: [`${new Date().getUTCFullYear()}-01-01`],
    to: [`${new Date().getUTCFullYear()}-12-31`],
    question: b.siteIds,
    signed_out_at: ['2026-11-20T17:05'],
    '/api-keys id': ids(({ apiKeyIds }) => apiKeyIds),
    last_day: ['2090-11-20'],
    '/webhooks id': ids(({ webhookIds }) => webhookIds),
    '/musters id': ids(({ musterIds }) => musterIds),
    '/board id': ids(({ musterIds }) => musterIds),
    '/questions id': ids(({ questionIds }) => questionIds),
    role: ids(({ roleIds }) => roleIds),
    chosen: ids(({ roleIds, siteIds }) => [...roleIds, ...siteIds]),
    roles: ids(({ roleIds }) => roleIds),
    sites: ids(({ siteIds }) => siteIds),
    methods: b.methodIds,
    seen: ids(({ questionIds }) => questionIds),
    deliveryId: ids(({ deliveryIds }) => deliveryIds),
    target: ids(({ userIds, siteIds }) => [...userIds, ...siteIds]),
    actor: ids(({ userIds }) => userIds),
    search: ['Canary', 'canary of', 'a', '', '%', '_', '\\'],
    firstName: [person.firstName],
    'first-name': [person.firstName],
    lastName: [person.lastName],
    'last-name': [person.lastName],
    mobile: [person.mobile],
    language: ['en', 'es'],
    roleId: b.siteIds,
    pointId: b.siteIds,
    question_ids: b.siteIds,
    installed_on: ['2026-01-31'],
    url: ['https://receiver.example/'],
    opens: ['08:00'],
    closes: ['17:30'],
  }
}

type Part = 'params' | 'query' | 'headers' | 'body'
const parts: Part[] = ['params', 'query', 'headers', 'body']

/**
 * Requests by the declaration: random ones, and each value of each filter and order alone
 * and with a search.
 */
function requestsOf(endpoint: EndpointDeclaration, known: Words, { samples, values }: Size): Sent[] {
  const words = wordsAt(endpoint.path, known)
  const part = (schema: v.GenericSchema | undefined) =>
    schema ? valuesOf(schema, { words, name: '', isMixed: false }) : fc.constant(undefined)
  const any = fc.record(Object.fromEntries(parts.map((name) => [name, part(endpoint[name])])))
  const sampled = fc.sample(any as unknown as fc.Arbitrary<Valid>, { numRuns: samples, seed: fuzzSeed })
  const [first] = sampled
  const filters = Object.entries(
    (endpoint.query as { entries?: Record<string, v.GenericSchema> })?.entries ?? {},
  )
  const alone = filters.flatMap(([name, schema]) => {
    const found = new Set(
      fc.sample(valuesOf(schema, { words, name, isMixed: false }), { numRuns: 60, seed: fuzzSeed }),
    )
    return [...found]
      .slice(0, values)
      .flatMap((value) => [
        Object.assign({}, first, { query: { [name]: value } }),
        Object.assign({}, first, { query: { [name]: value, search: 'Canary' } }),
      ])
  })
  return [...sampled, ...(alone as Valid[])].map((valid) => asSent(valid))
}

function ask(
  app: FastifyInstance,
  endpoint: EndpointDeclaration,
  { params, query, headers, body }: Sent,
  token: string | undefined,
) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return app.inject({
    method: endpoint.method,
    url: `/api${path}?${new URLSearchParams(query).toString()}`,
    remoteAddress: freshIp(),
    headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { payload: Buffer.from(body) } : {}),
  })
}

const actors: Record<Role, ActorName> = {
  Device: 'board-only A',
  Guest: 'guest-only A',
  Staff: 'staff A',
  Manager: 'manager A',
  admin: 'admin A',
}

/**
 * The response must be one that the endpoint declares: the code of the refused access, then
 * `bad_request` for input that the schemas refuse, else the status of an accepted call or one of
 * the endpoint's own errors. The access matrix checks who gets which of the last two.
 */
function expectDeclared(
  endpoint: EndpointDeclaration,
  role: Role | undefined,
  sent: Sent,
  response: Awaited<ReturnType<typeof ask>>,
): void {
  const promised = promisedAccess(endpoint, role ? actors[role] : 'anonymous')
  const code = response.statusCode < 400 ? undefined : response.json<{ code: ErrorCode }>().code
  if (promised !== 'through') expect(code).toBe(promised)
  else if (!isValid(endpoint, sent)) expect(code).toBe('bad_request')
  else if (code === undefined) expect(response.statusCode).toBe(acceptedStatus(endpoint, sent.headers))
  else expect(errorCodesOf(endpoint), response.body).toContain(code)
}

/** Whether the schemas accept the request, and every name in its query is declared. */
function isValid(endpoint: EndpointDeclaration, sent: Sent): boolean {
  const declared = (endpoint.query as { entries?: object } | undefined)?.entries ?? {}
  return judge(endpoint, sent).accepts && sent.query.every(([name]) => Object.hasOwn(declared, name))
}

const seenIn = (text: string, name: string) =>
  [...text.matchAll(canaryIn(name))].map(([, column]) => column ?? '')

/** Calls that end the callers' sessions. */
const endsSessions = new Set<EndpointDeclaration>([endpoints.changeUsers, endpoints.updateSignInPolicy])

/** Another client’s data appears in no response, whatever the request and the caller. */
export function testIsolation(size: Size): void {
  beforeAll(async () => {
    test = await buildTestApp()
    sql = openSuperuserConnection(test.database)
    a = await makeCanaryClient(test, sql, names.a)
    b = await makeCanaryClient(test, sql, names.b)
    const restoreRights = await keepRights(sql, b.userIds)
    restoreAskers = async () => {
      await restoreRights()
      await sql`update sessions set revoked_at = null where user_id = any(${b.userIds})`
      await sql`update clients set two_step_required_for = '{}' where id = ${b.clientId}`
    }
  })
  afterAll(() => test.close())

  it('both clients have a row in every table of clients', async () => {
    for (const { clientId } of [a, b]) expect(await tablesWithoutRow(sql, clientId)).toEqual([])
  })

  const tried = reading.filter(([, { method }]) => size.isFull || method === 'GET')
  it.each(tried)('%s shows nothing of A to B or without a session', async (_, endpoint) => {
    const requests = requestsOf(endpoint, wordsOfB(), size)
    expect(requests.length).toBeGreaterThanOrEqual(size.samples)
    // Public endpoints do not identify the caller.
    const askers: (Role | undefined)[] =
      endpoint.access === 'public' ? [undefined] : [...size.askers, ...(size.isFull ? [undefined] : [])]
    for (const role of askers) {
      for (const sent of requests) {
        const response = await ask(test.app, endpoint, sent, role && b.tokens[role])
        if (endsSessions.has(endpoint)) await restoreAskers()
        expectDeclared(endpoint, role, sent, response)
        const shown = JSON.stringify(response.headers) + response.body
        expect(seenIn(shown, names.a), `${role} ${JSON.stringify(sent)}`).toEqual([])
        const asked = JSON.stringify([sent.params, sent.query]) + String(Buffer.from(sent.body ?? []))
        for (const id of [...a.userIds, ...a.visitIds, ...a.siteIds, ...a.methodIds])
          if (!asked.includes(id)) expect(shown).not.toContain(id)
      }
    }
  })

  // A canary proves nothing unless its own client can see it.
  it('B sees what is its own', async () => {
    await restoreAskers()
    await writeCanaries(sql, b.clientId, names.b)
    const paths = [
      ...reading.flatMap(([, { method, path }]) => (method === 'GET' && !path.includes(':') ? [path] : [])),
      ...b.visitIds.map((id) => `/access-log/${id}`),
      ...b.siteIds.flatMap((id) => [`/board/${id}`, `/board/out/${id}`]),
    ]
    const seen = new Set<string>()
    for (const path of paths)
      for (const role of roles) {
        const headers = { authorization: `Bearer ${b.tokens[role]}` }
        const response = await test.app.inject({ url: `/api${path}`, remoteAddress: freshIp(), headers })
        for (const column of seenIn(response.body, names.b)) seen.add(column)
      }
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'clients.name',
        'sites.name',
        'sign_in_methods.name',
        'users.first_name',
        'users.job_title',
        'presence.first_name',
        'presence.last_name',
        'presence.role_name',
        'notifications.kind',
        'remembered_devices.browser',
        'sessions.browser',
        'question_versions.text',
        'visitor_roles.name',
        'visits.first_name',
        'log_corrections.note',
      ]),
    )
  })

  it('T4: many requests of two clients, mixed on one connection, each see their own client', async () => {
    // Accepted calls have changed B's own data.
    await writeCanaries(sql, b.clientId, names.b)
    const db = createDatabase({
      runtimeUrl: test.database.runtimeUrl,
      connections: 1,
      waitMs: 20_000,
    })
    await using node = {
      ...(await buildSecondNode(test, db)),
      async [Symbol.asyncDispose]() {
        await node.close()
      },
    }
    const clients = [
      { own: a, name: names.a, others: names.b },
      { own: b, name: names.b, others: names.a },
    ]
    type Expected = [path: string, status: number, showsOwn: boolean]
    const pathsOf = ({ siteIds, userIds }: CanaryClient, { siteIds: foreign }: CanaryClient): Expected[] => [
      ['/me', 200, true],
      ['/me/sessions', 200, true],
      ['/me/notifications', 200, true],
      ['/client/me', 200, true],
      ['/board/sites', 200, true],
      [`/board/${siteIds[0]}`, 200, true],
      [`/board/out/${siteIds[0]}`, 200, true],
      [`/board/photo/${userIds[0]}`, 204, false],
      ['/presence?search=Canary', 200, true],
      [`/dashboard?site=${siteIds[1]}`, 200, true],
      // These are refused inside their transactions, among the others.
      [`/board/${foreign[0]}`, 404, false],
      [`/presence?site=${foreign[1]}`, 404, false],
      ['/presence?sort=nothing', 400, false],
    ]
    const responses = await Promise.all(
      Array.from({ length: size.mixed }, async (_, index) => {
        const { own, name, others } = clients[index % 2] as (typeof clients)[number]
        const paths = pathsOf(own, own === a ? b : a)
        const [path, status, showsOwn] = paths[index % paths.length] as Expected
        const { statusCode, body } = await node.app.inject({
          url: `/api${path}`,
          remoteAddress: freshIp(),
          headers: { authorization: `Bearer ${own.tokens.admin}` },
        })
        return {
          expected: { path, status, showsOwn, showsForeign: false },
          received: {
            path,
            status: statusCode,
            showsOwn: body.includes(canaryOf(name)),
            showsForeign: body.includes(canaryOf(others)),
          },
        }
      }),
    )
    expect(responses.map(({ received }) => received)).toEqual(responses.map(({ expected }) => expected))
  })
}
