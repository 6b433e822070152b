import type { AddressInfo } from 'node:net'
import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import { type ErrorCode, errorCodes } from '@gatehouse/validation/error-codes'
import { liveNamespace } from '@gatehouse/validation/live'
import type { UserStatus } from '@gatehouse/validation/vocabulary'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { digestRows } from './database-rows.ts'
import { makeClient } from './factories.ts'
import { send } from './fuzz/fuzz-endpoint.ts'
import { type FuzzWorld, makeFuzzWorld } from './fuzz/fuzz-world.ts'
import { requestsOf } from './fuzz/known-requests.ts'
import { promisedAccess } from './promised-access.ts'
import { everyFourth } from './runs.ts'
import { call, enrol, makeMember, type Member, signIn } from './staff.ts'
import { openSuperuserConnection } from './superuser.ts'
import { openSession } from './world.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let fuzz: FuzzWorld

type Outcome = ErrorCode | 'through'

/** A person who has logged in, and what then happens to the session or the account. */
interface State {
  /** Logs in. Default: an administrator of client A. */
  enter?: () => Promise<Member>
  /** @returns the token to use afterwards, where it is another one */
  reach: (person: Member & { token: string }) => Promise<string | void>
  promised: (endpoint: EndpointDeclaration) => Outcome
  /** The status of a login afterwards. */
  login: 200 | 403
  /** Similar to another state: only verification covers it. */
  isSpare?: boolean
}

const admin = () => makeMember(test, fuzz.world.a.clientId, { admin: true })
const ofNewClient = async (fields: object) =>
  makeMember(test, (await makeClient(test.database.db, fields)).id, { admin: true })

async function change(method: 'POST' | 'PATCH', path: string, body: object | undefined, token = '') {
  const { status, text } = await call(test, method, path, body, { token })
  expect(status, text).toBeLessThan(300)
}

const changeUser = async (action: string, { id }: Member, more: object = {}) => {
  const body = { action, ids: [id], ...more }
  await change('POST', '/users/bulk', body, fuzz.world.tokens['admin A'])
}
const setEnabled = (enabled: boolean, { clientId }: Member) =>
  change('PATCH', '/client', [{ id: clientId, enabled }], fuzz.world.tokens.site_admin)

/** Without triggers, which would end the session. */
const setStatusAlone = (status: UserStatus, { id }: Member) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update users set status = ${status} where id = ${id}`
  })

const unauthenticated = () => 'unauthenticated' as const

/** Sets up a second factor and logs in again, without its code. */
async function startPre2fa(person: Member & { token: string }): Promise<string> {
  await enrol(test, person.token)
  const { token, authenticated } = await signIn(test, person)
  expect(authenticated).toBe(false)
  return token
}

/** What a session may do before its second factor. */
function isLeftToAll({ method, path }: EndpointDeclaration): boolean {
  // It shows codes, and itself declares that it needs a session that passed its second factor.
  if (path === '/2fa/recovery-codes') return false
  const others = ['GET /validate_token', 'GET /me', 'POST /logout']
  return path.startsWith('/2fa/') || others.includes(`${method} ${path}`)
}

const isOfBoard = ({ path }: EndpointDeclaration) => path.startsWith('/board/')

const pre2faOf = (audience: 'staff' | 'staff with board_without_two_step' | 'screen') => ({
  reach: startPre2fa,
  login: 200 as const,
  promised: (endpoint: EndpointDeclaration): Outcome => {
    if (isLeftToAll(endpoint)) return 'through'
    if (audience === 'staff' || !isOfBoard(endpoint)) return 'two_step_required'
    return audience === 'screen' || endpoint.access === 'board' ? 'through' : 'forbidden'
  },
})

const allStates: Record<string, State> = {
  'second factor owed': { enter: admin, ...pre2faOf('staff') },
  'second factor owed, where the board needs none': {
    enter: () => ofNewClient({ boardWithoutTwoStep: true }),
    ...pre2faOf('staff with board_without_two_step'),
  },
  'second factor owed by a screen': {
    enter: () => {
      const { clientId, siteId } = fuzz.world.a
      return makeMember(test, clientId, { access: [{ siteId, userType: 'Device' }] })
    },
    ...pre2faOf('screen'),
  },
  'logged out': {
    reach: ({ token }) => change('POST', '/logout', undefined, token),
    promised: unauthenticated,
    login: 200,
  },
  archived: { reach: (who) => changeUser('archive', who), promised: unauthenticated, login: 403 },
  pending: { reach: (who) => changeUser('reopen', who), promised: unauthenticated, login: 403 },
  rejected: {
    reach: async (who) => {
      await changeUser('reopen', who)
      await changeUser('reject', who, { reason: 'Test' })
    },
    isSpare: true,
    promised: unauthenticated,
    login: 403,
  },
  'restored, with the earlier token': {
    reach: async (who) => {
      await changeUser('archive', who)
      await changeUser('restore', who)
    },
    promised: unauthenticated,
    login: 200,
  },
  'of a disabled client': {
    enter: () => ofNewClient({}),
    reach: (who) => setEnabled(false, who),
    promised: unauthenticated,
    login: 403,
  },
  'of a client that is enabled again, with the earlier token': {
    enter: () => ofNewClient({}),
    reach: async (who) => {
      await setEnabled(false, who)
      await setEnabled(true, who)
    },
    isSpare: true,
    promised: unauthenticated,
    login: 200,
  },
  // The status alone refuses, even where the session was not ended.
  'archived, with an open session': {
    reach: (who) => setStatusAlone('archived', who),
    promised: unauthenticated,
    login: 403,
  },
}

const withSession = (Object.entries(endpoints) as [EndpointName, EndpointDeclaration][]).filter(
  ([, { access }]) => access !== 'public',
)

/** The errors that refuse a session or an account. */
const ofSession: ErrorCode[] = ['unauthenticated', 'two_step_required', 'password_change_required']

const codeIn = (body: string) => (JSON.parse(body) as { code: ErrorCode }).code

function openSocket(token: string): Socket {
  const { port } = test.app.server.address() as AddressInfo
  const options = { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false }
  return io(`http://127.0.0.1:${port}${liveNamespace}`, options)
}

/** @returns `through`, or the reason of the refusal */
const outcomeOf = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.on('connect', () => resolve('through'))
    socket.on('connect_error', ({ message }) => resolve(message))
  })

interface Size {
  /** Requests per endpoint and state. */
  requests: number
  /**
   * All endpoints in all states, with a check of what was written after each one instead of
   * only at the end.
   */
  isFull: boolean
}

/** For every endpoint: what a state does not permit is refused, and nothing is written. */
export function testSessionStates({ requests, isFull }: Size): void {
  const asked = isFull ? withSession : everyFourth(withSession)
  const states = Object.entries(allStates).filter(([, { isSpare = false }]) => isFull || !isSpare)
  interface Reached {
    member: Member
    token: string
    earlierSocket: Socket
  }
  const reached = new Map<string, Reached>()
  const now = (state: string): Reached => reached.get(state) as Reached

  beforeAll(async () => {
    test = await buildTestApp()
    sql = openSuperuserConnection(test.database)
    fuzz = await makeFuzzWorld(test, sql)
    await test.app.listen({ host: '127.0.0.1', port: 0 })
    for (const [name, { enter = admin, reach }] of states) {
      const member = await enter()
      const { token } = await signIn(test, member)
      const earlierSocket = openSocket(token)
      expect(await outcomeOf(earlierSocket), name).toBe('through')
      reached.set(name, { member, earlierSocket, token: (await reach({ ...member, token })) ?? token })
    }
  })
  afterAll(async () => {
    for (const { earlierSocket } of reached.values()) earlierSocket.disconnect()
    await test.close()
  })

  it('nothing else is declared open to a session that owes its second factor', () => {
    const open = withSession.filter(([, { access }]) => access === 'pre_2fa')
    expect(open.filter(([, endpoint]) => !isLeftToAll(endpoint))).toEqual([])
    expect(withSession.filter(([, endpoint]) => isLeftToAll(endpoint))).toEqual(open)
    const ofBoard = withSession.filter(([, { access }]) => access.startsWith('board'))
    expect(withSession.filter(([, endpoint]) => isOfBoard(endpoint))).toEqual(ofBoard)
  })

  let before: Awaited<ReturnType<typeof digestRows>>
  beforeAll(async () => void (before = await digestRows(sql)))

  it.each(asked)('%s is refused where the state promises no more', async (name, endpoint) => {
    for (const sent of requestsOf(name, endpoint, fuzz, requests))
      for (const [state, { promised }] of states) {
        const code = promised(endpoint)
        if (code === 'through') continue
        const response = await send(test, endpoint, sent, now(state).token)
        expect(response.json(), state).toMatchObject({ code, statusCode: errorCodes[code] })
        expect(response.statusCode, state).toBe(errorCodes[code])
      }
    if (isFull) expect(await digestRows(sql)).toEqual(before)
  })

  it('no refused call has written anything', async () => {
    expect(await digestRows(sql)).toEqual(before)
  })

  it('what is left to a session that owes its second factor is open to it', async () => {
    for (const [name, endpoint] of asked)
      for (const sent of requestsOf(name, endpoint, fuzz, requests))
        for (const [state, { promised }] of states) {
          if (promised(endpoint) !== 'through') continue
          const { member } = now(state)
          // The call may end the session, or use up its attempts.
          const token = await openSession(test, { ...member, userId: member.id }, { authenticated: false })
          const { statusCode, body } = await send(test, endpoint, sent, token)
          await sql`delete from rate_buckets`
          expect(statusCode, body).not.toBe(401)
          // For one's own account, changing a factor needs a recent second-factor check.
          if (statusCode === 403) expect(endpoint.errors, `${name}, ${state}`).toContain(codeIn(body))
        }
  })

  describe.each(states)('a person %s', (state, { promised, login }) => {
    it('opens a live socket where the board may be read, and keeps no other', async () => {
      const expected = promised(endpoints.listBoardSites)
      const socket = openSocket(now(state).token)
      expect(await outcomeOf(socket)).toBe(expected)
      socket.disconnect()
      if (expected === 'unauthenticated')
        await expect.poll(() => now(state).earlierSocket.connected, { timeout: 5000 }).toBe(false)
    })

    it('logs in, or is told why not', async () => {
      const { email, password } = now(state).member
      const { status, body } = await call(test, 'POST', '/login', { email, password })
      expect(status).toBe(login)
      if (login === 403) expect(body['message']).toMatch(/^Account/)
    })
  })

  it('the same calls are open to a restored user who has logged in again', async () => {
    const { member } = now('restored, with the earlier token')
    const accepted = new Set<EndpointName>()
    for (const [name, endpoint] of asked)
      for (const sent of requestsOf(name, endpoint, fuzz, requests)) {
        const token = await openSession(test, { ...member, userId: member.id })
        const { statusCode, body } = await send(test, endpoint, sent, token)
        await sql`delete from rate_buckets`
        await sql`update clients set two_step_required_for = '{}'`
        const outcome = promisedAccess(endpoint, 'admin A')
        const code = statusCode < 400 ? 'through' : codeIn(body)
        if (outcome !== 'through') expect(code, name).toBe(outcome)
        else expect(ofSession, name).not.toContain(code)
        if (code === 'through') accepted.add(name)
      }
    // The refusals above would prove little if no actor could send these requests.
    expect(accepted.size).toBeGreaterThan(asked.length / 2)
  })
}
