import { ApiError, InvalidResponseError, NoResponseError } from '@gatehouse/api-client/api-error'
import { type ErrorCode, errorCodes } from '@gatehouse/validation/error-codes'
import { expect, test } from 'vitest'
import { loginErrorOf } from './login-error.tsx'

const apiError = (code: ErrorCode, message: string, retryAfter: string | null = null) => {
  const status = errorCodes[code]
  return new ApiError(status, { statusCode: status, code, message }, retryAfter)
}

test.each([
  [
    'a wrong pair',
    apiError('unauthenticated', 'Email or password was incorrect.'),
    { kind: 'invalid_credentials' },
  ],
  ['too many attempts', apiError('too_many_requests', 'x', '120'), { kind: 'throttled', waitSeconds: 120 }],
  ['too many attempts, without a wait', apiError('too_many_requests', 'x'), { kind: 'throttled' }],
  ['an account', apiError('account_unavailable', 'x'), { kind: 'account' }],
  ['a locked account', apiError('account_locked', 'x', '900'), { kind: 'account', waitSeconds: 900 }],
  [
    'a sentence about accounts',
    apiError('forbidden', 'Account is out of luck.'),
    { kind: 'invalid_credentials' },
  ],
  ['a fault', apiError('internal', 'Account service broke'), { kind: 'server' }],
  ['a server that shuts down', apiError('unavailable', 'x', '2'), { kind: 'server' }],
  ['a proxy without words', new ApiError(502, undefined, null), { kind: 'server' }],
  ['a response that is not the declared one', new InvalidResponseError('<html>'), { kind: 'unreadable' }],
  ['no response', new NoResponseError('No response from the server.'), { kind: 'no_response' }],
])('%s', (_, error, expected) => {
  expect(loginErrorOf(error)).toEqual(expected)
})
