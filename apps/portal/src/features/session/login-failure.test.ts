import { ApiError, NoAnswerError } from '@gatehouse/api-client/api-error'
import { expect, test } from 'vitest'
import { readLoginFailure } from './login-failure.ts'

const refusal = (status: number, message: string) =>
  new ApiError(status, { statusCode: status, code: 'unauthenticated', message }, null)

test.each([
  ['a wrong pair', refusal(401, 'Email or password was incorrect.'), 'refused'],
  ['too many attempts', refusal(429, 'Too many attempts.'), 'refused'],
  ['a locked account', refusal(403, 'Account is locked.'), 'account'],
  ['a fault', refusal(500, 'Account service broke'), 'server'],
  ['a server that shuts down', refusal(503, 'x'), 'server'],
  ['a proxy without words', new ApiError(502, undefined, null), 'server'],
  ['no answer', new NoAnswerError('No answer from the server.'), 'no_answer'],
])('%s', (_, error, expected) => {
  expect(readLoginFailure(error)).toEqual(expected)
})
