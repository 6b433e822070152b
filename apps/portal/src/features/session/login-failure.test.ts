import { ApiError, NoAnswerError } from '@gatehouse/api-client/api-error'
import { expect, test } from 'vitest'
import { readLoginFailure } from './login-failure.ts'

const refusal = (status: number, message: string) =>
  new ApiError(status, { statusCode: status, code: 'unauthenticated', message }, null)

test.each([
  ['a wrong pair', refusal(401, 'Email or password was incorrect.'), { kind: 'refused' }],
  ['too many attempts', refusal(429, 'Too many attempts.'), { kind: 'refused' }],
  [
    'a locked account',
    refusal(403, 'Account is locked.'),
    { kind: 'account', message: 'Account is locked.' },
  ],
  ['a fault', refusal(500, 'Account service broke'), { kind: 'server' }],
  ['a server that shuts down', refusal(503, 'x'), { kind: 'server' }],
  ['a proxy without words', new ApiError(502, undefined, null), { kind: 'server' }],
  ['no answer', new NoAnswerError('No answer from the server.'), { kind: 'no_answer' }],
])('%s', (_, error, expected) => {
  expect(readLoginFailure(error)).toEqual(expected)
})
