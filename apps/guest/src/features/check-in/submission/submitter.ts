import type { Attempt } from './attempt.ts'
import { replyOfError, replyOfResult } from './reply.ts'
import {
  pendingAttempt,
  isRetriedAutomatically,
  nextSubmission,
  retryDelay,
  type Reply,
  type Submission,
} from './submission.ts'
import type { CheckInResult } from '@gatehouse/validation/endpoints/check-in'

/**
 * After this time without a response the attempt is sent again. The first call goes on, as its
 * response may still arrive.
 */
const RESEND_MS = 15_000
const noResponse: Reply = {
  kind: 'no-response',
  retryAfterSeconds: undefined,
  stranger: undefined,
  isSent: true,
}

export interface SubmitterDeps {
  send(attempt: Attempt, signal: AbortSignal): Promise<CheckInResult>
  read(): Submission
  /** Sets the state, and stores its attempt so that it survives a reload. */
  write(submission: Submission): void
  /** The server has accepted the attempt and sent its result. */
  onResult(attempt: Attempt, result: CheckInResult): void
  isOnline(): boolean
  now(): number
  random(): number
}

/** The running calls of one attempt. */
interface Calls {
  key: string
  /** How many calls were started. */
  count: number
  abort: AbortController
}

/** Sends an attempt until a response decides it, always with the same key and body. */
export function createSubmitter(deps: SubmitterDeps) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let calls: Calls | undefined

  /** Aborts the running calls and their retries. Late responses are ignored. */
  const stop = () => {
    clearTimeout(timer)
    calls?.abort.abort()
    calls = undefined
  }

  const receive = (key: string, reply: Reply) => {
    clearTimeout(timer)
    deps.write(nextSubmission(deps.read(), { type: 'reply', key, reply }))
    const submission = deps.read()
    if (submission.status !== 'waiting' || !isRetriedAutomatically(submission.attempt, deps.now())) return
    timer = setTimeout(retryAutomatically, retryDelay(submission, deps.random()))
  }

  const start = async (pending: Attempt) => {
    const { key } = pending
    if (calls?.key !== key) stop()
    clearTimeout(timer)
    calls ??= { key, count: 0, abort: new AbortController() }
    const own = calls
    const number = (own.count += 1)
    const attempt = { ...pending, isSent: pending.isSent || deps.isOnline() }
    // Stored before it is sent, so that a reload finds the attempt.
    deps.write(nextSubmission(deps.read(), { type: 'send', attempt }))
    timer = setTimeout(() => receive(key, noResponse), RESEND_MS)
    const { reply, result } = await deps.send(attempt, own.abort.signal).then(
      (accepted) => ({ reply: replyOfResult(accepted), result: accepted }),
      (error: unknown) => ({
        reply: replyOfError(error, attempt.body.verificationCode !== undefined),
        result: undefined,
      }),
    )
    if (own.abort.signal.aborted) return
    if (reply.kind === 'no-response') {
      // Another call of the attempt is running or about to start.
      if (number < own.count || deps.read().status !== 'started') return
    } else stop()
    if (result && reply.kind === 'accepted') deps.onResult(attempt, result)
    receive(key, reply)
  }

  /** Sends the pending attempt now. Its running calls go on, and the first response counts. */
  const retry = () => {
    const attempt = pendingAttempt(deps.read())
    if (attempt) void start(attempt)
  }

  /** Sends the waiting attempt automatically, within its first hour only. */
  const retryAutomatically = () => {
    const submission = deps.read()
    if (submission.status === 'waiting' && isRetriedAutomatically(submission.attempt, deps.now())) retry()
  }

  return {
    /** Sends an attempt. Does nothing while the same attempt is being sent. */
    submit(attempt: Attempt) {
      const submission = deps.read()
      if (submission.status === 'started' && submission.attempt.key === attempt.key) return
      void start(attempt)
    },
    retry,
    retryAutomatically,
    stop,
  }
}
