import type { APIRequestContext } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { callsAs } from './staff-pages.ts'

const STEP_MS = 30_000

/**
 * The code of a base32 secret at a time: RFC 6238 with SHA-1, 6 digits, 30 s. Uses another library
 * than the server.
 */
export function codeAt(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** A person's authenticator app. */
export class Authenticator {
  readonly secret: string
  #last = 0

  constructor(secret: string) {
    this.secret = secret
  }

  /**
   * A code that was not given before, of the earliest step that the server still accepts; it allows
   * one step of drift. Once all three are used it waits for the next one.
   */
  async code(): Promise<string> {
    const step = Math.max(Math.floor(Date.now() / STEP_MS) - 1, this.#last + 1)
    // A step that ends within ten seconds could be too old when the server checks its code.
    const isOld = step < Math.floor((Date.now() + 10_000) / STEP_MS) - 1
    const chosen = isOld ? step + 1 : step
    const opensAt = (chosen - 1) * STEP_MS
    if (opensAt > Date.now()) await new Promise((done) => void setTimeout(done, opensAt - Date.now()))
    this.#last = chosen
    return codeAt(this.secret, chosen * STEP_MS)
  }
}

/** Enables two-step authentication for an account, without its pages. */
export async function enableTwoSteps(
  request: APIRequestContext,
  login: { email: string; password: string },
): Promise<{ authenticator: Authenticator; recoveryCodes: string[] }> {
  const call = await callsAs(request, login)
  const totp = await call<{ id: string; secret: string }>('POST', '/2fa/new-totp-method')
  const authenticator = new Authenticator(totp.secret)
  const spare = await call<{ id: string; recoveryCodes: string[] }>('POST', '/2fa/new-recovery-codes')
  const [saved] = spare.recoveryCodes
  const methods = [
    { id: totp.id, type: 'totp', code: await authenticator.code() },
    { id: spare.id, type: 'recovery-codes', code: saved },
  ]
  await call('POST', '/2fa/enable', { methods })
  return { authenticator, recoveryCodes: spare.recoveryCodes }
}
