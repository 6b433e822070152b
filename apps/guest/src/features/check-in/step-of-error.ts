import type { FormStep } from './flow.ts'
import type { SubmissionError, Submission } from './submission/submission.ts'
import type { ErrorCode } from '@gatehouse/validation/error-codes'

/** The step at which a visitor can do something about an error; undefined where there is none. */
export function stepOfError(submission: Submission): FormStep | undefined {
  if (submission.status !== 'failed' || submission.attempt) return undefined
  return stepOf(submission.error)
}

const aboutQuestions = new Set<ErrorCode>([
  'answers_incomplete',
  'questions_changed',
  'answers_failed',
  'unknown_role',
])

function stepOf({ code, fields }: SubmissionError): FormStep | undefined {
  if (
    code === 'invalid_phone' ||
    ['firstName', 'lastName', 'mobile', 'dependents'].some((name) => name in fields)
  ) {
    return 'details'
  }
  if (aboutQuestions.has(code) || 'role' in fields) {
    return 'questions'
  }
  return 'verificationCode' in fields ? 'code' : undefined
}
