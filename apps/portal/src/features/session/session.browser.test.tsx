import { getProfileEndpoint } from '@gatehouse/validation/endpoints/me'
import { validateTokenEndpoint } from '@gatehouse/validation/endpoints/sessions'
import { expect, onTestFinished, test, vi } from 'vitest'
import { profile } from '../../../test/profile.ts'
import { stubApi } from '../../../test/stub-api.ts'
import { tokens } from '../../lib/api.ts'
import { findSession } from './session.ts'

function respond(body: string, type: string) {
  tokens.set('token')
  vi.stubGlobal('fetch', async () => new Response(body, { status: 401, headers: { 'content-type': type } }))
  onTestFinished(() => void vi.unstubAllGlobals())
}

test('a session that the server refuses is forgotten', async () => {
  const body = { statusCode: 401, code: 'unauthenticated', message: 'Please log in.' }
  respond(JSON.stringify(body), 'application/json')
  expect(await findSession()).toBeUndefined()
  expect(tokens.get()).toBeUndefined()
})

test('a proxy that refuses says nothing about the session', async () => {
  respond('<!doctype html><title>Log in</title>', 'text/html')
  await expect(findSession()).rejects.toMatchObject({ status: 401 })
  expect(tokens.get()).toBe('token')
})

test.each([
  ['an operator has the look of the installation', true, 'presence'],
  ['others have the look of their client', false, 'batbooth'],
])('%s', async (_, isOperator, look) => {
  const server = stubApi()
  server.on(validateTokenEndpoint, () => ({
    validated: true as const,
    config: {
      look: 'batbooth' as const,
      isPulse: false,
      isBatbooth: true,
      language: 'en-au' as const,
      region: 'AU',
    },
    authenticated: true,
    twoFAMethods: [],
  }))
  server.on(getProfileEndpoint, () => ({ ...profile, site_admin: isOperator }))
  expect(await findSession()).toMatchObject({ config: { look } })
})
