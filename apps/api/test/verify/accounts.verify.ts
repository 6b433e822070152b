import { setTimeout as delay } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rotateKeys } from '../../src/config/key-file.ts'
import { keptSecrets } from '../../src/config/secrets.ts'
import { keyedHash } from '../../src/lib/keyed-hash.ts'
import { createOneTimeTokens } from '../../src/modules/auth/one-time-tokens.ts'
import { createPasswords, type Passwords } from '../../src/modules/auth/passwords.ts'
import { clientScope } from '../../src/db/scopes.ts'
import { withScope } from '../../src/db/tenancy.ts'
import { makeClient, makeUser } from '../factories.ts'
import { goodPassword, otherPassword } from '../staff.ts'
import { totpCode } from '../totp-generator.ts'
import { ask, percentile, startNodes, type Nodes } from './nodes.ts'

const ROUNDS = 10
const AT_ONCE = 20
const STEP_MS = 30_000

describe.each([1, 2])('on %i process(es)', (count) => {
  let nodes: Nodes
  let clientId: string
  let passwords: Passwords

  beforeAll(async () => {
    nodes = await startNodes('accounts', { count })
    passwords = await createPasswords()
    clientId = (await makeClient(nodes.db)).id
  }, 60_000)
  afterAll(() => nodes.close())

  const origin = (index: number) => nodes.origin(index)
  const newMember = () => makeUser(nodes.db, passwords, clientId, { password: goodPassword, admin: true })
  type Member = Awaited<ReturnType<typeof newMember>>

  async function signIn(
    { email }: Pick<Member, 'email'>,
    index = 0,
    extra: object = {},
    password = goodPassword,
  ) {
    const { status, body } = await ask(origin(index), 'POST', '/login', { email, password, ...extra })
    expect(status, JSON.stringify(body)).toBe(200)
    return body as { token: string; authenticated: boolean }
  }
  /** Several at once, half of them on each node. */
  const race = <T>(send: (index: number) => Promise<T>, times = AT_ONCE) =>
    Promise.all(Array.from({ length: times }, (_, index) => send(index)))
  const post = (index: number, path: string, body: object | undefined, token?: string) =>
    ask(origin(index), 'POST', path, body, token === undefined ? {} : { token })
  const untilNextStep = () => delay(STEP_MS - (Date.now() % STEP_MS) + 50)

  /** Signs in and sets up the second step; its first code is spent by that. */
  async function enrol(member: Member) {
    const { token } = await signIn(member)
    const totp = (await post(0, '/2fa/new-totp-method', undefined, token)).body as {
      id: string
      secret: string
    }
    const codes = (await post(1, '/2fa/new-recovery-codes', undefined, token)).body as {
      id: string
      recoveryCodes: string[]
    }
    const methods = [
      { id: totp.id, type: 'totp', code: totpCode(totp.secret, new Date()) },
      { id: codes.id, type: 'recovery-codes' },
    ]
    expect((await post(1, '/2fa/enable', { methods }, token)).body).toEqual({ valid: true })
    return { token, secret: totp.secret, recoveryCodes: codes.recoveryCodes }
  }

  describe('A4, A5: second factors and one-time secrets, twenty at once', () => {
    it(
      `each code of an authenticator passes once, and each recovery code, in ${ROUNDS} rounds`,
      { timeout: 120_000 },
      async () => {
        const members = await Promise.all(Array.from({ length: ROUNDS }, newMember))
        const accounts = []
        for (const member of members) accounts.push({ member, ...(await enrol(member)) })
        await untilNextStep()
        for (const { member, secret, recoveryCodes } of accounts) {
          const tokens: string[] = []
          // 5 wrong codes end a session and 10 in a row lock the account, so the losers are few for each.
          for (let session = 0; session < 4; session += 1) tokens.push((await signIn(member, session)).token)
          const code = totpCode(secret, new Date())
          const totp = await race((index) =>
            post(index, '/2fa/verify', { type: 'totp', code }, tokens[index % 4]),
          )
          expect(totp.filter(({ body }) => body['valid'] === true)).toHaveLength(1)
          await nodes.sql`update two_step_accounts set locked_until = null, wrong_in_a_row = 0 where user_id = ${member.id}`
          await nodes.sql`update sessions set wrong_codes = 0 where user_id = ${member.id}`
          const [one] = recoveryCodes
          const recovery = await race((index) =>
            post(index, '/2fa/verify', { type: 'recovery-codes', code: one }, tokens[index % 4]),
          )
          expect(recovery.filter(({ body }) => body['valid'] === true)).toHaveLength(1)
        }
      },
    )
    it('a session gets five guesses of a hundred at once, an account ten', async () => {
      const member = await newMember()
      await enrol(member)
      const tokens: string[] = []
      for (let session = 0; session < 5; session += 1) tokens.push((await signIn(member, session)).token)
      const alone = await race(
        (index) => post(index, '/2fa/verify', { type: 'totp', code: 'abcdef' }, tokens[0]),
        100,
      )
      expect(alone.filter(({ status }) => status === 200)).toHaveLength(5)
      const rest = await race(
        (index) => post(index, '/2fa/verify', { type: 'totp', code: 'abcdef' }, tokens[1 + (index % 4)]),
        100,
      )
      expect(rest.filter(({ status }) => status === 200)).toHaveLength(5)
      expect(rest.filter(({ status }) => status === 429)).toHaveLength(95)
    })
    it(`a reset link sets one password, in ${ROUNDS} rounds`, async () => {
      const { secretKey } = await keptSecrets(nodes.dataDir)
      const links = createOneTimeTokens(keyedHash(secretKey, 'one-time links'))
      for (let round = 0; round < ROUNDS; round += 1) {
        const member = await newMember()
        const token = await withScope(nodes.db, clientScope(clientId), (tx) =>
          links.mint(tx, {
            clientId,
            userId: member.id,
            purpose: 'password_reset',
            now: new Date(),
            minutes: 30,
          }),
        )
        const answers = await race((index) =>
          post(index, `/password/reset/${token}`, { password: `${otherPassword} ${index}` }),
        )
        const winner = answers.findIndex(({ status }) => status === 204)
        expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
        await signIn(member, round, {}, `${otherPassword} ${winner}`)
      }
    })
  })

  it('A8: what is revoked is dead on every process within a second', async () => {
    const times: number[] = []
    const ways = [
      (token: string) => post(0, '/logout', undefined, token),
      (token: string) => ask(origin(0), 'DELETE', '/me/sessions', undefined, { token }),
      (token: string) =>
        ask(origin(0), 'DELETE', `/me/sessions/${String(decodeJwt(token)['sid'])}`, undefined, { token }),
    ]
    for (let round = 0; round < 30; round += 1) {
      const { token } = await signIn(await newMember(), round)
      expect((await ask(origin(1), 'GET', '/me', undefined, { token })).status).toBe(200)
      const start = performance.now()
      expect((await ways[round % ways.length]?.(token))?.status).toBe(204)
      while ((await ask(origin(1), 'GET', '/me', undefined, { token })).status !== 401) {
        expect(performance.now() - start).toBeLessThan(1000)
      }
      times.push(performance.now() - start)
    }
    console.log(
      `A8: dead on every process after ${percentile(times, 0.5).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms`,
    )
    expect(Math.max(...times)).toBeLessThan(1000)
  })

  describe('A9', () => {
    it('thirty malformed tokens are nobody on any process', async () => {
      const { token } = await signIn(await newMember())
      const [head = '', body = '', signature = ''] = token.split('.')
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
      const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>
      const algorithms = ['none', 'None', 'HS256', 'HS512', 'RS256', 'ES256', 'PS256', 'EdDSA ']
      const malformed = [
        'x',
        'a.b',
        'a.b.c',
        'a.b.c.d',
        '..',
        `${head}.${body}`,
        `${head}.${body}.`,
        `${head}..${signature}`,
        `.${body}.${signature}`,
        `${token}.`,
        `${token}A`,
        token.slice(0, -1),
        token.slice(1),
        `${head}.${body}.${'A'.repeat(86)}`,
        `${head}.${body}.${signature.split('').toReversed().join('')}`,
        ...algorithms.map((alg) => `${encode({ ...header, alg })}.${body}.${signature}`),
        `${encode({ ...header, kid: undefined })}.${body}.${signature}`,
        `${encode({ ...header, kid: '../../secrets.json' })}.${body}.${signature}`,
        `${encode({ ...header, crit: ['exp'] })}.${body}.${signature}`,
        ...[{ exp: 9_999_999_999 }, { admin: true, site_admin: true }, { aud: 'other' }, { sub: 'me' }].map(
          (change) => `${head}.${encode({ ...claims, ...change })}.${signature}`,
        ),
        'A'.repeat(7000),
      ]
      expect(malformed.length).toBeGreaterThanOrEqual(30)
      for (const [index, one] of malformed.entries()) {
        const { status } = await ask(origin(index), 'GET', '/me', undefined, { token: one })
        expect(status, one.slice(0, 60)).toBe(401)
      }
      expect((await ask(origin(0), 'GET', '/me', undefined, { token })).status).toBe(200)
    })
    it('a key rotation under load loses no request and no session', async () => {
      const members = await Promise.all(Array.from({ length: 4 }, newMember))
      const sessions: string[] = []
      for (const member of members) sessions.push((await signIn(member)).token)
      const statuses = new Map<number, number>()
      const kids = new Set<unknown>()
      let isOver = false
      const readers = sessions.map(async (token, index) => {
        for (let time = index; !isOver; time += 1) {
          const { status } = await ask(origin(time), 'GET', '/validate_token', undefined, { token })
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      })
      const logins = members.slice(0, 2).map(async (member, index) => {
        for (let time = index; !isOver; time += 1) {
          const { token } = await signIn(member, time)
          kids.add(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid)
          // At once on another node, which may not have looked at the keys since.
          const { status } = await ask(origin(time + 1), 'GET', '/validate_token', undefined, { token })
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      })
      await delay(1000)
      await rotateKeys(nodes.dataDir)
      await delay(3000)
      isOver = true
      await Promise.all([...readers, ...logins])
      console.log(`A9: ${statuses.get(200)} requests through a rotation`)
      expect([...statuses.keys()]).toEqual([200])
      expect(kids.size).toBe(2)
    })
  })
})
