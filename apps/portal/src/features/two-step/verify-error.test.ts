import { ApiError, NoAnswerError } from '@gatehouse/api-client/api-error'
import { expect, test } from 'vitest'
import { verifyErrorOf } from './verify-error.ts'

const tooMany = (seconds: string | null) =>
  new ApiError(429, { code: 'too_many_requests', message: 'Too many attempts.' }, seconds)

test.each([
  ['the lock of an account', tooMany('900'), { kind: 'locked', seconds: 900 }],
  ['a flood', tooMany('7'), { kind: 'locked', seconds: 7 }],
  ['a wait that is not said', tooMany(null), { kind: 'locked', seconds: 60 }],
  ['a session without tries', tooMany('901'), { kind: 'spent' }],
  ['a fault', new ApiError(500, undefined, null), { kind: 'failed' }],
  ['no answer', new NoAnswerError('x'), { kind: 'failed' }],
])('%s', (_, error, expected) => {
  expect(verifyErrorOf(error)).toEqual(expected)
})
