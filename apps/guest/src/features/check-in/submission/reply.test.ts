import { expect, it, test } from 'vitest'
import { stepOfError } from './reply.ts'
import type { Attempt } from './attempt.ts'
import { notSubmitted, type SubmissionError, type Submission } from './submission.ts'

const failed = (error: SubmissionError, attempt?: Attempt): Submission => ({
  status: 'failed',
  badCodes: 0,
  attempt,
  sendsWithoutResponse: 0,
  error,
})

test.each([
  [{ code: 'invalid_phone', fields: {} }, 'details'],
  [{ code: 'bad_request', fields: { lastName: 'no' } }, 'details'],
  [{ code: 'bad_request', fields: { role: 'no' } }, 'questions'],
  [{ code: 'bad_request', fields: { verificationCode: 'no' } }, 'code'],
  [{ code: 'answers_incomplete', fields: {} }, 'questions'],
  [{ code: 'questions_changed', fields: {} }, 'questions'],
  // It has its own page.
  [{ code: 'answers_failed', fields: {} }, undefined],
  [{ code: 'unknown_role', fields: {} }, 'questions'],
  [{ code: 'conflict', fields: {} }, undefined],
  [{ code: 'forbidden', fields: {} }, undefined],
] as const)('%j leads to %s', (error, step) => {
  expect(stepOfError(failed(error))).toBe(step)
})

it('has no step while the same attempt can still be sent', () => {
  expect(stepOfError(failed({ code: 'invalid_phone', fields: {} }, {} as Attempt))).toBeUndefined()
  expect(stepOfError(notSubmitted)).toBeUndefined()
})
