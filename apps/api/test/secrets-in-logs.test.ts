import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from './free-port.ts'
import { totpCode } from './totp-generator.ts'
import { ask, type Nodes, startNodes } from './verify/nodes.ts'

const email = 'canary.person@test.example'
const otherEmail = 'canary.elsewhere@test.example'
const password = 'a canary in every sentence'
const newPassword = 'another canary that sings'
const redisPassword = 'a-canary-for-the-cache'
const guess = 'guessed canary'
const mobile = '+61491570156'

/** What is no call of an account: guests, boards and lists, whose inputs hold no secret of staff. */
const elsewhere: EndpointName[] = [
  ...(['getMachineData', 'findUserData', 'getUserData', 'submitCheckIn'] as const),
  ...(['getServerTime', 'checkOut', 'listBoardSites', 'getBoard', 'getCheckedOutBoard'] as const),
  ...(['getBoardPhoto', 'listPresent', 'getDashboard', 'listClientCountries'] as const),
]

let nodes: Nodes
beforeAll(async () => {
  nodes = await startNodes('logs', {
    count: 1,
    settings: {
      LOG_LEVEL: 'trace',
      // One that is away: what is said of that may not hold its password either.
      REDIS_URL: `redis://:${redisPassword}@127.0.0.1:${await freePort()}`,
    },
  })
}, 60_000)
afterAll(() => nodes.close())

/** What was sent or answered and must turn up nowhere. */
const secrets = new Set([password, newPassword, redisPassword, guess])
/** As secret, but short enough to stand inside another number by chance. */
const sixDigits = new Set<string>()
const walked = new Set<EndpointName>()
/** The refusals, as they were answered. */
const refusals: string[] = []

interface Sent {
  params?: Record<string, string>
  query?: string
  body?: object
  token?: string
}

async function call(name: EndpointName, { params = {}, query = '', body, token }: Sent = {}) {
  const endpoint: EndpointDeclaration = endpoints[name]
  walked.add(name)
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? '')
  const answer = await ask(nodes.origin(0), endpoint.method, path + query, body, token ? { token } : {})
  if (answer.status >= 400) refusals.push(`${name} ${JSON.stringify(answer.body)}`)
  return answer
}
const keep = <T extends string>(secret: T): T => {
  expect(secret.length).toBeGreaterThan(5)
  secrets.add(secret)
  return secret
}

async function signIn(withPassword: string, extra: object = {}): Promise<string> {
  const { body, status } = await call('login', { body: { email, password: withPassword, ...extra } })
  expect(status, JSON.stringify(body)).toBe(200)
  return keep(String(body['token']))
}

async function makeTheFirst(): Promise<void> {
  const printed = /first-admin\?token=([\w-]+)/
  await expect.poll(() => nodes.said(0), { timeout: 10_000 }).toMatch(printed)
  const token = keep(printed.exec(nodes.said(0))?.[1] ?? '')
  expect((await call('validateFirstAdmin', { body: { token } })).body).toEqual({ validated: true })
  const names = { first_name: 'Canaria', last_name: 'Sings', client_name: 'First', company_no: '1' }
  expect(
    (await call('createFirstAdmin', { body: { token, email, password: 'canary', ...names } })).status,
  ).toBe(400)
  expect((await call('createFirstAdmin', { body: { token, email, password, ...names } })).status).toBe(204)
}

/** Sets up the second step. @returns what is needed to pass it */
async function setUpTwoSteps(token: string) {
  const totp = (await call('newTotpMethod', { token })).body as { id: string; secret: string }
  const codes = (await call('newRecoveryCodes', { token })).body as { id: string; recoveryCodes: string[] }
  keep(totp.secret)
  codes.recoveryCodes.forEach(keep)
  expect((await call('getRecoveryCodes', { token })).body).toMatchObject({ pending: true })
  const code = totpCode(totp.secret, new Date())
  sixDigits.add(code)
  expect((await call('confirmTotpMethod', { token, body: { id: totp.id, code } })).body).toEqual({
    valid: true,
  })
  const methods = [
    { id: totp.id, type: 'totp' },
    { id: codes.id, type: 'recovery-codes', code: codes.recoveryCodes[0] },
  ]
  expect((await call('enableTwoStep', { token, body: { methods } })).body).toEqual({ valid: true })
  return { ...totp, recoveryCodes: codes.recoveryCodes, codesId: codes.id }
}

it('no password, code, token, seed or address stands in a log line, a refusal, an audit row or a table, after every call of an account', async () => {
  await makeTheFirst()
  await call('login', { body: { email, password: guess } })
  const first = await signIn(password)
  await call('validateToken', { token: first })
  const account = await setUpTwoSteps(first)

  const half = await signIn(password, { twoFARememberToken: keep('a canary that nobody remembers') })
  await call('listTwoStepMethods', { token: half })
  expect(
    (await call('verifyTwoStep', { token: half, body: { type: 'recovery-codes', code: 'canary-codes0' } }))
      .body,
  ).toEqual({ valid: false })
  const recovery = { type: 'recovery-codes', code: account.recoveryCodes[1] }
  expect((await call('verifyTwoStep', { token: half, body: recovery })).body).toMatchObject({ valid: true })
  expect((await call('verifyTwoStep', { token: half, body: recovery })).body).toEqual({ valid: false })
  await call('listRememberedDevices', { token: half, query: `?search=${encodeURIComponent(guess)}` })
  await call('forgetDevice', { token: half, params: { id: crypto.randomUUID() } })
  await call('listOwnSessions', { token: half })
  await call('revokeOwnSession', { token: half, params: { id: String(decodeJwt(first)['sid']) } })

  await call('countBreaches', { body: { password } })
  await call('changePassword', { token: half, body: { password: guess, newPassword } })
  await call('changePassword', { token: half, body: { password, newPassword: 'canary' } })
  expect((await call('changePassword', { token: half, body: { password, newPassword } })).status).toBe(204)
  await call('forgotPassword', { body: { email } })
  const resetToken = keep(await untilMailed(/reset_password\?token=([\w-]{43})/))
  await call('validateResetToken', { params: { token: resetToken } })
  const reset = { params: { token: resetToken }, body: { password } }
  expect((await call('resetPassword', reset)).status).toBe(204)
  expect((await call('resetPassword', reset)).status).toBe(422)

  const second = await signIn(password)
  const passed = { type: 'recovery-codes', code: account.recoveryCodes[2] }
  await call('verifyTwoStep', { token: second, body: passed })
  await call('getProfile', { token: second })
  const details = { first_name: 'Canaria', last_name: 'Sings', mobile, language: 'en', email: otherEmail }
  await call('updateProfile', { token: second, body: { ...details, password: guess } })
  expect((await call('updateProfile', { token: second, body: { ...details, password } })).status).toBe(200)
  const verifyToken = keep(await untilMailed(/verify_email\?token=([\w-]{43})/))
  await call('verifyEmail', { params: { token: keep('guessed-canary') } })
  expect((await call('verifyEmail', { params: { token: verifyToken } })).status).toBe(204)
  const { id } = (await call('getOwnClient', { token: second })).body
  await call('updateClient', { token: second, params: { id: String(id) }, body: { phone: guess } })
  await call('listNotifications', { token: second })
  await call('clearNotifications', { token: second })
  await call('cancelTwoStep', { token: second, body: { methods: [account.codesId] } })
  await call('logout', { token: second })
  await call('logOutEverywhere', { token: second })

  await sendNonsense(second)
  expect(new Set([...walked, ...elsewhere])).toEqual(new Set(Object.keys(endpoints)))
  await expectNoTrace()
})

/** Each call once more with a secret in every place where none belongs. */
async function sendNonsense(token: string): Promise<void> {
  for (const name of walked) {
    const { body } = endpoints[name] as EndpointDeclaration
    const params = { id: guess, token: `${guess} ${password}` }
    await call(name, {
      token,
      params,
      query: `?search=${guess}`,
      ...(body ? { body: { [guess]: password } } : {}),
    })
    if (!body) continue
    const fields = Object.keys((body as { entries?: object }).entries ?? {})
    for (const value of [{ [guess]: [password] }, password.repeat(60)]) {
      const everywhere = Object.fromEntries(fields.map((field) => [field, value]))
      await call(name, { token, params, body: everywhere })
    }
  }
}

async function expectNoTrace(): Promise<void> {
  // The link for the first administrator is printed for whoever started the program, beside the log.
  const lines = nodes
    .said(0)
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const logged = lines.join('\n')
  expect(logged).toContain('"route":"/api/password/reset/:token"')
  expect(lines.filter((line) => line.includes('Redis is away'))).toHaveLength(1)
  for (const hidden of [...secrets, email, otherEmail, mobile, 'Canaria', 'canary'])
    expect(logged).not.toContain(hidden)
  for (const digits of sixDigits) expect(logged).not.toMatch(new RegExp(`(?<!\\d)${digits}(?!\\d)`))
  for (const refusal of refusals) {
    // A name of a field that was made up comes back to whoever made it up, in front of its sentence.
    const values = refusal.replaceAll(`"${guess}":`, '').replaceAll(`.${guess}`, '')
    for (const secret of secrets) expect(values).not.toContain(secret)
  }
  const { sql } = nodes
  const audit = await sql`select details::text || action as row from audit_entries`
  expect(audit.length).toBeGreaterThan(10)
  for (const { row } of audit)
    for (const hidden of [...secrets, email, otherEmail, mobile]) expect(row).not.toContain(hidden)
  const tables = await sql<{ name: string }[]>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`
  for (const { name } of tables) {
    const rows = await sql.unsafe<{ row: string }[]>(
      `select row_to_json(kept)::text as row from ${name} kept`,
    )
    for (const { row } of rows) for (const secret of secrets) expect(row, name).not.toContain(secret)
  }
}

/** Waits for a mail in the outbox folder. @returns the first group of the pattern, with the line breaks of its encoding undone */
async function untilMailed(pattern: RegExp): Promise<string> {
  const folder = join(nodes.dataDir, 'outbox')
  for (;;) {
    const names = await readdir(folder).catch(() => [])
    // One that is still being written has another ending.
    for (const name of names.filter((file) => file.endsWith('.eml'))) {
      const mail = await readFile(join(folder, name), 'utf8')
      const found = pattern.exec(mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='))
      if (found?.[1]) return found[1]
    }
    await delay(50)
  }
}
