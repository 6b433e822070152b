import type { FormStep } from './flow.ts'
import type { Refusal, Submission } from './submission/submission.ts'

/** The step at which a visitor can do something about a refusal; undefined where there is none. */
export function stepOfRefusal(submission: Submission): FormStep | undefined {
  if (submission.status !== 'failed' || submission.attempt) return undefined
  return stepOf(submission.refusal)
}

function stepOf({ code, fields }: Refusal): FormStep | undefined {
  if (
    code === 'invalid_phone' ||
    ['firstName', 'lastName', 'mobile', 'dependents'].some((name) => name in fields)
  ) {
    return 'details'
  }
  if (['answers_incomplete', 'answers_failed', 'unknown_role'].includes(code) || 'role' in fields) {
    return 'questions'
  }
  return 'verificationCode' in fields ? 'code' : undefined
}
