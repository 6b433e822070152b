import { useEffect, useState } from 'react'
import { useCheckIn } from './check-in-store.ts'
import { attemptOf, type Submission } from './submission/submission.ts'

const SLOW_MILLISECONDS = 5000

export interface Waiting {
  /** On its way, and not yet for long. */
  isBusy: boolean
  /** The visitor should hear that no answer has come so far. */
  isUnanswered: boolean
  /** The same attempt may be sent once more. */
  mayRetry: boolean
}

/** How long the sign-in has been waiting for its answer, as far as a visitor should see it. */
export function useWaiting(): Waiting {
  const submission = useCheckIn((state) => state.submission)
  const [slow, setSlow] = useState<Submission>()
  useEffect(() => {
    if (submission.status !== 'started') return undefined
    const timer = setTimeout(() => setSlow(submission), SLOW_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [submission])

  const isStarted = submission.status === 'started'
  const isSlow = isStarted && slow === submission
  const isBusy = isStarted && !isSlow
  return {
    isBusy,
    isUnanswered: submission.status === 'waiting' || isSlow || (isStarted && submission.unanswered > 0),
    mayRetry: !isBusy && attemptOf(submission) !== undefined,
  }
}
