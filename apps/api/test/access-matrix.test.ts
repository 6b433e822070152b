import { type EndpointDeclaration, errorCodesOf } from '@gatehouse/validation/endpoint'
import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import { type ErrorCode, errorCodes } from '@gatehouse/validation/error-codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { newId } from '../src/lib/ids.ts'
import { type ActorName, actorNames, makeWorld, type World } from './world.ts'

/** What is asked for: something of the actor's own client and site, of a site without an entry, of another client, or nothing. */
type Target = 'own' | 'unassigned' | 'foreign' | 'absent'

interface Ask {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
}

/** How to call an endpoint once for each target. Rows without a target name nothing of a client in the request. */
type Row = { own: (world: World) => Ask } & Partial<Record<Exclude<Target, 'own'>, (world: World) => Ask>>

const visitor = { firstName: 'Ana', lastName: 'Silva', mobile: '0491570156' }
const visitorQuery = (id: string) => ({
  id,
  'first-name': visitor.firstName,
  'last-name': visitor.lastName,
  mobile: visitor.mobile,
})
const bySite = (part: 'params' | 'query', name: string): Required<Row> => ({
  own: ({ a }) => ({ [part]: { [name]: a.siteId } }),
  unassigned: ({ a }) => ({ [part]: { [name]: a.otherSiteId } }),
  foreign: ({ b }) => ({ [part]: { [name]: b.siteId } }),
  absent: () => ({ [part]: { [name]: newId() } }),
})

/** A new endpoint without a row does not compile. */
const rows: Record<EndpointName, Row> = {
  login: { own: () => ({ body: { email: `${newId()}@test.example`, password: 'wrong' } }) },
  validateToken: { own: () => ({}) },
  logout: { own: () => ({}) },
  getProfile: { own: () => ({}) },
  getMachineData: {
    own: ({ a }) => ({ query: { method: a.method.key } }),
    absent: () => ({ query: { method: 'ZZZZ' } }),
  },
  findUserData: {
    own: ({ a }) => ({ body: { ...visitor, id: a.method.id } }),
    absent: () => ({ body: { ...visitor, id: newId() } }),
  },
  getUserData: {
    own: ({ a }) => ({ query: visitorQuery(a.method.id) }),
    absent: () => ({ query: visitorQuery(newId()) }),
  },
  submitCheckIn: {
    own: ({ a }) => ({ body: { ...visitor, machineId: a.method.id } }),
    absent: () => ({ body: { ...visitor, machineId: newId() } }),
  },
  getServerTime: { own: () => ({}) },
  checkOut: { own: () => ({ body: { checkOutToken: 'forged', time: new Date().toISOString() } }) },
  listBoardSites: { own: () => ({}) },
  getBoard: bySite('params', 'siteId'),
  getCheckedOutBoard: bySite('params', 'siteId'),
  getBoardPhoto: {
    own: ({ a }) => ({ params: { userId: a.userId } }),
    foreign: ({ b }) => ({ params: { userId: b.userId } }),
    absent: () => ({ params: { userId: newId() } }),
  },
  listPresent: bySite('query', 'site'),
  getDashboard: bySite('query', 'site'),
}

const nobody: ActorName[] = ['anonymous', 'expired', 'revoked', 'user of a disabled client']
const halfSessions: ActorName[] = ['half session', 'half session where the board needs two steps']
const boardOnly: ActorName[] = ['board-only A', 'guest-only A']
const siteBound: ActorName[] = ['board-only A', 'guest-only A', 'staff A', 'manager A']

/** What the declaration promises: a refusal with its code, or that the call comes through to the target. */
function promise(endpoint: EndpointDeclaration, actor: ActorName): ErrorCode | 'through' {
  const { access } = endpoint
  if (access === 'public') return 'through'
  if (nobody.includes(actor)) return 'unauthenticated'
  if (actor === 'must change password')
    return endpoint.whilePasswordDue ? 'through' : 'password_change_required'
  if (access === 'half_session') return 'through'
  if (halfSessions.includes(actor)) {
    return access === 'board' && actor === 'half session' ? 'through' : 'two_step_required'
  }
  if (access === 'staff' && boardOnly.includes(actor)) return 'forbidden'
  if (access === 'admin' && (siteBound.includes(actor) || boardOnly.includes(actor))) return 'forbidden'
  if (access === 'site_admin' && actor !== 'site_admin') return 'forbidden'
  return 'through'
}

/** Whether a target that the call reaches is there for the actor. */
function isThere(target: Target, actor: ActorName): boolean {
  if (target === 'absent') return false
  if (actor === 'site_admin') return true
  const isOfB = actor === 'admin B'
  if (target === 'foreign') return isOfB
  if (isOfB) return false
  return target === 'own' || !siteBound.includes(actor)
}

/** Public calls that answer a refusal of their own to the row's harmless input. */
const ownRefusal: Partial<Record<EndpointName, number>> = { login: 401, checkOut: 404 }

let test: TestApp
let world: World
beforeAll(async () => {
  test = await buildTestApp()
  world = await makeWorld(test)
})
afterAll(() => test.close())

function ask(endpoint: EndpointDeclaration, token: string | undefined, { params = {}, query, body }: Ask) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  return test.app.inject({
    method: endpoint.method,
    url: `/api${path}`,
    ...(query ? { query } : {}),
    ...(body ? { payload: body } : {}),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
}

describe.each(Object.keys(rows) as EndpointName[])('%s', (name) => {
  const endpoint: EndpointDeclaration = endpoints[name]
  const row = rows[name]
  const targets = Object.keys(row) as Target[]
  const isBound = endpoint.access !== 'public' && targets.length > 1

  describe.each(actorNames)('for %s', (actor) => {
    // Logging out ends the session that the other rows still need.
    const token = () => (name === 'logout' && world.tokens[actor] ? freshToken(actor) : world.tokens[actor])

    it.each(targets)('asking for %s', async (target) => {
      const response = await ask(endpoint, await token(), (row[target] ?? row.own)(world))
      const promised = promise(endpoint, actor)
      expect(errorStatuses(endpoint)).toContain(response.statusCode)
      if (promised !== 'through') {
        expect(response.json()).toMatchObject({ code: promised })
      } else if (ownRefusal[name]) {
        expect(response.statusCode).toBe(ownRefusal[name])
      } else if (isBound ? isThere(target, actor) : target !== 'absent') {
        expect(response.statusCode, response.body).toBeLessThan(300)
      } else {
        expect(response.statusCode).toBe(404)
      }
    })

    if (row.foreign && row.absent) {
      it('cannot tell what is foreign from what is not there', async () => {
        if (promise(endpoint, actor) !== 'through' || isThere('foreign', actor)) return
        const foreign = await ask(endpoint, world.tokens[actor], row.foreign?.(world) ?? {})
        const absent = await ask(endpoint, world.tokens[actor], row.absent?.(world) ?? {})
        expect(foreign.body).toBe(absent.body)
        expect(headersOf(foreign)).toEqual(headersOf(absent))
      })
    }
  })
})

/** The session's own token is spent by a logout, so each logout gets a world of its own. */
async function freshToken(actor: ActorName): Promise<string | undefined> {
  return (await makeWorld(test)).tokens[actor]
}

function errorStatuses(endpoint: EndpointDeclaration): number[] {
  return [200, 201, 204, ...errorCodesOf(endpoint).map((code) => errorCodes[code].status)]
}

function headersOf({ headers }: { headers: Record<string, unknown> }): Record<string, unknown> {
  const { date: _, ...rest } = headers
  return rest
}
