import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import fc from 'fast-check'
import { decodeJwt } from 'jose'
import type * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPasswords } from '../../../src/modules/auth/passwords.ts'
import { makeMethod, makeQuestion, makeSite, makeUser } from '../../factories.ts'
import { valuesOf } from '../../fuzz/schema-values.ts'
import { tokenInRawMail } from '../../mail-links.ts'
import { freePort } from '../../running-server.ts'
import { totpCode } from '../../totp-generator.ts'
import { ask, type Nodes, startNodes } from '../nodes.ts'

const email = 'canary.person@test.example'
const otherEmail = 'canary.elsewhere@test.example'
const password = 'a canary in every sentence'
const newPassword = 'another canary that sings'
const guess = 'guessed canary'
const mobile = '+61491570156'

const staffEmail = 'canary.staff@test.example'
const guest = { firstName: 'Guestcanary', lastName: 'Singsalone', mobile: '0491 570 157' }
const guestMobile = '+61491570157'
const guestAnswer = 'a canary in an answer'
const wrongCode = '918273'
/** A text for every field that accepts it. Some endpoints store it, none may reveal it. */
const passing = {
  text: 'canary in passing',
  email: 'canary.in.passing@test.example',
  phone: '+61 491 570 158',
  id: '0c0ffee0-ca4a-7000-8000-0000000ca4a1',
  token: 'canary-in-passing',
  url: 'https://canary.in.passing.example/',
}

let nodes: Nodes
beforeAll(async () => {
  nodes = await startNodes('logs', {
    count: 1,
    settings: {
      LOG_LEVEL: 'trace',
      OUTBOUND_ALLOWED: '127.0.0.1',
    },
  })
})
afterAll(() => nodes.close())

/** Secrets that were sent or received and must not appear anywhere. */
const secrets = new Set([password, newPassword, guess])
/** Personal data of guests and staff, as sent and as stored. It may appear in the database only. */
const personal = new Set<string>([
  email,
  otherEmail,
  staffEmail,
  mobile,
  'Canaria',
  'canary',
  guestAnswer,
  guestMobile,
  '+61491570158',
  ...Object.values(guest),
  ...Object.values(passing),
])
/** Secrets that are short enough to be part of another number by chance. */
const sixDigits = new Set<string>()
const walked = new Set<EndpointName>()
/** The error responses. */
const errors: string[] = []

interface Sent {
  params?: Record<string, string>
  query?: string
  body?: object
  token?: string
  headers?: Record<string, string>
}

async function call(name: EndpointName, { params = {}, query = '', body, token, headers = {} }: Sent = {}) {
  const endpoint: EndpointDeclaration = endpoints[name]
  walked.add(name)
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const options = { headers, ...(token ? { token } : {}) }
  const response = await ask(nodes.origin(0), endpoint.method, path + query, body, options)
  if (response.status >= 400) errors.push(`${name} ${JSON.stringify(response.body)}`)
  return response
}
/** Records a text that must appear nowhere, or at least in no log and no error response. */
const keep = <T extends string>(secret: T, where: 'nowhere' | 'in logs' = 'nowhere'): T => {
  expect(secret.length).toBeGreaterThan(5)
  ;(where === 'nowhere' ? secrets : personal).add(secret)
  return secret
}

async function signIn(withPassword: string, extra: object = {}): Promise<string> {
  const { body, status } = await call('login', { body: { email, password: withPassword, ...extra } })
  expect(status, JSON.stringify(body)).toBe(200)
  return keep(String(body['token']))
}

async function makeTheFirst(): Promise<void> {
  const token = keep(await nodes.firstAdminToken())
  expect((await call('validateFirstAdmin', { body: { token } })).body).toEqual({ validated: true })
  const names = { first_name: 'Canaria', last_name: 'Sings', client_name: 'First', company_no: '1' }
  expect(
    (await call('createFirstAdmin', { body: { token, email, password: 'canary', ...names } })).status,
  ).toBe(400)
  expect((await call('createFirstAdmin', { body: { token, email, password, ...names } })).status).toBe(204)
}

/** Sets up the second factor. @returns what is needed to verify it */
async function setUpTwoSteps(token: string) {
  const totp = (await call('newTotpMethod', { token })).body as { id: string; secret: string }
  const codes = (await call('newRecoveryCodes', { token })).body as { id: string; recoveryCodes: string[] }
  keep(totp.secret)
  codes.recoveryCodes.forEach((code) => keep(code))
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

it('no password, code, token, seed, name, number, answer or email is in a log line or an error, and no secret in a table or an audit row, after every call', async () => {
  await makeTheFirst()
  await call('login', { body: { email, password: guess } })
  const first = await signIn(password)
  await call('validateToken', { token: first })
  const account = await setUpTwoSteps(first)

  const pre2fa = await signIn(password, { twoFARememberToken: keep('a canary that nobody remembers') })
  await call('listTwoStepMethods', { token: pre2fa })
  expect(
    (await call('verifyTwoStep', { token: pre2fa, body: { type: 'recovery-codes', code: 'canary-codes0' } }))
      .body,
  ).toEqual({ valid: false })
  const recovery = { type: 'recovery-codes', code: account.recoveryCodes[1] }
  expect((await call('verifyTwoStep', { token: pre2fa, body: recovery })).body).toMatchObject({ valid: true })
  expect((await call('verifyTwoStep', { token: pre2fa, body: recovery })).body).toEqual({ valid: false })
  await call('listRememberedDevices', { token: pre2fa, query: `?search=${encodeURIComponent(guess)}` })
  await call('forgetDevice', { token: pre2fa, params: { id: crypto.randomUUID() } })
  await call('listOwnSessions', { token: pre2fa })
  await call('revokeOwnSession', { token: pre2fa, params: { id: String(decodeJwt(first)['sid']) } })

  await call('countBreaches', { body: { password } })
  await call('changePassword', { token: pre2fa, body: { password: guess, newPassword } })
  await call('changePassword', { token: pre2fa, body: { password, newPassword: 'canary' } })
  expect((await call('changePassword', { token: pre2fa, body: { password, newPassword } })).status).toBe(204)
  await call('forgotPassword', { body: { email } })
  const resetToken = keep(await untilMailed('/reset_password'))
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
  const verifyToken = keep(await untilMailed('/verify_email'))
  await call('verifyEmail', { params: { token: keep('guessed-canary') } })
  expect((await call('verifyEmail', { params: { token: verifyToken } })).status).toBe(204)
  const { id } = (await call('getOwnClient', { token: second })).body
  await call('updateClient', { token: second, params: { id: String(id) }, body: { phone: guess } })
  await call('listNotifications', { token: second })
  await call('clearNotifications', { token: second })
  await call('cancelTwoStep', { token: second, body: { methods: [account.codesId] } })
  await call('logout', { token: second })
  await call('logOutEverywhere', { token: second })

  const staff = await walkVenue(String(id))
  await sendEverywhere(staff)
  await sendNonsense(second)
  await sendNoHttp()
  expect(walked).toEqual(new Set(Object.keys(endpoints)))
  await expectNoTrace()
})

/** Makes the calls of a guest and of staff. @returns a function that signs an administrator in */
async function walkVenue(clientId: string): Promise<() => Promise<string>> {
  const { db } = nodes
  await makeUser(db, await createPasswords(), clientId, { email: staffEmail, admin: true, password })
  const signStaffIn = async () =>
    keep(String((await call('login', { body: { email: staffEmail, password } })).body['token']))
  const token = await signStaffIn()
  const { id: siteId } = await makeSite(db, clientId)
  const { id: machineId, key } = await makeMethod(db, clientId, siteId)
  const { id: heatId } = await makeMethod(db, clientId, siteId, { useTemperature: true })
  const { id: questionId } = await makeQuestion(db, clientId, siteId, { type: 'free text', text: 'Whom?' })
  const idempotencyKey = keep(crypto.randomUUID(), 'in logs')
  const headers = { 'idempotency-key': idempotencyKey }

  await call('getMachineData', { query: `?method=${key}` })
  await call('getMachineData', { query: `?method=${passing.token}` })
  await call('getServerTime', { query: `?t=${passing.token}&i=${passing.token}` })
  const person = { ...guest, id: machineId }
  expect((await call('findUserData', { body: person })).status).toBe(200)
  expect((await call('findUserData', { body: { ...person, mobile: guest.firstName } })).status).toBe(422)
  const { firstName, lastName, mobile: typed } = guest
  const query = { id: machineId, 'first-name': firstName, 'last-name': lastName, mobile: typed }
  expect((await call('getUserData', { query: `?${new URLSearchParams(query).toString()}` })).status).toBe(200)
  expect(
    (await call('getUserData', { query: `?${new URLSearchParams({ ...query, id: lastName }).toString()}` }))
      .status,
  ).toBe(400)

  const body = { ...guest, machineId, questions: { [questionId]: { answer: guestAnswer } } }
  const entered = await call('submitCheckIn', { body, headers })
  expect(entered.status, entered.text).toBe(200)
  expect((await call('submitCheckIn', { body, headers })).text).toBe(entered.text)
  expect((await call('submitCheckIn', { body: { ...body, dependents: 1 }, headers })).status).toBe(409)
  expect((await call('submitCheckIn', { body: { ...body, questions: {} } })).status).toBe(422)
  expect((await call('submitCheckIn', { body: { ...body, role: guestAnswer } })).status).toBe(422)
  const tried = { ...body, machineId: heatId, verificationCode: wrongCode }
  expect((await call('submitCheckIn', { body: tried })).body).toMatchObject({ invalidCode: true })
  sixDigits.add(wrongCode)

  expect((await call('getBoard', { token, params: { siteId } })).text).toContain(guest.firstName)
  await call('getCheckedOutBoard', { token, params: { siteId } })
  await call('getBoardPhoto', { token, params: { userId: machineId } })
  await call('listBoardSites', { token })
  expect((await call('listPresent', { token, query: `?search=${guest.lastName}` })).text).toContain(
    guest.lastName,
  )
  await call('getDashboard', { token, query: `?site=${siteId}` })
  await call('listClientCountries', { token })

  const checkOutToken = keep(String(entered.body['checkOutToken']), 'in logs')
  const time = new Date().toISOString()
  expect((await call('checkOut', { body: { checkOutToken: `${checkOutToken}x`, time } })).status).toBe(404)
  expect((await call('checkOut', { body: { checkOutToken, time: guestAnswer } })).status).toBe(400)
  expect(
    (await call('checkOut', { body: { checkOutToken, time, timeZone: 'Australia/Sydney' } })).status,
  ).toBe(200)
  const api = { params: { id: siteId }, token }
  const secret = keep('a canary that signs events')
  const closed = `http://127.0.0.1:${await freePort()}/?token=${passing.token}`
  const set = await call('updateSiteExternalApi', { ...api, body: { url: closed, secret } })
  expect(set.status, set.text).toBe(200)
  expect((await call('testSiteExternalApi', api)).body).toMatchObject({
    last_test: { outcome: 'connection_refused' },
  })
  expect((await call('getSiteExternalApi', api)).text).not.toContain(secret)
  expect(
    (await call('updateSiteExternalApi', { ...api, body: { url: null, secret: guess.repeat(20) } })).status,
  ).toBe(400)
  return signStaffIn
}

/**
 * Makes each call with canaries in every input that the declaration allows, as an
 * actor with access.
 */
async function sendEverywhere(signStaffIn: () => Promise<string>): Promise<void> {
  const everywhere = Object.values(passing)
  const partOf = (schema: v.GenericSchema | undefined) => {
    const names = Object.keys((schema as { entries?: object } | undefined)?.entries ?? {})
    const words = Object.fromEntries(names.map((name) => [name, everywhere]))
    return schema ? valuesOf(schema, { words, name: '' }) : fc.constant(undefined)
  }
  let session = await signStaffIn()
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, EndpointDeclaration][]) {
    const isPublic = endpoint.access === 'public'
    const requests = fc.sample(
      fc.record({
        params: partOf(endpoint.params),
        query: partOf(endpoint.query),
        headers: partOf(endpoint.headers),
        body: partOf(endpoint.body),
      }),
      { numRuns: 1, seed: 1 },
    ) as Record<'params' | 'query' | 'headers' | 'body', Record<string, string> | undefined>[]
    for (const { params = {}, query = {}, headers = {}, body } of requests) {
      const search = new URLSearchParams(query).toString()
      const sent: Sent = {
        params,
        headers: {
          'user-agent': passing.text,
          'accept-language': passing.text,
          cookie: `__Host-gatehouse-device=${passing.token}; gatehouse-language=${passing.token}`,
          referer: `https://gatehouse.example/?name=${passing.token}`,
          ...headers,
        },
        query: search === '' ? '' : `?${search}`,
        ...(body ? { body } : {}),
      }
      const send = () => call(name, isPublic ? sent : { ...sent, token: session })
      if ((await send()).status !== 401 || isPublic) continue
      // An earlier call ended the session.
      session = await signStaffIn()
      await send()
    }
  }
}

/** Bytes that the HTTP parser refuses: its error contains them. */
async function sendNoHttp(): Promise<void> {
  const { hostname, port } = new URL(nodes.origin(0))
  for (const text of [`GET /?name=${passing.token} HTTP/9.9\r\n\r\n`, `${passing.token}\r\n\r\n`]) {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.end(text)
    socket.resume()
    await once(socket, 'close')
  }
}

/** Repeats each call with a secret in every place where none belongs. */
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
  const logged = nodes.said(0)
  expect(logged).toContain('"route":"/api/password/reset/:token"')
  for (const hidden of [...secrets, ...personal])
    expect(logged.toLowerCase()).not.toContain(hidden.toLowerCase())
  // Bytes that are not text.
  expect(logged).not.toMatch(/"type":"Buffer"|rawPacket/)
  for (const digits of sixDigits) expect(logged).not.toMatch(new RegExp(`(?<!\\d)${digits}(?!\\d)`))
  for (const error of errors) {
    // An unknown field name is returned to the caller who sent it, in front of its sentence.
    const values = error.replaceAll(`"${guess}":`, '').replaceAll(`.${guess}`, '')
    for (const hidden of [...secrets, ...personal].filter((text) => text !== 'canary'))
      expect(values).not.toContain(hidden)
  }
  const { sql } = nodes
  // An audited change has the fields of the row before and after; what visitors type is not in any
  // row that an audit entry is about.
  const audit = await sql`
    select details::text as whole, (details - 'before' - 'after')::text || action as rest from audit_entries`
  expect(audit.length).toBeGreaterThan(10)
  const ofGuests = [guest.firstName, guest.lastName, guestMobile, guestAnswer, wrongCode]
  for (const { whole, rest } of audit) {
    for (const hidden of [...secrets, ...ofGuests]) expect(whole).not.toContain(hidden)
    for (const hidden of personal) expect(rest).not.toContain(hidden)
  }
  const tables = await sql<{ name: string }[]>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`
  for (const { name } of tables) {
    const rows = await sql.unsafe<{ row: string }[]>(
      `select row_to_json(kept)::text as row from ${name} kept`,
    )
    for (const { row } of rows) for (const secret of secrets) expect(row, name).not.toContain(secret)
  }
}

/** Waits for an email in the outbox folder. @returns the token in its link with this path */
async function untilMailed(path: string): Promise<string> {
  const folder = join(nodes.dataDir, 'outbox')
  for (;;) {
    const names = await readdir(folder).catch(() => [])
    // A file that is still being written has another extension.
    for (const name of names.filter((file) => file.endsWith('.eml'))) {
      const mail = await readFile(join(folder, name), 'utf8')
      const token = tokenInRawMail(mail, path)
      if (token !== undefined) return token
    }
    await delay(50)
  }
}
