import type { EndpointResult } from '@gatehouse/validation/endpoint'
import type { loginEndpoint } from '@gatehouse/validation/endpoints/sessions'
import type { FastifyInstance } from 'fastify'
import type { TestApp } from './build-test-app.ts'
import { makeUser, type NewUser } from './factories.ts'
import { tokenInText } from './mail-links.ts'
import { totpCode } from './totp-generator.ts'

/** Neither a common password nor a word of the account. */
export const goodPassword = 'lamps over the quiet estuary'
export const otherPassword = 'nine kites above the salt pans'

const STEP_MS = 30_000
let ips = 0

/** An IP address that no other call used, so that the limits of one test do not affect the next. */
export function freshIp(): string {
  ips += 1
  return `10.${ips >> 16}.${(ips >> 8) & 255}.${ips & 255}`
}

export interface Called {
  status: number
  body: Record<string, unknown>
  text: string
  headers: Record<string, unknown>
  cookies: { name: string; value: string }[]
}

interface CallOptions {
  token?: string
  headers?: Record<string, string>
  ip?: string
  /** The node. Defaults to the first one. */
  app?: FastifyInstance
}

/** Calls the API as a program without a browser, each time from another IP address. */
export async function call(
  test: Pick<TestApp, 'app'>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  { token, headers = {}, ip = freshIp(), app = test.app }: CallOptions = {},
): Promise<Called> {
  const response = await app.inject({
    method,
    url: `/api${path}`,
    remoteAddress: ip,
    ...(payload === undefined ? {} : { payload }),
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
  })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  return {
    status: response.statusCode,
    body: isJson ? response.json() : {},
    text: response.body,
    headers: response.headers,
    cookies: response.cookies,
  }
}

const BUSY_WAIT_MS = 50
const MOST_TRIES = 200

/**
 * Repeats a call while the server is too busy (503), as a client does. @returns the last response
 */
export async function untilTried<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const response = await ask()
    if (response.status !== 503 || tries === MOST_TRIES) return response
    await new Promise((done) => void setTimeout(done, BUSY_WAIT_MS))
  }
}

/** The statuses of several responses, in ascending order. */
export function statusesOf(responses: readonly { status: number }[]): number[] {
  return responses.map(({ status }) => status).toSorted((one, other) => one - other)
}

/** The statuses of twenty uses of a secret that is valid once. */
export const oneOfTwenty = [204, ...Array<number>(19).fill(422)]

export interface Member {
  id: string
  clientId: string
  email: string
  password: string
}

/** Creates a user of a client with a password. */
export async function makeMember(test: TestApp, clientId: string, fields: NewUser = {}): Promise<Member> {
  const password = fields.password ?? goodPassword
  const { id, email } = await makeUser(test.database.db, test.passwords, clientId, { ...fields, password })
  return { id, clientId, email, password }
}

type LoginResponse = EndpointResult<typeof loginEndpoint>

/** Logs in by password. @returns the bearer token and whether the session is fully authenticated */
export async function signIn(
  test: TestApp,
  { email, password }: Pick<Member, 'email' | 'password'>,
  extra: object = {},
  options: CallOptions = {},
): Promise<{ token: string; authenticated: boolean; methods: { id: string; type: string }[] }> {
  const { status, body, text } = await call(test, 'POST', '/login', { email, password, ...extra }, options)
  if (status !== 200) throw new Error(`${status} ${text}`)
  const { token, authenticated, twoFAMethods } = body as unknown as LoginResponse
  return { token, authenticated, methods: twoFAMethods }
}

export interface Enrolled {
  secret: string
  recoveryCodes: string[]
  totpId: string
  codesId: string
}

/**
 * Sets up two-step authentication in a session: app, confirmation, recovery codes. Moves the clock
 * past the used code.
 */
export async function enrol(test: TestApp, token: string): Promise<Enrolled> {
  const totp = await call(test, 'POST', '/2fa/new-totp-method', undefined, { token })
  const { id: totpId, secret } = totp.body as { id: string; secret: string }
  const code = totpCode(secret, test.clock.now)
  const confirmed = await call(test, 'POST', '/2fa/confirm-totp-method', { id: totpId, code }, { token })
  const codes = await call(test, 'POST', '/2fa/new-recovery-codes', undefined, { token })
  const { id: codesId, recoveryCodes } = codes.body as { id: string; recoveryCodes: string[] }
  const methods = [
    { id: totpId, type: 'totp', code },
    { id: codesId, type: 'recovery-codes' },
  ]
  const enabled = await call(test, 'POST', '/2fa/enable', { methods }, { token })
  if (!confirmed.text.includes('true') || !enabled.text.includes('true')) {
    throw new Error(`${totp.text} ${confirmed.text} ${codes.text} ${enabled.text}`)
  }
  nextStep(test)
  return { secret, recoveryCodes, totpId, codesId }
}

/** Moves the clock to the next code of the app. */
export function nextStep(test: TestApp, steps = 1): void {
  test.clock.now = new Date(test.clock.now.getTime() + steps * STEP_MS)
}

export function verify(
  test: TestApp,
  token: string,
  code: string,
  extra: object = {},
  options: CallOptions = {},
): Promise<Called> {
  const type = code.length === 6 ? 'totp' : 'recovery-codes'
  return call(test, 'POST', '/2fa/verify', { type, code, ...extra }, { token, ...options })
}

/** The token of the link with this path in the latest email. */
export function tokenInMail(test: TestApp, path: string): string {
  const tokens = test.mails.map(({ text }) => tokenInText(text, path))
  const token = tokens.findLast((found) => found !== undefined)
  if (token === undefined) throw new Error(`No mail leads to ${path}.`)
  return token
}
