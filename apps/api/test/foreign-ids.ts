import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import fc from 'fast-check'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeQuestion, makeReportView, makeRole } from './factories.ts'
import { fuzzSeed } from './fuzz/fuzz-endpoint.ts'
import { valuesOf } from './fuzz/schema-values.ts'
import { inWorld } from './in-world.ts'
import { promisedAccess } from './promised-access.ts'
import { call } from './staff.ts'
import { newId } from '../src/lib/ids.ts'

const actor = 'admin A'
/** How many bodies are tried for each field. */
const BODIES = 24

type Path = readonly string[]

interface Parts {
  type: string
  entries?: Record<string, v.GenericSchema>
  wrapped?: v.GenericSchema
  item?: v.GenericSchema
  options?: readonly v.GenericSchema[]
}

/** The paths of ids in a body: field names, and `*` for each item of a list. */
function idsIn(schema: v.GenericSchema, path: Path = []): Path[] {
  const { type, entries = {}, wrapped, item, options = [] } = schema as unknown as Parts
  if (wrapped) return idsIn(wrapped, path)
  if (item) return idsIn(item, [...path, '*'])
  if (type === 'union' || type === 'variant') return options.flatMap((option) => idsIn(option, path))
  if (type === 'object' || type === 'strict_object')
    return Object.entries(entries).flatMap(([name, inner]) => idsIn(inner, [...path, name]))
  const isId = type === 'string' && v.is(schema, newId()) && !v.is(schema, 'x'.repeat(newId().length))
  return isId ? [path] : []
}

/**
 * The body with this id at the path, in a list as its only item; undefined where the body
 * has no such path.
 */
function withId(body: unknown, [name, ...rest]: Path, id: string): unknown {
  if (name === undefined) return id
  if (name === '*') {
    if (!Array.isArray(body) || body.length === 0) return undefined
    const item = withId(body[0], rest, id)
    return item === undefined ? undefined : [item]
  }
  if (typeof body !== 'object' || body === null || !(name in body)) return undefined
  const inner = withId((body as Record<string, unknown>)[name], rest, id)
  return inner === undefined ? undefined : { ...body, [name]: inner }
}

/**
 * Every id field in a body of every endpoint that this person may call, except endpoints about
 * clients as a whole.
 */
const fields = (Object.entries(endpoints) as [EndpointName, EndpointDeclaration][])
  .filter(([, endpoint]) => endpoint.access !== 'public' && promisedAccess(endpoint, actor) === 'through')
  .flatMap(([name, { body }]) => {
    const paths = body ? idsIn(body).map((path) => path.join('.')) : []
    return [...new Set(paths)].map((path): [EndpointName, string] => [name, path])
  })

/**
 * Their ids are of objects that the session itself prepared. They report every other id as not
 * valid, or ignore it.
 */
const ofOwnSession: ReadonlySet<EndpointName> = new Set([
  'confirmTotpMethod',
  'enableTwoStep',
  'cancelTwoStep',
])

/**
 * Whether the response only says that nothing was found. A filter by an unknown id matches no row.
 */
function isNotFound({ status, body }: Awaited<ReturnType<typeof call>>, [first]: Path): boolean {
  if (status === 404) return body['code'] === ('not_found' satisfies ErrorCode)
  const { done, blocked } = body as { done?: number; blocked?: { code: string }[] }
  if (first === 'matching' && blocked?.length === 0) return done === 0
  return done === 0 && blocked?.length === 1 && blocked[0]?.code === 'not_found'
}

/**
 * Another client’s id is like one that does not exist: in many bodies for each field, or in the
 * first body whose response depends on the id alone.
 */
export function testForeignIds({ isShort }: { isShort: boolean }): void {
  const here = inWorld()
  let foreign: string[]
  let ownQuestion: string
  let visitId: string
  let reportViewId: string
  beforeAll(async () => {
    const { a, b } = here.world
    const { db } = here.test.database
    const role = await makeRole(db, b.clientId, b.siteId, 'Crew')
    const question = await makeQuestion(db, b.clientId, b.siteId, { type: 'free text', text: 'Whom?' })
    await here.signIn(here.world.a.method.id)
    const [visit] = await here.sql`select id from visits where client_id = ${here.world.a.clientId}`
    visitId = String(visit?.['id'])
    ownQuestion = (await makeQuestion(db, a.clientId, a.siteId, { type: 'free text', text: 'Whom?' })).id
    reportViewId = (await makeReportView(db, a.clientId)).id
    foreign = [b.clientId, b.siteId, b.method.id, b.userId, role.id, question.id]
  })

  it('the fields are found', () => {
    expect(fields).toEqual(
      expect.arrayContaining([
        ['createUser', 'access.*.site_id'],
        ['changeUsers', 'ids.*'],
        ['changeUsers', 'matching.site'],
        ['changeSignInMethods', 'site_id'],
        ['setSiteQuestions', 'question_ids.*'],
        ['createQuestion', 'sites.*'],
        ['orderQuestions', 'ids.*'],
        ['copyQuestion', 'site_id'],
      ]),
    )
  })

  describe.each(fields)('%s with another client’s id as %s', (name, field) => {
    const endpoint: EndpointDeclaration = endpoints[name]
    const path = field.split('.')

    const ownParams = (): string => {
      const { a } = here.world
      const [, noun = ''] = endpoint.path.split('/')
      const ids: Record<string, string> = {
        users: a.userId,
        sites: a.siteId,
        'sign-in-methods': a.method.id,
        questions: ownQuestion,
        'access-log': visitId,
        reports: reportViewId,
      }
      return endpoint.path.replace(':id', ids[noun] ?? `no id of ${noun} is known`)
    }
    /** Bodies with the field, those with the fewest other fields first. */
    const bodies = (): unknown[] => {
      if (!endpoint.body) return []
      const { a } = here.world
      const words = {
        site_id: [a.siteId],
        site: [a.siteId],
        // An unknown id, so that an accepted call changes nothing.
        ids: [newId()],
        question_ids: [newId()],
        role: [newId()],
        roles: [newId()],
        sites: [newId()],
        seen: [newId()],
        search: [newId()],
        email: ['ana@new.example'],
        employee_number: [''],
        mobile: [''],
        id: [newId()],
        methods: [newId()],
        code: ['000000'],
        reason: ['Left'],
        signed_out_at: ['2026-11-20T17:05'],
        phone_extension: [''],
        accent: ['#015c5d'],
        on_accent: ['#ffffff'],
      }
      const made = fc.sample(valuesOf(endpoint.body, { words, name: '', isMixed: false }), {
        numRuns: 400,
        seed: fuzzSeed,
      })
      return made
        .filter((body) => withId(body, path, newId()) !== undefined)
        .filter((body) => path[0] === 'matching' || !Object.hasOwn(body as object, 'matching'))
        .toSorted((one, other) => JSON.stringify(one).length - JSON.stringify(other).length)
        .slice(0, BODIES)
    }

    it('answers as for an id that does not exist, and changes nothing', async () => {
      const { b, tokens } = here.world
      const ask = async (body: unknown, id: string) => {
        await here.sql`delete from rate_buckets`
        const sent = withId(body, path, id)
        const response = await call(here.test, endpoint.method, ownParams(), sent as object, {
          token: tokens[actor] ?? '',
        })
        return { response, told: [response.status, response.text.replaceAll(id, '<id>')] }
      }
      const audit = () => here.sql`select id from audit_entries where client_id = ${b.clientId} order by id`
      const before = await audit()
      const tried = bodies()
      expect(tried.length).toBeGreaterThan(0)
      let telling = 0
      for (const body of tried) {
        const absent = await ask(body, newId())
        if (isNotFound(absent.response, path) || ofOwnSession.has(name)) telling += 1
        else if (isShort) continue
        for (const id of foreign)
          expect((await ask(body, id)).told, JSON.stringify(body)).toEqual(absent.told)
        if (isShort) break
      }
      expect(telling).toBeGreaterThan(0)
      expect(await audit()).toEqual(before)
    })
  })
}
