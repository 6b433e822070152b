import { ApiError } from '@gatehouse/api-client/api-error'
import { type ErrorCode, errorCodes } from '@gatehouse/validation/error-codes'
import { expect, test } from 'vitest'
import { isLoginPending, loginUrl } from './login-url.ts'

test.each([
  ['/board', {}, '/login?no2FA=1&from=%2Fboard'],
  ['/board?site=1&tab=out', {}, '/login?no2FA=1&from=%2Fboard%3Fsite%3D1%26tab%3Dout'],
  ['/board', { reason: 'ended' }, '/login?no2FA=1&from=%2Fboard&reason=ended'],
  ['/board', { isSecondFactorPending: true }, '/login?from=%2Fboard'],
] as const)('from %s with %j', (from, options, expected) => {
  expect(loginUrl(from, options)).toBe(expected)
})

test('the origin is read back as it was', () => {
  const from = '/board?site=a b&x=ñ#y'
  expect(new URL(loginUrl(from), 'https://h.example').searchParams.get('from')).toBe(from)
})

test.each([
  ['two_step_required', true],
  ['password_change_required', true],
  ['forbidden', false],
  ['step_up_required', false],
  ['unauthenticated', false],
] as const satisfies [ErrorCode, boolean][])('%s opens the login page: %s', (code, expected) => {
  const error = new ApiError(
    errorCodes[code],
    { statusCode: errorCodes[code], code, message: 'Not now.' },
    null,
  )
  expect(isLoginPending(error)).toBe(expected)
})

test('no response does not open the login page', () => {
  expect(isLoginPending(new TypeError('Failed to fetch'))).toBe(false)
})
