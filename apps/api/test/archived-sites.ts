import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import type { UserType } from '@gatehouse/validation/vocabulary'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { digestRows, digestRowsOfSite } from './database-rows.ts'
import { makeUser } from './factories.ts'
import { send } from './fuzz/fuzz-endpoint.ts'
import { type FuzzWorld, makeFuzzWorld } from './fuzz/fuzz-world.ts'
import { requestsOf } from './fuzz/known-requests.ts'
import { everyFourth } from './runs.ts'
import { call } from './staff.ts'
import { openSuperuserConnection } from './superuser.ts'
import { openSession } from './world.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let fuzz: FuzzWorld

/**
 * People of the archived site, each with a colleague who has the same other entries and none there.
 */
const people: Record<string, Asker> = {}
interface Asker {
  /** Whether the archived site is the only one. */
  isAlone: boolean
  /** The token of the person at the archived site. */
  token: string
  colleague: string
  open: () => Promise<string>
}

const declared = Object.entries(endpoints) as [EndpointName, EndpointDeclaration][]
/** Calls of visitors, and calls about one's own account. They need no right at a site. */
const isOwn = ({ access }: EndpointDeclaration) =>
  ['public', 'pre_2fa', 'person', 'board_only'].includes(access)
const ofSites = declared.filter(([, endpoint]) => !isOwn(endpoint))
const own = declared.filter(([, endpoint]) => isOwn(endpoint))

/** The set-up of a site stays visible to its people, because it may be restored. */
const isSetUp = ({ path }: EndpointDeclaration) => /^\/(sites|settings)\b/.test(path)
/** So do the access entries of users there. The users themselves are those of the other site. */
const told = ({ path }: EndpointDeclaration, body: string) =>
  path.startsWith('/users') && body.startsWith('{')
    ? body.match(/"id":"[^"]+"/g)
    : body.replace(/"hand_in_token":"[^"]+"/, '"hand_in_token":"of this person"')

/** Endpoints that name the site to a person who has left it. */
const naming: Partial<Record<EndpointName, string>> = {
  getProfile: 'The own access entries, which a restored site gives back.',
  listOwnVisitors: 'Whoever came to see the person: it needs no right but an account.',
}

/** Calls that may still change rows of the site. */
const mayChange = ({ path }: EndpointDeclaration) =>
  // An administrator prepares a site before it is restored.
  /^\/(sites|questions)\//.test(path) ||
  path === '/bans/:id/lift' ||
  path === '/settings/retention' ||
  // Marks arrive for up to 72 hours, and a visitor may report a departure later.
  path === '/musters/hand-in' ||
  path === '/checkin/checkout' ||
  // A host replies about their own visitor.
  path === '/me/visitors/:id/answer'

/**
 * An administrator may change who a ban of the site keeps out once it is restored, and save a report
 * of its records, which they can still read.
 */
const mayAdminChange = ({ path }: EndpointDeclaration) =>
  path === '/bans/:id' || path.startsWith('/reports/views')

async function archive(): Promise<void> {
  const { a, tokens } = fuzz.world
  const token = tokens['admin A'] ?? ''
  const sent = async (path: string, body?: object) => {
    const { status, text } = await call(test, 'POST', path, body, { token })
    expect(status, text).toBe(200)
    return text
  }
  const running = await call(test, 'GET', `/board/${a.siteId}/muster`, undefined, { token })
  await sent(`/musters/${(running.body['muster'] as { id: string }).id}/end`)
  await sent('/presence/check-out', { matching: { site: a.siteId }, reason: 'Closing' })
  expect(await sent('/sites/bulk', { action: 'archive', ids: [a.siteId] })).toContain('"done":1')
}

/** Creates a person with these types at the site that will be archived and at another one. */
async function enter(here: UserType, elsewhere?: UserType): Promise<void> {
  const { clientId, siteId, otherSiteId } = fuzz.world.a
  const others = elsewhere ? [{ siteId: otherSiteId, userType: elsewhere }] : []
  const make = async (access: typeof others) => {
    const { id: userId } = await makeUser(test.database.db, test.passwords, clientId, { access })
    return () => openSession(test, { clientId, userId })
  }
  const open = await make([{ siteId, userType: here }, ...others])
  const colleague = await make(others)
  const name = `a ${here} of it${elsewhere ? `, who is ${elsewhere} elsewhere` : ''}`
  people[name] = { isAlone: !elsewhere, token: await open(), colleague: await colleague(), open }
}

interface Size {
  /** Requests per endpoint. */
  requests: number
  /** The types of the people at the archived site, and at another one. */
  types: readonly (readonly [UserType, UserType?])[]
  /** All endpoints, with a check of what was written after each one instead of only at the end. */
  isFull: boolean
}

/** An archived site gives its people no rights, and no data of it changes. */
export function testArchivedSites({ requests, types, isFull }: Size): void {
  let before: Awaited<ReturnType<typeof digestRows>>
  beforeAll(async () => {
    test = await buildTestApp()
    sql = openSuperuserConnection(test.database)
    fuzz = await makeFuzzWorld(test, sql)
    for (const type of types) await enter(...type)
    await archive()
    before = await digestRows(sql)
  })
  afterAll(() => test.close())

  const askers = (isAlone: boolean) => Object.entries(people).filter(([, asker]) => asker.isAlone === isAlone)
  /** Whether a person gets the same response as a colleague who does not belong to the site. */
  async function compare(name: EndpointName, endpoint: EndpointDeclaration, isAlone: boolean) {
    for (const sent of requestsOf(name, endpoint, fuzz, requests))
      for (const [who, { token, colleague }] of askers(isAlone)) {
        const expected = await send(test, endpoint, sent, colleague)
        const response = await send(test, endpoint, sent, token)
        expect(response.statusCode, `${who} ${response.body}`).toBe(expected.statusCode)
        expect(told(endpoint, response.body), who).toEqual(told(endpoint, expected.body))
      }
    await sql`delete from rate_buckets`
  }

  const tried = <T>(all: T[]) => (isFull ? all : everyFourth(all))

  it.each(tried(ofSites))('%s answers its people as somebody without a site', (name, endpoint) =>
    compare(name, endpoint, true),
  )

  it('none of these calls has written anything', async () => {
    expect(await digestRows(sql)).toEqual(before)
  })

  it.each(tried(ofSites.filter(([, endpoint]) => endpoint.method === 'GET' && !isSetUp(endpoint))))(
    '%s answers people who are of another site too as the others there',
    (name, endpoint) => compare(name, endpoint, false),
  )

  it.each(tried(own))('%s does not name it to its people', async (name, endpoint) => {
    for (const sent of requestsOf(name, endpoint, fuzz, requests))
      for (const [who, { open }] of Object.entries(people)) {
        // Some of these calls end the session.
        const { body } = await send(test, endpoint, sent, await open())
        if (!naming[name]) expect(body, who).not.toContain(fuzz.world.a.siteId)
        await sql`delete from rate_buckets`
      }
  })

  it('nobody changes anything there but its settings, an admin neither', async () => {
    const { siteId } = fuzz.world.a
    const rows = await digestRowsOfSite(sql, siteId)
    const openAdmin = () => fuzz.world.open('admin A')
    const changing = declared.filter(([, endpoint]) => endpoint.method !== 'GET' && !mayChange(endpoint))
    for (const [name, endpoint] of tried(changing)) {
      for (const sent of requestsOf(name, endpoint, fuzz, requests))
        for (const open of [
          ...askers(false).map(([, asker]) => asker.open),
          ...(mayAdminChange(endpoint) ? [] : [openAdmin]),
        ]) {
          const { statusCode } = await send(test, endpoint, sent, await open())
          expect(statusCode, name).toBeLessThan(500)
          await sql`delete from rate_buckets`
          await sql`update clients set two_step_required_for = '{}'`
        }
      if (isFull) expect(await digestRowsOfSite(sql, siteId), name).toEqual(rows)
    }
    expect(await digestRowsOfSite(sql, siteId)).toEqual(rows)
  })
}
