import { fieldSentences } from '@gatehouse/validation/field-codes'
import { accountStatusMessages, type ErrorCode, errorCodes } from '@gatehouse/validation/error-codes'
import { type EndpointDeclaration, errorCodesOf } from '@gatehouse/validation/endpoint'
import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import { IfMatchHeaders } from '@gatehouse/validation/fields'
import { findUnsafeText } from '@gatehouse/validation/safe-text'
import fc from 'fast-check'
import type { Sql } from 'postgres'
import * as v from 'valibot'
import { expect } from 'vitest'
import { endsOtherSessions } from './never-accepted.ts'
import { acceptedStatus } from '../accepted-status.ts'
import type { TestApp } from '../build-test-app.ts'
import { promisedAccess } from '../promised-access.ts'
import { freshIp } from '../staff.ts'
import { type ActorName, actorNames } from '../world.ts'
import type { FuzzWorld } from './fuzz-world.ts'
import { asSent, type Mutation, mutations, type Sent, type Valid } from './mutations.ts'
import { readBacks } from './read-back.ts'
import { valuesOf } from './schema-values.ts'

/** Random in verification, else fixed. A failure prints it. */
export const fuzzSeed = Number(process.env['PROPERTY_SEED'] ?? 20_261_120)

interface Case {
  actor: ActorName
  valid: Valid
  mutation: Mutation | undefined
  /** How far this node's clock is behind that of the node that wrote the rows. */
  behindMs: number
}

/** `maxParamLength` of app.ts. */
const MAX_PARAM_LENGTH = 400

export interface Standing {
  test: TestApp
  fuzz: FuzzWorld
  sql: Sql
}

/**
 * Sends requests to an endpoint that are generated from its declaration, most of them valid, and
 * checks each response by the declaration.
 * @returns how many were accepted
 */
export async function fuzzEndpoint(name: EndpointName, runs: number, standing: Standing): Promise<number> {
  const endpoint: EndpointDeclaration = endpoints[name]
  const tokens = { ...standing.fuzz.world.tokens }
  const start = standing.test.clock.now
  let accepted = 0
  try {
    await fc.assert(
      fc.asyncProperty(casesOf(name, endpoint, standing.fuzz), async (one) => {
        standing.test.clock.now = new Date(start.getTime() - one.behindMs)
        if (await holds(name, endpoint, one, tokens, standing)) accepted += 1
      }),
      { numRuns: runs, seed: fuzzSeed },
    )
  } finally {
    standing.test.clock.now = start
  }
  return accepted
}

export function casesOf(
  name: EndpointName,
  endpoint: EndpointDeclaration,
  fuzz: FuzzWorld,
): fc.Arbitrary<Case> {
  const { world, examples } = fuzz
  // Only the path says what kind of id `id` is.
  const words = { ...fuzz.words, id: fuzz.words[`/${endpoint.path.split('/')[1]} id`] ?? [] }
  const part = (schema: v.GenericSchema | undefined) =>
    schema ? valuesOf(schema, { words, name: '' }) : fc.constant(undefined)
  const actors = endsOtherSessions.has(name)
    ? actorNames.filter((actor) => actor !== 'site_admin')
    : actorNames
  const admitted = actors.filter((actor) => promisedAccess(endpoint, actor) === 'through')
  const anyActor = fc.constantFrom(...actors)
  const { [name]: paths } = fuzz.paths
  const known = paths ? [{ weight: 2, arbitrary: fc.constantFrom(...paths) }] : []
  const cases = fc.record({
    actor:
      admitted.length === 0
        ? anyActor
        : fc.oneof(
            { weight: 5, arbitrary: fc.constantFrom(...admitted) },
            { weight: 1, arbitrary: anyActor },
          ),
    valid: fc.record({
      params: fc.oneof(part(endpoint.params), ...known),
      query: endpoint.body ? part(endpoint.query) : likeExamples(part(endpoint.query), examples[name] ?? []),
      // Most rows have changed since any other `If-Match` value.
      headers:
        endpoint.headers === IfMatchHeaders
          ? fc.option(part(endpoint.headers), { freq: 2, nil: undefined })
          : part(endpoint.headers),
      body: endpoint.body ? likeExamples(part(endpoint.body), examples[name] ?? []) : part(undefined),
    }) as fc.Arbitrary<Valid>,
    mutation: fc.option(mutations, { freq: 2, nil: undefined }),
    behindMs: fc.constantFrom(0, 0, 0, 1, 1000, 60_000),
  })
  if (!endpoint.path.startsWith('/me/') || !endpoint.path.includes('/:id')) return cases
  // A random id seldom belongs to the caller.
  return fc.tuple(cases, fc.constantFrom(undefined, 'sessionId', 'deviceId', 'visitId')).map(([one, own]) => {
    const id = own && world.own[one.actor]?.[own]
    const valid = id === undefined ? one.valid : Object.assign({}, one.valid, { params: { id } })
    return Object.assign({}, one, { valid })
  })
}

/** Some of the bodies or queries are examples with some generated fields. */
function likeExamples(bodies: fc.Arbitrary<unknown>, examples: readonly object[]): fc.Arbitrary<unknown> {
  if (examples.length === 0) return bodies
  const alike = fc
    .tuple(fc.constantFrom(...examples), bodies as fc.Arbitrary<object>, fc.nat(7))
    .map(([example, body, field]) =>
      Object.assign({}, example, Object.fromEntries(Object.entries(body).slice(field, field + 1))),
    )
  return fc.oneof(bodies, { weight: 2, arbitrary: alike })
}

/** The request with a file as its body. */
export function withFile(sent: Sent, file: { type: string; bytes: Uint8Array } | undefined): Sent {
  return file ? { ...sent, headers: { ...sent.headers, 'content-type': file.type }, body: file.bytes } : sent
}

/** Sends one case and checks the response by the declaration. @returns whether it was accepted */
async function holds(
  name: EndpointName,
  endpoint: EndpointDeclaration,
  { actor, valid, mutation }: Case,
  tokens: Record<ActorName, string | undefined>,
  { test, fuzz, sql }: Standing,
): Promise<boolean> {
  const untouched = withFile(asSent(valid), fuzz.files[name])
  const sent = mutation?.apply(untouched, valid) ?? untouched
  const ask = () => send(test, endpoint, sent, tokens[actor])
  const promised = promisedAccess(endpoint, actor)
  let response = await ask()
  if (response.statusCode === 401 && promised !== 'unauthenticated' && tokens[actor] !== undefined) {
    // An earlier case ended the session.
    tokens[actor] = await fuzz.world.open(actor)
    response = await ask()
  }
  // The rate limits have tests of their own.
  await sql`delete from rate_buckets`

  const { statusCode: status } = response
  const judged = judge(endpoint, sent)
  if (status < 400) {
    expect(status, response.body).toBe(acceptedStatus(endpoint, sent.headers))
    expect(promised, 'accepted').toBe('through')
    expect(mutation?.mustReject && sent !== untouched, `accepted with ${mutation?.name}`).not.toBe(true)
    expect(judged.accepts, 'accepted what the declaration refuses').toBe(true)
    const result = status === 200 || status === 201 ? resultOf(endpoint, response) : {}
    if (isWriting(name) && status < 300) {
      await readBacks[name]({
        test,
        sql,
        fuzz,
        actor,
        params: sent.params,
        query: judged.query,
        body: judged.body,
        result,
        get: async (path) => {
          const read = await test.app.inject({
            url: `/api${path}`,
            headers: { authorization: `Bearer ${tokens[actor]}` },
          })
          return { status: read.statusCode, body: read.json<unknown>() }
        },
      })
    }
    return true
  }
  const error = v.parse(ErrorBody, response.json())
  expect(error.statusCode).toBe(status)
  expect(errorCodes[error.code]).toBe(status)
  const documented: ErrorCode[] = errorCodesOf(endpoint)
  expect(documented, response.body).toContain(error.code)
  expect(['internal', 'unavailable'], response.body).not.toContain(error.code)
  if (isBeyondRouter(sent)) expect(error.code, response.body).toBe('not_found')
  else if (promised !== 'through') expect(error.code, response.body).toBe(promised)
  // A valid request never gets `bad_request`.
  if (judged.accepts && sent === untouched) expect(error.code, response.body).not.toBe('bad_request')
  return false
}

const ErrorBody = v.strictObject({
  statusCode: v.number(),
  error: v.string(),
  code: v.picklist(Object.keys(errorCodes) as ErrorCode[]),
  message: v.pipe(v.string(), v.minLength(1)),
  fields: v.optional(v.record(v.string(), v.pipe(v.string(), v.minLength(1)))),
  field_codes: v.optional(v.record(v.string(), v.picklist(Object.keys(fieldSentences)))),
  account_status: v.optional(v.picklist(Object.keys(accountStatusMessages))),
  current: v.optional(
    v.union([v.looseObject({ last_modified: v.string() }), v.looseObject({ version: v.string() })]),
  ),
})

/**
 * Whether a parameter is too long for the router. Such a call reaches no route, so no
 * session is checked.
 */
function isBeyondRouter({ params }: Sent): boolean {
  return Object.values(params).some((value) => value.length > MAX_PARAM_LENGTH)
}

type Response = Awaited<ReturnType<typeof send>>

function resultOf({ response: shape }: EndpointDeclaration, response: Response): Record<string, unknown> {
  if (typeof shape === 'string') return {}
  const result = response.json<Record<string, unknown>>()
  expect(v.is(shape, result), response.body).toBe(true)
  return result
}

function isWriting(name: EndpointName): name is keyof typeof readBacks {
  return Object.hasOwn(readBacks, name)
}

export function send(
  test: TestApp,
  endpoint: EndpointDeclaration,
  sent: Sent,
  token: string | undefined,
  remoteAddress = freshIp(),
) {
  // Every client resolves a part of one or two dots before it sends the path.
  // `raw-requests.test.ts` sends them.
  const escape = (text = '') => encodeURIComponent(text).replace(/^\.{1,2}$/, '...') || '%20'
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => escape(sent.params[name]))
  const search = new URLSearchParams(sent.query).toString()
  return test.app.inject({
    method: endpoint.method,
    url: `/api${path}${search === '' ? '' : `?${search}`}`,
    remoteAddress,
    headers: { ...sent.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(sent.body ? { payload: Buffer.from(sent.body) } : {}),
  })
}

/** Whether a request is valid by the declaration. */
export function judge(
  endpoint: EndpointDeclaration,
  sent: Sent,
): { accepts: boolean; query: Record<string, unknown>; body: Record<string, unknown> } {
  const query = new Map<string, string | string[]>()
  for (const [name, value] of sent.query) {
    const before = query.get(name)
    query.set(name, before === undefined ? value : [before, value].flat())
  }
  const body = readJson(sent.body)
  const parts = [
    [endpoint.params, sent.params],
    [endpoint.query, Object.fromEntries(query)],
    [endpoint.headers, sent.headers],
    [endpoint.body, body],
  ] as const
  const accepts = parts.every(
    ([schema, value]) => !schema || (v.is(schema, value) && findUnsafeText(value) === undefined),
  )
  return {
    accepts,
    query: Object.fromEntries(query),
    body: typeof body === 'object' && body !== null ? { ...body } : {},
  }
}

function readJson(bytes: Uint8Array | undefined): unknown {
  if (!bytes) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch {
    return undefined
  }
}
