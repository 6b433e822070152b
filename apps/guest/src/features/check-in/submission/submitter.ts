import type { Attempt } from './attempt.ts'
import { replyOfError, replyOfResult } from './reply.ts'
import {
  pendingAttempt,
  isRetriedAutomatically,
  nextSubmission,
  retryDelay,
  type Submission,
} from './submission.ts'
import type { CheckInResult } from '@gatehouse/validation/endpoints/check-in'

export interface SubmitterDeps {
  send(attempt: Attempt, signal: AbortSignal): Promise<CheckInResult>
  read(): Submission
  /** Sets the state, and stores its attempt so that it survives a reload. */
  write(submission: Submission): void
  /** The server has accepted the attempt and sent its result. */
  onResult(attempt: Attempt, result: CheckInResult): void
  now(): number
  random(): number
}

export interface Submitter {
  /** Sends an attempt. Does nothing while the same attempt is being sent. */
  submit(attempt: Attempt): void
  /** Sends the pending attempt now. */
  retry(): void
  /** Sends the waiting attempt without a press, within its first hour only. */
  retryAutomatically(): void
  /** Aborts the current call and its retries. A late response is ignored. */
  stop(): void
}

/** Sends an attempt until a response decides it, always with the same key and the same body. */
export function createSubmitter(deps: SubmitterDeps): Submitter {
  let timer: ReturnType<typeof setTimeout> | undefined
  let call: AbortController | undefined

  const stop = () => {
    clearTimeout(timer)
    call?.abort()
    call = undefined
  }

  const scheduleRetry = () => {
    const submission = deps.read()
    if (submission.status !== 'waiting' || !isRetriedAutomatically(submission.attempt, deps.now())) return
    timer = setTimeout(retryAutomatically, retryDelay(submission, deps.random()))
  }

  const start = async (attempt: Attempt) => {
    stop()
    const own = new AbortController()
    call = own
    // Stored before it is sent, so that a reload at this moment finds the attempt.
    deps.write(nextSubmission(deps.read(), { type: 'send', attempt }))
    const { reply, result } = await deps.send(attempt, own.signal).then(
      (accepted) => ({ reply: replyOfResult(accepted), result: accepted }),
      (error: unknown) => ({
        reply: replyOfError(error, attempt.body.verificationCode !== undefined),
        result: undefined,
      }),
    )
    if (own.signal.aborted) return
    call = undefined
    if (result && reply.kind === 'accepted') deps.onResult(attempt, result)
    deps.write(nextSubmission(deps.read(), { type: 'reply', key: attempt.key, reply }))
    scheduleRetry()
  }

  const retry = () => {
    const attempt = pendingAttempt(deps.read())
    if (attempt) void start(attempt)
  }

  const retryAutomatically = () => {
    const submission = deps.read()
    if (submission.status === 'waiting' && isRetriedAutomatically(submission.attempt, deps.now())) retry()
  }

  return {
    submit(attempt) {
      if (call && pendingAttempt(deps.read())?.key === attempt.key) return
      void start(attempt)
    },
    retry,
    retryAutomatically,
    stop,
  }
}
