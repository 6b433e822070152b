import { ApiError } from '@gatehouse/api-client/api-error'
import { type ErrorCode, errorCodes } from '@gatehouse/validation/error-codes'
import { expect, test } from 'vitest'
import { isSecondFactorPending } from './second-factor-pending.ts'

test.each([
  ['two_step_required', true],
  ['password_change_required', true],
  ['forbidden', false],
  ['step_up_required', false],
  ['unauthenticated', false],
] as const satisfies [ErrorCode, boolean][])('%s: %s', (code, expected) => {
  const { status, message } = errorCodes[code]
  expect(isSecondFactorPending(new ApiError(status, { code, message }, null))).toBe(expected)
})

test('no answer says nothing of what is owed', () => {
  expect(isSecondFactorPending(new TypeError('Failed to fetch'))).toBe(false)
})
