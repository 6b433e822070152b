import type { Attempt } from './attempt.ts'
import { replyOfError, replyOfResult } from './reply.ts'
import { attemptOf, isSentByItself, nextSubmission, retryDelay, type Submission } from './submission.ts'
import type { CheckInResult } from '@gatehouse/validation/endpoints/check-in'

export interface SubmitterPorts {
  send(attempt: Attempt, signal: AbortSignal): Promise<CheckInResult>
  read(): Submission
  /** Shows the state, and keeps its attempt where a reload finds it. */
  write(submission: Submission): void
  /** The server has signed somebody in, or refused with a result. */
  onResult(attempt: Attempt, result: CheckInResult): void
  now(): number
  chance(): number
}

export interface Submitter {
  /** Sends an attempt. Pressing again while the same one is on its way does nothing. */
  submit(attempt: Attempt): void
  /** Sends the waiting attempt now: the Retry button, the network's return, a page that is looked at again. */
  retry(): void
  /** The same, where it was not pressed: only while the attempt is young enough to be sent by itself. */
  retryByItself(): void
  /** Gives up whatever is under way; an answer that still comes is not heard. */
  stop(): void
}

/** Sends attempts until they are answered, always under the same key and with the same bytes. */
export function createSubmitter(ports: SubmitterPorts): Submitter {
  let timer: ReturnType<typeof setTimeout> | undefined
  let call: AbortController | undefined

  const stop = () => {
    clearTimeout(timer)
    call?.abort()
    call = undefined
  }

  const plan = () => {
    const submission = ports.read()
    if (submission.status !== 'waiting' || !isSentByItself(submission.attempt, ports.now())) return
    timer = setTimeout(retryByItself, retryDelay(submission, ports.chance()))
  }

  const start = async (attempt: Attempt) => {
    stop()
    const own = new AbortController()
    call = own
    // Written before it is sent: a reload in this very moment finds the attempt.
    ports.write(nextSubmission(ports.read(), { type: 'send', attempt }))
    const { reply, result } = await ports.send(attempt, own.signal).then(
      (answer) => ({ reply: replyOfResult(answer), result: answer }),
      (error: unknown) => ({
        reply: replyOfError(error, attempt.body.verificationCode !== undefined),
        result: undefined,
      }),
    )
    if (own.signal.aborted) return
    call = undefined
    if (result && reply.kind === 'accepted') ports.onResult(attempt, result)
    ports.write(nextSubmission(ports.read(), { type: 'reply', key: attempt.key, reply }))
    plan()
  }

  const retry = () => {
    const attempt = attemptOf(ports.read())
    if (attempt) void start(attempt)
  }

  const retryByItself = () => {
    const submission = ports.read()
    if (submission.status === 'waiting' && isSentByItself(submission.attempt, ports.now())) retry()
  }

  return {
    submit(attempt) {
      if (call && attemptOf(ports.read())?.key === attempt.key) return
      void start(attempt)
    },
    retry,
    retryByItself,
    stop,
  }
}
