import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import { serverLimits } from '@gatehouse/validation/limits'
import type { Sql } from 'postgres'
import type * as v from 'valibot'
import type { TestApp } from '../build-test-app.ts'
import type { FuzzWorld } from '../fuzz/fuzz-world.ts'
import { wordsAt } from '../fuzz/schema-values.ts'
import { promisedAccess } from '../promised-access.ts'
import { type ActorName, openSession } from '../world.ts'
import { largestInputs } from './largest-inputs.ts'
import { largestWithin, refusedValues, type Words } from './largest-value.ts'
import type { LargeWorld } from './large-world.ts'

export interface Standing {
  test: TestApp
  sql: Sql
  fuzz: FuzzWorld
  large: LargeWorld
}

export interface LargestRequest {
  /** What makes it large. */
  about: string
  method: EndpointDeclaration['method']
  url: string
  token: string | undefined
  headers: Record<string, string>
  body: Buffer | undefined
  /** Whether the server accepts it. */
  isAccepted: boolean
  /** Puts rows back before it is sent again. */
  prepare?: ((standing: Standing) => Promise<unknown>) | undefined
}

/** Proxies do not forward longer request lines. */
const QUERY_BYTES = 15 * 1024
const callers: ActorName[] = ['admin A', 'site_admin', 'board-only A', 'anonymous']

/**
 * The largest requests to an endpoint: those that its declaration accepts, and those that it
 * refuses.
 */
export async function largestRequests(name: EndpointName, standing: Standing): Promise<LargestRequest[]> {
  const endpoint: EndpointDeclaration = endpoints[name]
  const input = largestInputs(standing)[name] ?? {}
  const { fuzz } = standing
  const words = {
    ...(wordsAt(endpoint.path, wordsOf(standing)) as Words),
    sort: [...(endpoint.list?.sort ?? []), 'position'],
  }
  const actor = input.actor ?? callers.find((one) => promisedAccess(endpoint, one) === 'through')
  // Earlier calls may have ended the session.
  const own = actor && (await fuzz.world.open(actor))
  const made = (schema: v.GenericSchema | undefined, bytes: number) =>
    schema ? largestWithin(schema, words, bytes) : undefined

  const params = { ...(made(endpoint.params, 400) as object | undefined), ...input.params } as Record<
    string,
    string
  >
  const url = (query: Record<string, unknown> = {}) => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
    return `/api${path}${search.size === 0 ? '' : `?${search.toString()}`}`
  }
  const fields = entriesOf(endpoint.query)
  const needed = Object.fromEntries(
    Object.entries((made(endpoint.query, QUERY_BYTES) ?? {}) as Record<string, unknown>).filter(
      ([key]) => fields[key]?.type !== 'optional',
    ),
  )
  const page: Record<string, unknown> = {
    ...needed,
    ...('per_page' in fields && { per_page: 100 }),
    ...input.query,
  }

  let body: Buffer | undefined
  const headers: Record<string, string> = {}
  let accepted: unknown
  if (input.file) {
    body = input.file.bytes
    headers['content-type'] = input.file.type
  } else if (endpoint.body) {
    const generated = input.isWhole
      ? {}
      : made(endpoint.body, endpoint.bodyBytes ?? serverLimits.jsonBodyBytes)
    const given = input.body?.() ?? {}
    accepted =
      Array.isArray(given) || Array.isArray(generated)
        ? (input.body?.() ?? generated)
        : { ...(generated as object), ...given }
    body = Buffer.from(JSON.stringify(accepted))
    headers['content-type'] = 'application/json'
  }
  const base = {
    method: endpoint.method,
    token: own,
    headers,
    body,
    isAccepted: false,
    prepare: input.prepare,
  }
  const request = (about: string, more: Partial<LargestRequest> = {}): LargestRequest => ({
    ...base,
    about,
    url: url(page),
    ...more,
  })
  const refused = (about: string, more: Partial<LargestRequest>) =>
    request(`refused ${about}`, { ...more, prepare: undefined })
  const asked = [request('largest', { isAccepted: !input.refused })]
  for (const other of input.bodies ?? [])
    asked.push(
      request(JSON.stringify(other).slice(0, 60), {
        body: Buffer.from(JSON.stringify(other)),
        isAccepted: true,
      }),
    )
  for (const query of input.queries ?? [])
    asked.push(request(JSON.stringify(query), { url: url({ ...page, ...query }), isAccepted: true }))
  if ('search' in fields && fields['search']?.type === 'optional')
    asked.push(request('search', { url: url({ ...page, search: 'ǻ 1'.repeat(33) }), isAccepted: true }))
  if (endpoint.method === 'GET' && endpoint.response !== 'csv' && isOpenToManager(endpoint))
    asked.push(request('many entries', { token: await openManyEntries(standing) }))
  for (const key of Object.keys(fields))
    for (const unit of ['e\u0301', 'a1-']) {
      const text = unit.repeat(Math.floor(QUERY_BYTES / new URLSearchParams(unit).toString().length))
      asked.push(refused(`query ${key}`, { url: url({ ...page, [key]: text }), body }))
    }
  if (endpoint.body)
    for (const [at, value] of refusedValues(endpoint.body, accepted, serverLimits.jsonBodyBytes).entries())
      asked.push(
        refused(`body ${at} ${Object.keys(value as object)[0] ?? ''}`, {
          body: Buffer.from(JSON.stringify(value)),
        }),
      )
  return asked
}

const openManyEntries = ({ test, fuzz, large }: Standing) =>
  openSession(test, { clientId: fuzz.world.a.clientId, userId: large.manyEntriesId, userType: 'Manager' })

const isOpenToManager = ({ access }: EndpointDeclaration) =>
  access === 'board' ||
  access === 'person' ||
  access === 'staff' ||
  access === 'manager' ||
  access === 'pre_2fa'

function entriesOf(schema: v.GenericSchema | undefined): Record<string, { type: string }> {
  return ((schema ?? {}) as { entries?: Record<string, { type: string }> }).entries ?? {}
}

/** Ids of the largest rows. For other texts, the longest are generated. */
function wordsOf({ fuzz, large }: Standing): Words {
  const { ids, siteId, method } = large
  const kept = Object.fromEntries(
    Object.entries(fuzz.words).filter(([name]) => !dropped.has(name)),
  ) as Record<string, readonly string[]>
  return {
    ...kept,
    '/sites id': [siteId],
    '/users id': ids.users,
    '/users ids': ids.users,
    '/sites ids': ids.sites,
    '/sign-in-methods id': ids.methods,
    '/sign-in-methods ids': ids.methods,
    '/questions id': ids.questions,
    '/questions ids': ids.questions,
    '/presence ids': ids.present,
    '/webhooks id': [large.webhookId],
    '/access-log id': [large.visitId],
    '/people key': [large.personKey],
    '/checkin id': [method.id],
    '/client id': [fuzz.world.a.clientId, ...ids.clients],
    '/board personId': [ids.present[0] ?? ''],
    '/notification-recipients id': ids.recipients,
    '/musters id': [large.musterId],
    '/board id': [large.musterId],
    '/musters person_id': ids.onRoll,
    roleId: ids.roles,
    pointId: ids.points,
    deliveryId: ids.deliveries,
    question_ids: ids.questions,
    seen: ids.questions,
    roles: ids.roles,
    role: ids.roles,
    sites: ids.sites,
    methods: ids.methods,
    site: [siteId],
    siteId: [siteId],
    site_id: [siteId, ...ids.sites],
    machineId: [method.id],
    method: [method.key],
    recipients: ids.users,
    person_id: ids.users,
    point_id: ids.points,
    questions: ids.questions,
    record: [large.visitId],
  }
}

const dropped = new Set(['reason', 'employee_number', 'phone_extension', 'answer', 'cursor', 'email'])
