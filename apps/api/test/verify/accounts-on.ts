import { expect } from 'vitest'
import { createPasswords } from '../../src/modules/auth/passwords.ts'
import { makeClient, makeUser } from '../factories.ts'
import { goodPassword } from '../staff.ts'
import { totpCode } from '../totp-generator.ts'
import { ask, type Asked, type Nodes } from './nodes.ts'

const AT_ONCE = 20

export interface Enrolled {
  token: string
  secret: string
  recoveryCodes: string[]
}

/**
 * Creates accounts of a new client on running nodes. Calls alternate between the nodes,
 * by their number.
 */
export async function accountsOn(nodes: Nodes) {
  const passwords = await createPasswords()
  const clientId = (await makeClient(nodes.db)).id

  const send = (index: number, method: string, path: string, body?: object, token?: string): Promise<Asked> =>
    ask(nodes.origin(index), method, path, body, token === undefined ? {} : { token })
  const post = (index: number, path: string, body?: object, token?: string) =>
    send(index, 'POST', path, body, token)

  const signIn = async (
    { email }: { email: string },
    index = 0,
    extra: object = {},
    password = goodPassword,
  ): Promise<{ token: string; authenticated: boolean }> => {
    const { status, body } = await post(index, '/login', { email, password, ...extra })
    expect(status, JSON.stringify(body)).toBe(200)
    return { token: String(body['token']), authenticated: body['authenticated'] === true }
  }

  return {
    clientId,
    send,
    post,
    signIn,
    newMember: () => makeUser(nodes.db, passwords, clientId, { password: goodPassword, admin: true }),
    /** Logs in and sets up the second factor, which uses its first code. */
    async enrol(member: { email: string }): Promise<Enrolled> {
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
    },
  }
}

export type Accounts = Awaited<ReturnType<typeof accountsOn>>

/** Enrols several accounts at once. */
export function race<T>(send: (index: number) => Promise<T>, times = AT_ONCE): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => send(index)))
}
