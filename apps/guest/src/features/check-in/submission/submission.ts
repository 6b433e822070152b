import type { Stranger } from '@gatehouse/api-client/api-error'
import { isWithin } from '../../../lib/clock.ts'
import type { Attempt } from './attempt.ts'
import type { ErrorCode } from '@gatehouse/validation/error-codes'

/** The server's error for an attempt. */
export interface SubmissionError {
  code: ErrorCode
  /** By field: keys of `field-codes.ts`. */
  fields: Record<string, string>
}

interface PendingAttempt {
  attempt: Attempt
  /** How often the attempt was sent without a response. */
  sendsWithoutResponse: number
  /** What sent the last response in place of the server. */
  stranger: Stranger | undefined
}

/**
 * The state of sending the sign-in.
 * - `started`: sent, no response yet
 * - `waiting`: no response so far; the attempt is sent again. A late response still counts
 * - `failed`: after a server error, or a rate limit with `retryAfterSeconds`, the same attempt can
 *   be sent again; after a rejection there is no attempt, and the visitor has to change something
 * - `bad-code`: the code was wrong or expired, and nothing was stored
 */
export type Submission = { badCodes: number } & (
  | { status: 'not-submitted' }
  | ({ status: 'started' } & PendingAttempt)
  | ({ status: 'waiting'; retryAfterSeconds: number | undefined } & PendingAttempt)
  | {
      status: 'failed'
      attempt: Attempt | undefined
      sendsWithoutResponse: number
      error: SubmissionError
      retryAfterSeconds?: number | undefined
    }
  | { status: 'bad-code' }
  | { status: 'complete' }
)

/** The result of sending an attempt once. */
export type Reply =
  | { kind: 'accepted' }
  | { kind: 'bad-code' }
  | {
      kind: 'no-response'
      retryAfterSeconds: number | undefined
      stranger: Stranger | undefined
      /** The call was on its way, whatever the browser says about the network. */
      isSent?: true
    }
  | { kind: 'server-error'; error: SubmissionError }
  | { kind: 'rate-limited'; error: SubmissionError; retryAfterSeconds: number | undefined }
  | { kind: 'rejected'; error: SubmissionError }

export type SubmissionEvent =
  | { type: 'send'; attempt: Attempt }
  | { type: 'reply'; key: string; reply: Reply }

export const notSubmitted: Submission = { status: 'not-submitted', badCodes: 0 }

/** The attempt that has no final response yet. */
export function pendingAttempt(submission: Submission): Attempt | undefined {
  return 'attempt' in submission ? submission.attempt : undefined
}

/** The next state of a submission. A reply to a replaced attempt changes nothing. */
export function nextSubmission(submission: Submission, event: SubmissionEvent): Submission {
  const { badCodes } = submission
  switch (event.type) {
    case 'send': {
      const { attempt } = event
      const isSame = pendingAttempt(submission)?.key === attempt.key
      return {
        status: 'started',
        badCodes,
        attempt,
        sendsWithoutResponse:
          isSame && 'sendsWithoutResponse' in submission ? submission.sendsWithoutResponse : 0,
        stranger: isSame && 'stranger' in submission ? submission.stranger : undefined,
      }
    }
    case 'reply':
      if (submission.status !== 'started' && submission.status !== 'waiting') return submission
      if (submission.attempt.key !== event.key) return submission
      return afterReply(submission, event.reply)
  }
}

function afterReply(submission: Submission & PendingAttempt, reply: Reply): Submission {
  const { attempt, badCodes, sendsWithoutResponse } = submission
  switch (reply.kind) {
    case 'accepted':
      return { status: 'complete', badCodes }
    case 'bad-code':
      return { status: 'bad-code', badCodes: badCodes + 1 }
    case 'no-response':
      return {
        status: 'waiting',
        badCodes,
        attempt: { ...attempt, isSent: attempt.isSent || !!reply.isSent },
        sendsWithoutResponse: sendsWithoutResponse + 1,
        retryAfterSeconds: reply.retryAfterSeconds,
        stranger: reply.stranger,
      }
    case 'server-error':
      return { status: 'failed', badCodes, attempt, sendsWithoutResponse, error: reply.error }
    case 'rate-limited': {
      const { error, retryAfterSeconds } = reply
      return { status: 'failed', badCodes, attempt, sendsWithoutResponse, error, retryAfterSeconds }
    }
    case 'rejected':
      return { status: 'failed', badCodes, attempt: undefined, sendsWithoutResponse: 0, error: reply.error }
  }
}

/**
 * Whether the details can no longer be corrected. The server may have them already, and a changed
 * sign-in would be a second one; or an answer refuses the visitor, and must reach the server first.
 * A rate limit rejects an attempt, so the server has it only if it was sent before.
 */
export function isFormClosed(submission: Submission): boolean {
  if (submission.status === 'started') return true
  if (submission.status === 'failed' && submission.error.code === 'too_many_requests')
    return submission.sendsWithoutResponse > 0
  const { isSent = false, isRefusal = false } = pendingAttempt(submission) ?? {}
  return isSent || isRefusal
}

/**
 * Whether a new server draft is needed: the current one has expired or has no tries left. Checked
 * once per attempt.
 */
export function needsNewDraft(submission: Submission): boolean {
  if (submission.status === 'failed') return submission.error.code === 'too_many_requests'
  return (
    submission.status === 'waiting' &&
    submission.sendsWithoutResponse === 1 &&
    submission.retryAfterSeconds !== undefined
  )
}

/** Whether the server rejected an answer because its question has changed. */
export function isChangedQuestion(submission: Submission, id: string): boolean {
  return submission.status === 'failed' && submission.error.fields[`questions.${id}`] === 'question_changed'
}

const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000
export const AUTOMATIC_RETRY_MS = 3_600_000

/**
 * Milliseconds until the next automatic retry: exponential backoff from 1 to 30 seconds with
 * jitter, so that phones do not retry in step, and never before the server's `Retry-After`.
 * @param random from 0 up to 1
 */
export function retryDelay(
  {
    sendsWithoutResponse,
    retryAfterSeconds = 0,
  }: { sendsWithoutResponse: number; retryAfterSeconds?: number | undefined },
  random: number,
): number {
  const doubled = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, sendsWithoutResponse - 1))
  const requested = retryAfterSeconds * 1000 * (1 + random / 5)
  return Math.round(Math.max(doubled * (0.9 + random / 5), requested))
}

/**
 * Whether an attempt is still retried automatically. After an hour the visitor may have left, and
 * must not be signed in unnoticed. An attempt whose time is in doubt only asks the server whether
 * it knows it.
 */
export function isRetriedAutomatically({ madeAt }: Attempt, now: number): boolean {
  return !madeAt || isWithin(AUTOMATIC_RETRY_MS, madeAt, now)
}
