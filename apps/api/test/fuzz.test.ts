import { type EndpointDeclaration, errorCodesOf } from '@gatehouse/validation/endpoint'
import { endpoints } from '@gatehouse/validation/endpoints/all'
import { errorCodes } from '@gatehouse/validation/error-codes'
import fc from 'fast-check'
import type * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { makeWorld, type World } from './world.ts'

const RUNS = 60

let test: TestApp
let world: World
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

/** The names that an object schema knows, so that a fuzzed input gets past the first refusal. */
function namesOf(schema: v.GenericSchema | undefined): string[] {
  if (!schema) return []
  if ('entries' in schema && typeof schema.entries === 'object' && schema.entries)
    return Object.keys(schema.entries)
  if ('pipe' in schema && Array.isArray(schema.pipe)) return namesOf(schema.pipe[0] as v.GenericSchema)
  return []
}

/** What people, programs and attackers put where something else is expected. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    1e308,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '%00',
    "'; drop table visits; --",
    '../../etc/passwd',
    '0192f0c1-0000-7000-8000-000000000000',
    '2026-11-20T03:04:05.678Z',
    '0491570156',
    'a@b.example',
    '123456',
    '<script>alert(1)</script>',
    'x'.repeat(5000),
    [],
    [[]],
    {},
    { $gt: '' },
    { length: 1e9 },
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 2 }),
)

function objectOf(names: string[]): fc.Arbitrary<Record<string, unknown>> {
  const known = Object.fromEntries(names.map((name) => [name, nasty]))
  return fc
    .tuple(fc.record(known, { requiredKeys: [] }), fc.dictionary(fc.string(), nasty, { maxKeys: 1 }))
    .map(([usual, odd]) => Object.assign({}, usual, odd))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

describe.each(Object.entries(endpoints) as [string, EndpointDeclaration][])('%s', (_, endpoint) => {
  const documented = new Set(
    [200, 201, 204, 304].concat(errorCodesOf(endpoint).map((code) => errorCodes[code].status)),
  )

  // Some calls end sessions: each endpoint is asked by people of its own.
  beforeAll(async () => {
    world = await makeWorld(test)
  })

  it(
    'answers whatever it is sent with something that is documented, and never fails',
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          objectOf(namesOf(endpoint.query)),
          objectOf(namesOf(endpoint.body)),
          nasty,
          fc.constantFrom('site_admin', 'admin A', 'staff A', 'anonymous'),
          async (query, body, parameter, actor) => {
            const path = endpoint.path.replace(
              /:\w+/g,
              () => encodeURIComponent(textOf(parameter).toWellFormed()) || 'x',
            )
            const search = new URLSearchParams(
              Object.entries(query).map(([name, value]) => [
                name.toWellFormed(),
                textOf(value).toWellFormed(),
              ]),
            )
            const response = await test.app.inject({
              method: endpoint.method,
              url: `/api${path}?${search.toString()}`,
              remoteAddress: `10.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.7`,
              headers: world.tokens[actor] ? { authorization: `Bearer ${world.tokens[actor]}` } : {},
              ...(endpoint.body ? { payload: body } : {}),
            })
            expect([...documented, 404]).toContain(response.statusCode)
            expect(response.statusCode).not.toBe(500)
            if (response.statusCode >= 400)
              expect(response.json()).toMatchObject({ statusCode: response.statusCode })
          },
        ),
        { numRuns: RUNS },
      )
    },
  )
})
