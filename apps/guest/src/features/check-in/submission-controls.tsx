import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type ReactNode } from 'react'
import { retry } from './check-in.ts'
import { useCheckIn } from './check-in-store.ts'
import { pendingAttempt, type Submission } from './submission/submission.ts'
import { errorMessage } from './visitor-messages.ts'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'

const SLOW_MS = 5000

interface ContinueButtonProps {
  /** The step itself is waiting for something before it continues. */
  busy?: boolean
  children: ReactNode
}

/**
 * The submit button of a step. It shows when the sign-in is being sent. Where no response came it sends the same attempt again,
 * as long as nothing was changed.
 */
export function ContinueButton({ busy = false, children }: ContinueButtonProps) {
  const isServerRendered = useCheckIn((state) => state.isServerRendered)
  const isStarted = useCheckIn((state) => state.submission.status === 'started')
  const { isBusy, canRetry } = useSubmissionProgress()
  return (
    <Button
      // Before hydration the browser must not submit the form by itself: the URL would contain names.
      type={isServerRendered || (isStarted && canRetry) ? 'button' : 'submit'}
      kind="primary"
      full
      busy={busy || isBusy}
      onClick={isStarted && canRetry ? retry : undefined}
      // A field that loses the focus may show an error and move the button away before the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      {canRetry ? <Trans>Retry</Trans> : children}
    </Button>
  )
}

/** Tells what happened to the sign-in while it is not complete. A screen reader announces changes. */
export function SubmissionNotice() {
  const { i18n } = useLingui()
  const submission = useCheckIn((state) => state.submission)
  const { hasNoResponse } = useSubmissionProgress()
  return (
    <div aria-live="polite">
      {hasNoResponse && (
        <Notice kind="caution" title={<Trans>Waiting for a response. Please try again.</Trans>}>
          <Trans>
            Your details are kept on this phone and sent again by themselves. You are signed in only once.
          </Trans>
        </Notice>
      )}
      {submission.status === 'failed' && submission.error.code === 'too_many_requests' && (
        <TooManyAttempts seconds={submission.retryAfterSeconds ?? 0} />
      )}
      {submission.status === 'failed' && submission.error.code !== 'too_many_requests' && (
        <Notice kind="danger" title={<Trans>Submission failed.</Trans>}>
          {i18n._(errorMessage(submission.error.code))}
        </Notice>
      )}
    </div>
  )
}

/** Too many wrong codes: what to do, and when. A screen reader announces the first countdown only. */
function TooManyAttempts({ seconds }: { seconds: number }) {
  const left = useCountdown(seconds)
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <Notice kind="caution" title={<Trans>Too many attempts.</Trans>}>
      <p>
        <Trans>Please check the code on the temperature device, or measure again.</Trans>
      </p>
      {left > 0 ? (
        <p aria-live="off">
          <Trans>You can try again in {time}.</Trans>
        </p>
      ) : (
        <p>
          <Trans>You can try again now.</Trans>
        </p>
      )}
    </Notice>
  )
}

/** The state of the submission as the visitor sees it. */
function useSubmissionProgress() {
  const submission = useCheckIn((state) => state.submission)
  const [slow, setSlow] = useState<Submission>()
  useEffect(() => {
    if (submission.status !== 'started') return undefined
    const timer = setTimeout(() => setSlow(submission), SLOW_MS)
    return () => clearTimeout(timer)
  }, [submission])

  const isStarted = submission.status === 'started'
  const isSlow = isStarted && slow === submission
  const isBusy = isStarted && !isSlow
  return {
    /** It was sent less than five seconds ago. */
    isBusy,
    /** No response has come so far, and the visitor is told. */
    hasNoResponse:
      submission.status === 'waiting' || isSlow || (isStarted && submission.sendsWithoutResponse > 0),
    /** The same attempt can be sent once more. */
    canRetry: !isBusy && pendingAttempt(submission) !== undefined,
  }
}

/** The whole seconds that are left, from the first render on. It follows the clock, so that it is right after the phone slept. */
function useCountdown(seconds: number): number {
  const [end] = useState(() => Date.now() + seconds * 1000)
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return left
}
