import { setTimeout as delay } from 'node:timers/promises'
import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { endpoints } from '@gatehouse/validation/endpoints/all'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keptSecrets, secretKeysOf } from '../../../src/config/secrets.ts'
import { readDataKey } from '../../../src/db/data-key.ts'
import { clientScope } from '../../../src/db/scopes.ts'
import { withScope } from '../../../src/db/tenancy.ts'
import { createKeys } from '../../../src/keys.ts'
import { goodPassword, oneOfTwenty, otherPassword, statusesOf, untilTried } from '../../staff.ts'
import { totpCode } from '../../totp-generator.ts'
import { type Accounts, accountsOn, race } from '../accounts-on.ts'
import { ask, type Nodes, startNodes } from '../nodes.ts'

const ROUNDS = 10
const STEP_MS = 30_000

const untilNextStep = () => delay(STEP_MS - (Date.now() % STEP_MS) + 50)

describe.each([1, 2])('on %i process(es)', (count) => {
  let nodes: Nodes
  let accounts: Accounts
  beforeAll(async () => {
    nodes = await startNodes('factors', { count })
    accounts = await accountsOn(nodes)
  }, 60_000)
  afterAll(() => nodes.close())

  describe('A4, A5: second factors and one-time secrets, twenty at once', () => {
    it(
      `each code of an authenticator passes once, and each recovery code, in ${ROUNDS} rounds`,
      { timeout: 120_000 },
      async () => {
        const members = await Promise.all(Array.from({ length: ROUNDS }, accounts.newMember))
        const people = []
        for (const member of members) people.push({ member, ...(await accounts.enrol(member)) })
        await untilNextStep()
        for (const { member, secret, recoveryCodes } of people) {
          const tokens: string[] = []
          // Five wrong codes end a session and ten in a row lock the account, so few wrong ones
          // are sent for each.
          for (let session = 0; session < 4; session += 1)
            tokens.push((await accounts.signIn(member, session)).token)
          const code = totpCode(secret, new Date())
          const totp = await race((index) =>
            accounts.post(index, '/2fa/verify', { type: 'totp', code }, tokens[index % 4]),
          )
          expect(totp.filter(({ body }) => body['valid'] === true)).toHaveLength(1)
          await nodes.sql`update two_step_accounts set locked_until = null, wrong_in_a_row = 0 where user_id = ${member.id}`
          await nodes.sql`update sessions set wrong_codes = 0 where user_id = ${member.id}`
          const [one] = recoveryCodes
          const recovery = await race((index) =>
            accounts.post(index, '/2fa/verify', { type: 'recovery-codes', code: one }, tokens[index % 4]),
          )
          expect(recovery.filter(({ body }) => body['valid'] === true)).toHaveLength(1)
        }
      },
    )
    it('a session gets five guesses of a hundred at once, an account ten', async () => {
      const member = await accounts.newMember()
      await accounts.enrol(member)
      const tokens: string[] = []
      for (let session = 0; session < 5; session += 1)
        tokens.push((await accounts.signIn(member, session)).token)
      const alone = await race(
        (index) => accounts.post(index, '/2fa/verify', { type: 'totp', code: 'abcdef' }, tokens[0]),
        100,
      )
      expect(alone.filter(({ status }) => status === 200)).toHaveLength(5)
      const rest = await race(
        (index) =>
          accounts.post(index, '/2fa/verify', { type: 'totp', code: 'abcdef' }, tokens[1 + (index % 4)]),
        100,
      )
      expect(rest.filter(({ status }) => status === 200)).toHaveLength(5)
      expect(rest.filter(({ status }) => status === 429)).toHaveLength(95)
    })
    it(`a reset link sets one password, in ${ROUNDS} rounds`, async () => {
      const dataKey = await readDataKey(nodes.db, secretKeysOf(await keptSecrets(nodes.dataDir)))
      const { links } = createKeys(dataKey)
      for (let round = 0; round < ROUNDS; round += 1) {
        const member = await accounts.newMember()
        const token = await withScope(nodes.db, clientScope(accounts.clientId), (tx) =>
          links.mint(tx, {
            clientId: accounts.clientId,
            userId: member.id,
            purpose: 'password_reset',
            now: new Date(),
            minutes: 30,
          }),
        )
        const responses = await race((index) =>
          accounts.post(index, `/password/reset/${token}`, { password: `${otherPassword} ${index}` }),
        )
        const winner = responses.findIndex(({ status }) => status === 204)
        expect(responses.filter(({ status }) => status === 204)).toHaveLength(1)
        await accounts.signIn(member, round, {}, `${otherPassword} ${winner}`)
      }
    })
  })

  it('A5: a link to a changed email counts once, of twenty at once', async () => {
    const dataKey = await readDataKey(nodes.db, secretKeysOf(await keptSecrets(nodes.dataDir)))
    const { links } = createKeys(dataKey)
    for (let round = 0; round < ROUNDS; round += 1) {
      const member = await accounts.newMember()
      const { token } = await accounts.signIn(member)
      const email = `next-${round}-${member.email}`
      const details = { first_name: 'Ana', last_name: 'Silva', mobile: null, language: 'en', email }
      const changed = await accounts.send(round, 'PUT', '/me', { ...details, password: goodPassword }, token)
      expect(changed.status, changed.text).toBe(200)
      // The node sends its own link, and only the newest is valid.
      await expect
        .poll(
          () => nodes.sql`
            select id from outbox where subject = ${member.id} and type = 'mail.verify_email' and delivered_at is null`,
          { timeout: 10_000 },
        )
        .toHaveLength(0)
      const link = await withScope(nodes.db, clientScope(accounts.clientId), (tx) =>
        links.mint(tx, {
          clientId: accounts.clientId,
          userId: member.id,
          purpose: 'verify_email',
          email,
          now: new Date(),
          minutes: 60,
        }),
      )
      const responses = await race((index) =>
        untilTried(() => accounts.post(index, `/me/verify-email/${link}`)),
      )
      expect(statusesOf(responses)).toEqual(oneOfTwenty)
      await accounts.signIn({ email }, round)
    }
  })

  it('A6: a pre-2FA session reaches the allowlist and nothing else, of all declared calls', async () => {
    const member = await accounts.newMember()
    await accounts.enrol(member)
    let refused = 0
    for (const [name, endpoint] of Object.entries(endpoints) as [string, EndpointDeclaration][]) {
      if (endpoint.access === 'public' || name === 'logout') continue
      const path = endpoint.path.replace(/:\w+/g, crypto.randomUUID())
      for (let index = 0; index < count; index += 1) {
        const half = await accounts.signIn(member, index)
        expect(half.authenticated).toBe(false)
        const body = endpoint.body ? {} : undefined
        const response = await accounts.send(index + 1, endpoint.method, path, body, half.token)
        const isOpen = endpoint.access === 'pre_2fa'
        // Allowed for setting up a first second factor, but not for a session that must
        // still verify one.
        const isForFirstSetUp = endpoint.errors?.includes('two_step_required')
        if (!isOpen) refused += 1
        if (isForFirstSetUp)
          expect(response.body['code'], name).toBe(body ? 'bad_request' : 'two_step_required')
        else if (isOpen) expect(response.body['code'], name).not.toBe('two_step_required')
        else expect(response.body, name).toMatchObject({ statusCode: 403, code: 'two_step_required' })
      }
    }
    console.log(`A6, ${count} process(es): ${refused} calls refused`)
    expect(refused).toBeGreaterThan(10 * count)
  })

  it(
    'A7: a remembered device is its owner’s alone, is no guess away, and ends everywhere within a second',
    { timeout: 120_000 },
    async () => {
      const member = await accounts.newMember()
      const { secret, recoveryCodes, token } = await accounts.enrol(member)
      const stranger = await accounts.newMember()
      await accounts.enrol(stranger)
      const remembering = async () => {
        await untilNextStep()
        const half = await accounts.signIn(member)
        const code = totpCode(secret, new Date())
        const { body } = await accounts.post(
          1,
          '/2fa/verify',
          { type: 'totp', code, remember: true },
          half.token,
        )
        return String(body['rememberToken'])
      }
      const isLetIn = async (
        twoFARememberToken: string,
        index: number,
        who = member,
        password = goodPassword,
      ) => (await accounts.signIn(who, index, { twoFARememberToken }, password)).authenticated
      const first = await remembering()
      for (let index = 0; index < 4; index += 1) {
        expect(await isLetIn(first, index)).toBe(true)
        expect(await isLetIn(first, index, stranger)).toBe(false)
      }
      const bytes = Buffer.from(first, 'base64url')
      for (let bit = 0; bit < 256; bit += 8) {
        const flipped = Buffer.from(bytes)
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit % 7))
        expect(await isLetIn(flipped.toString('base64url'), bit), `bit ${bit}`).toBe(false)
      }

      const endsEverywhere = async (remembered: string, password?: string) => {
        const start = performance.now()
        for (let index = 0; index < 2; index += 1)
          expect(await isLetIn(remembered, index, member, password)).toBe(false)
        expect(performance.now() - start).toBeLessThan(1000)
      }
      expect((await accounts.send(1, 'DELETE', '/me/sessions', undefined, token)).status).toBe(204)
      await endsEverywhere(first)
      const second = await remembering()
      const half = await accounts.signIn(member)
      const recovery = { type: 'recovery-codes', code: recoveryCodes[0] }
      expect((await accounts.post(0, '/2fa/verify', recovery, half.token)).body['valid']).toBe(true)
      const change = { password: goodPassword, newPassword: otherPassword }
      expect((await accounts.send(1, 'PUT', '/password', change, half.token)).status).toBe(204)
      await endsEverywhere(second, otherPassword)
    },
  )
})

it.each([1, 2])(
  'A5: of twenty at once one becomes the first administrator, on %i process(es)',
  async (count) => {
    const nodes = await startNodes('first', { count })
    try {
      const token = await nodes.firstAdminToken()
      const responses = await race((index) =>
        untilTried(() =>
          ask(nodes.origin(index), 'POST', '/first-admin', {
            token,
            email: `operator-${index}@test.example`,
            password: goodPassword,
            first_name: 'Ana',
            last_name: 'Silva',
            client_name: `First ${index}`,
            company_no: String(index),
          }),
        ),
      )
      expect(statusesOf(responses)).toEqual(oneOfTwenty)
      expect(await nodes.sql`select from users where site_admin`).toHaveLength(1)
    } finally {
      await nodes.close()
    }
  },
)
