import { ApiError, NoResponseError } from '@gatehouse/api-client/api-error'
import { expect, test } from 'vitest'
import { verifyErrorOf } from './verify-error.ts'

const tooMany = (code: string, seconds: string | null) =>
  new ApiError(429, { statusCode: 429, code, message: 'x' }, seconds)

test.each([
  ['the lock of an account', tooMany('second_factor_locked', '900'), { kind: 'locked', seconds: 900 }],
  ['a flood', tooMany('too_many_requests', '7'), { kind: 'locked', seconds: 7 }],
  ['a long wait', tooMany('too_many_requests', '9000'), { kind: 'locked', seconds: 9000 }],
  ['a wait that is not told', tooMany('second_factor_locked', null), { kind: 'locked', seconds: 60 }],
  ['a code of a newer server', tooMany('moon_is_full', '7'), { kind: 'locked', seconds: 7 }],
  ['a session without tries', tooMany('second_factor_spent', '7'), { kind: 'spent' }],
  ['a fault', new ApiError(500, undefined, null), { kind: 'failed' }],
  ['no response', new NoResponseError('x'), { kind: 'failed' }],
])('%s', (_, error, expected) => {
  expect(verifyErrorOf(error)).toEqual(expected)
})
