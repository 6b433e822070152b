import { ApiError, InvalidAnswerError, NoAnswerError } from '@gatehouse/api-client/api-error'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import { expect, test } from 'vitest'
import { loginErrorOf } from './login-error.ts'

const refusal = (status: number, message: string, retryAfter: string | null = null) =>
  new ApiError(status, { statusCode: status, code: codes[status] ?? 'internal', message }, retryAfter)

const codes: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  403: 'account_unavailable',
  429: 'too_many_requests',
}

test.each([
  ['a wrong pair', refusal(401, 'Email or password was incorrect.'), { kind: 'refused' }],
  ['too many attempts', refusal(429, 'Too many attempts.', '120'), { kind: 'throttled', waitSeconds: 120 }],
  ['too many attempts, without a wait', refusal(429, 'Too many attempts.'), { kind: 'throttled' }],
  ['an account', refusal(403, 'Account is archived.'), { kind: 'account' }],
  ['a locked account', refusal(403, 'Account is locked.', '900'), { kind: 'account', waitSeconds: 900 }],
  ['a fault', refusal(500, 'Account service broke'), { kind: 'server' }],
  ['a server that shuts down', refusal(503, 'x', '2'), { kind: 'server' }],
  ['a proxy without words', new ApiError(502, undefined, null), { kind: 'server' }],
  ['an answer that is none of ours', new InvalidAnswerError('<html>'), { kind: 'unreadable' }],
  ['no answer', new NoAnswerError('No answer from the server.'), { kind: 'no_answer' }],
])('%s', (_, error, expected) => {
  expect(loginErrorOf(error)).toEqual(expected)
})
