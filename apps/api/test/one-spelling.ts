import { rateRules } from '@gatehouse/validation/limits'
import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acceptedStatus } from './accepted-status.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { makeClient, makeMethod, makeSite } from './factories.ts'
import { casesOf, fuzzSeed, send } from './fuzz/fuzz-endpoint.ts'
import { type FuzzWorld, makeFuzzWorld } from './fuzz/fuzz-world.ts'
import { asSent, type Valid } from './fuzz/mutations.ts'
import { everyFourth } from './runs.ts'
import { openSuperuserConnection } from './superuser.ts'
import { call, freshIp } from './staff.ts'

let test: TestApp
let fuzz: FuzzWorld
let sql: ReturnType<typeof openSuperuserConnection>
type Spelling = (id: string) => string
const upper: Spelling = (id) => id.toUpperCase()
const lower: Spelling = (id) => id.toLowerCase()

const anyId = '0192f0c1-0000-7000-8000-00000000000a'
/** Fields that accept any text as an id. */
const idsAsText = new Set(['role', 'id'])

interface Parts {
  type: string
  entries?: Record<string, v.GenericSchema>
  wrapped?: v.GenericSchema
  item?: v.GenericSchema
}

/** The value with every id spelled this way. The schema says where ids are. */
function respell(schema: v.GenericSchema, value: unknown, spell: Spelling, name = ''): unknown {
  const { type, entries = {}, wrapped, item } = schema as unknown as Parts
  if (value === undefined || value === null) return value
  if (wrapped) return respell(wrapped, value, spell, name)
  if (type === 'array' && item) return (value as unknown[]).map((one) => respell(item, one, spell, name))
  if (type === 'record')
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [isUuid(key) ? spell(key) : key, inner]),
    )
  if (type === 'object' || type === 'strict_object')
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        entries[key] ? respell(entries[key], inner, spell, key) : inner,
      ]),
    )
  if (typeof value !== 'string') return value
  const isKey = name === 'method'
  const isId = isUuid(value) && (idsAsText.has(name) || (v.is(schema, anyId) && !v.is(schema, 'x')))
  return isKey || isId ? spell(value) : value
}

const isUuid = (text: string) => /^[\da-f-]{36}$/i.test(text)

const parts = ['params', 'query', 'headers', 'body'] as const

function respellAll(endpoint: EndpointDeclaration, valid: Valid, spell: Spelling): Valid {
  return Object.fromEntries(
    parts.map((part) => [part, endpoint[part] && respell(endpoint[part], valid[part], spell)]),
  ) as unknown as Valid
}

/**
 * Endpoints that send the same response to a repeated call: reads, and calls with an idempotency
 * key. Not the export of a person's data, which adds an entry to that data.
 */
const isRepeatable = (endpoint: EndpointDeclaration, { headers }: Valid) =>
  (endpoint.method === 'GET' && endpoint.path !== endpoints.exportPerson.path) ||
  endpoint.path === '/checkin/user-data' ||
  headers?.['idempotency-key'] !== undefined

const isOpen = async (token: string | undefined) =>
  (await call(test, 'GET', '/validate_token', undefined, token === undefined ? {} : { token })).status === 200
const usesCode = ({ body }: Valid) => typeof body === 'object' && body !== null && 'verificationCode' in body

/** Every page gets its own draft. */
const withoutDraft = (text: string) => text.replace(/"draft":"[\w-]+"/, '')

const bucketsNow = async () =>
  (await sql`select key from rate_buckets order by key`).map(({ key }) => String(key))

/** Endpoints with an input, which may contain ids. */
const namesWithInput = (Object.keys(endpoints) as EndpointName[]).filter((name) =>
  parts.some((part) => part in endpoints[name]),
)

/** An id is the same in any spelling. */
export function testOneSpelling({ tries, isFull }: { tries: number; isFull: boolean }): void {
  beforeAll(async () => {
    test = await buildTestApp()
    sql = openSuperuserConnection(test.database)
    fuzz = await makeFuzzWorld(test, sql)
  })
  afterAll(() => test.close())

  it.each(isFull ? namesWithInput : everyFourth(namesWithInput))(
    '%s: ids in capitals and in small letters take from the same buckets and get the same responses',
    async (name) => {
      const endpoint: EndpointDeclaration = endpoints[name]
      await fc.assert(
        fc.asyncProperty(casesOf(name, endpoint, fuzz), async ({ actor, valid }) => {
          const { tokens } = fuzz.world
          if (!(await isOpen(tokens[actor]))) tokens[actor] = await fuzz.world.open(actor)
          const wasOpen = await isOpen(tokens[actor])
          const ip = freshIp()
          const ask = (spell: Spelling) =>
            send(test, endpoint, asSent(respellAll(endpoint, valid, spell)), tokens[actor], ip)
          await sql`delete from rate_buckets`
          const first = await ask(lower)
          const buckets = await bucketsNow()
          const second = await ask(upper)
          const bucketsAfter = await bucketsNow()
          if (wasOpen && !(await isOpen(tokens[actor]))) {
            // The first call ended its session, so the second is refused before any limit.
            expect([first.statusCode, second.statusCode]).toEqual([acceptedStatus(endpoint), 401])
            return
          }
          // A temperature code is valid once: the second call with it is a wrong guess, which takes
          // from other buckets.
          if (!usesCode(valid)) expect(bucketsAfter).toEqual(buckets)
          if (isRepeatable(endpoint, valid)) {
            expect(second.statusCode).toBe(first.statusCode)
            expect(withoutDraft(second.body)).toBe(withoutDraft(first.body))
          }
        }),
        { numRuns: tries, seed: fuzzSeed },
      )
    },
  )

  it('a bucket that is empty for one spelling is empty for the other', async () => {
    const remoteAddress = freshIp()
    const { id } = fuzz.world.a.method
    const ask = (machineId: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/checkin',
        remoteAddress,
        payload: { firstName: 'Ana', lastName: 'Silva', mobile: '0491570156', machineId },
      })
    // The first sign-ins use the node's share, and the next one creates the bucket that
    // all nodes share.
    for (let asked = 0; asked <= (rateRules.checkIn.perNode ?? 0); asked += 1) await ask(id)
    await sql`update rate_buckets set tokens = 0`
    for (const spelling of [id, id.toUpperCase(), id.slice(0, 20) + id.slice(20).toUpperCase()])
      expect((await ask(spelling)).statusCode).toBe(429)
  })

  it('a sign-in in two spellings of its key and ids is one sign-in', async () => {
    const { db } = test.database
    const client = await makeClient(db)
    const { id } = await makeMethod(db, client.id, (await makeSite(db, client.id)).id)
    const key = '0192f0c1-0000-7000-8000-0000000000ab'
    const ask = (spell: Spelling) =>
      test.app.inject({
        method: 'POST',
        url: '/api/checkin',
        remoteAddress: freshIp(),
        headers: { 'idempotency-key': spell(key) },
        payload: { firstName: 'Once', lastName: 'Only', mobile: '0491570156', machineId: spell(id) },
      })
    const bodies = [await ask(lower), await ask(upper)].map(({ body }) => body)
    expect(bodies[1]).toBe(bodies[0])
    expect(await sql`select id from visits where first_name = 'Once'`).toHaveLength(1)
  })
}
