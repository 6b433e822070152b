import type { Attempt } from './attempt.ts'
import type { ErrorCode } from '@gatehouse/validation/error-codes'

/** The server's no to an attempt. */
export interface SubmissionError {
  code: ErrorCode
  /** What is wrong with which field: keys of `messages.ts`. */
  fields: Record<string, string>
}

interface UnderWay {
  attempt: Attempt
  /** How often the attempt was sent without an answer. */
  unanswered: number
}

/**
 * Where sending the sign-in stands.
 * - `started`: on its way
 * - `waiting`: no answer came; the same attempt is sent again
 * - `failed`: the server answered with a failure of its own, and the same attempt may be sent again; or it wants to be asked later
 *   (`retryAfterSeconds`); or it refused (there is no attempt any more, and something has to change)
 * - `bad-code`: the code was wrong or stale, and nothing was stored; or one is not enough, and a second one goes with `secondCodeDraft`
 */
export type Submission = { badCodes: number } & (
  | { status: 'not-submitted' }
  | ({ status: 'started' } & UnderWay)
  | ({ status: 'waiting'; retryAfterSeconds: number | undefined } & UnderWay)
  | {
      status: 'failed'
      attempt: Attempt | undefined
      unanswered: number
      error: SubmissionError
      retryAfterSeconds?: number | undefined
    }
  | { status: 'bad-code'; secondCodeDraft: string | undefined }
  | { status: 'complete' }
)

/** What became of one sending. */
export type Reply =
  | { kind: 'accepted' }
  | { kind: 'bad-code'; secondCodeDraft: string | undefined }
  | { kind: 'unanswered'; retryAfterSeconds: number | undefined }
  | { kind: 'broken'; error: SubmissionError }
  | { kind: 'limited'; error: SubmissionError; retryAfterSeconds: number | undefined }
  | { kind: 'refused'; error: SubmissionError }

export type SubmissionEvent =
  | { type: 'send'; attempt: Attempt }
  | { type: 'reply'; key: string; reply: Reply }
  | { type: 'reset' }

export const notSubmitted: Submission = { status: 'not-submitted', badCodes: 0 }

/** The attempt that still waits for an answer, if any. */
export function attemptOf(submission: Submission): Attempt | undefined {
  return 'attempt' in submission ? submission.attempt : undefined
}

/** The next state of a submission. A reply to an attempt that another has replaced changes nothing. */
export function nextSubmission(submission: Submission, event: SubmissionEvent): Submission {
  const { badCodes } = submission
  switch (event.type) {
    case 'reset':
      return notSubmitted
    case 'send': {
      const { attempt } = event
      const isSame = attemptOf(submission)?.key === attempt.key
      return {
        status: 'started',
        badCodes,
        attempt,
        unanswered: isSame && 'unanswered' in submission ? submission.unanswered : 0,
      }
    }
    case 'reply':
      if (submission.status !== 'started' || submission.attempt.key !== event.key) return submission
      return afterReply(submission, event.reply)
  }
}

function afterReply(submission: Submission & { status: 'started' }, reply: Reply): Submission {
  const { attempt, badCodes, unanswered } = submission
  switch (reply.kind) {
    case 'accepted':
      return { status: 'complete', badCodes }
    case 'bad-code':
      return { status: 'bad-code', badCodes: badCodes + 1, secondCodeDraft: reply.secondCodeDraft }
    case 'unanswered':
      return {
        status: 'waiting',
        badCodes,
        attempt,
        unanswered: unanswered + 1,
        retryAfterSeconds: reply.retryAfterSeconds,
      }
    case 'broken':
      return { status: 'failed', badCodes, attempt, unanswered, error: reply.error }
    case 'limited': {
      const { error, retryAfterSeconds } = reply
      return { status: 'failed', badCodes, attempt, unanswered, error, retryAfterSeconds }
    }
    case 'refused':
      return { status: 'failed', badCodes, attempt: undefined, unanswered: 0, error: reply.error }
  }
}

/** Whether the server's draft has had its tries, or is too old to count: asked once, where the server is not ready for this sign-in. */
export function wantsFreshDraft(submission: Submission): boolean {
  if (submission.status === 'failed') return submission.error.code === 'too_many_requests'
  return (
    submission.status === 'waiting' &&
    submission.unanswered === 1 &&
    submission.retryAfterSeconds !== undefined
  )
}

const FIRST_DELAY = 1000
const LONGEST_DELAY = 30_000
const AUTOMATIC_MILLISECONDS = 3_600_000

/**
 * Milliseconds until the next automatic sending: doubling from one second to thirty, with a fifth of spread so that a
 * crowd does not come back at once, and never before the server wants it.
 * @param chance from 0 up to 1
 */
export function retryDelay(
  { unanswered, retryAfterSeconds = 0 }: { unanswered: number; retryAfterSeconds?: number | undefined },
  chance: number,
): number {
  const doubled = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.max(0, unanswered - 1))
  const wanted = retryAfterSeconds * 1000 * (1 + chance / 5)
  return Math.round(Math.max(doubled * (0.9 + chance / 5), wanted))
}

/** An hour later the visitor may have gone; from then on only a press sends, so that nobody is signed in behind their back. */
export function isSentByItself({ madeAt }: Attempt, now: number): boolean {
  return Math.abs(now - madeAt) <= AUTOMATIC_MILLISECONDS
}
