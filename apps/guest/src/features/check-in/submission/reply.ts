import { ApiError, NoResponseError, strangerOf } from '@gatehouse/api-client/api-error'
import type { CheckInResult } from '@gatehouse/validation/endpoints/check-in'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import type { FormStep } from '../form/flow.ts'
import type { Reply, Submission, SubmissionError } from './submission.ts'

/** Timeouts and gateway errors: the call may or may not have taken effect. */
const uncertainStatuses = new Set([408, 425, 502, 503, 504])

export function replyOfResult({ invalidCode }: CheckInResult): Reply {
  return { kind: invalidCode ? 'bad-code' : 'accepted' }
}

/**
 * What a failed call means for its attempt: retry under the same key, or decided by the server. A
 * rate limit is retried silently, because the visitor did not cause it. Too many wrong codes are
 * shown to the visitor.
 * @param hasCode whether the attempt has a temperature code
 */
export function replyOfError(error: unknown, hasCode: boolean): Reply {
  // A response from something other than the server says nothing about the call.
  const stranger = strangerOf(error)
  if (stranger === 'network' || error instanceof NoResponseError)
    return { kind: 'no-response', retryAfterSeconds: undefined, stranger }
  if (!(error instanceof ApiError)) return { kind: 'server-error', error: { code: 'internal', fields: {} } }
  const { status, code, fieldCodes: fields, retryAfterSeconds } = error
  if (status === 429 && hasCode) return { kind: 'rate-limited', error: { code, fields }, retryAfterSeconds }
  if (status === 429 || uncertainStatuses.has(status))
    return { kind: 'no-response', retryAfterSeconds, stranger, isSent: true }
  return { kind: status >= 500 ? 'server-error' : 'rejected', error: { code, fields } }
}

/** The step where the visitor can correct a rejected sign-in; undefined if there is none. */
export function stepOfError(submission: Submission): FormStep | undefined {
  if (submission.status !== 'failed' || submission.attempt) return undefined
  return stepOf(submission.error)
}

const questionErrors = new Set<ErrorCode>(['answers_incomplete', 'questions_changed', 'unknown_role'])

function stepOf({ code, fields }: SubmissionError): FormStep | undefined {
  if (
    code === 'invalid_phone' ||
    // `signedInAt`: the server does not know an attempt whose time was in doubt. The visitor checks
    // the details and sends them again.
    ['firstName', 'lastName', 'mobile', 'dependents', 'signedInAt'].some((name) => name in fields)
  ) {
    return 'details'
  }
  if (questionErrors.has(code) || 'role' in fields || 'host' in fields) return 'questions'
  return 'verificationCode' in fields ? 'code' : undefined
}
