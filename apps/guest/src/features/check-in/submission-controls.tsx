import type { Stranger } from '@gatehouse/api-client/api-error'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, type ReactNode } from 'react'
import { retry } from './check-in.ts'
import './before-script.css'
import { isKiosk, useCheckIn } from './check-in-store.ts'
import { NoAnswer } from './no-answer.tsx'
import styles from './submission-controls.module.css'
import { useIsSlow } from './use-is-slow.ts'
import { scriptHelp } from './script-help.ts'
import { isFormClosed, pendingAttempt } from './submission/submission.ts'
import { Button } from '@gatehouse/ui/core/button'

const SubmissionFailed = lazy(() => import('./submission-failed.tsx'))

interface ContinueButtonProps {
  /** The step itself is waiting before it continues. */
  busy?: boolean
  children: ReactNode
}

/**
 * The submit button of a step. Shows when the sign-in is being sent, and resends the attempt if
 * there was no response.
 */
export function ContinueButton({ busy = false, children }: ContinueButtonProps) {
  const isServerRendered = useCheckIn((state) => state.isServerRendered)
  const isClosed = useCheckIn((state) => isFormClosed(state.submission))
  const { isBusy, canRetry } = useSubmissionProgress()
  const resends = isClosed && canRetry
  return (
    <Button
      // Before hydration the browser must not submit the form natively: the URL would contain
      // names.
      type={isServerRendered || resends ? 'button' : 'submit'}
      kind="primary"
      full
      busy={busy || isBusy}
      onClick={resends ? retry : undefined}
      // Blur may show an error and move the button away before the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      {canRetry ? <Trans>Retry</Trans> : children}
    </Button>
  )
}

/**
 * The state of an incomplete sign-in, and the step's own notice. A screen reader announces changes.
 */
export function SubmissionNotice({ children }: { children?: ReactNode }) {
  const submission = useCheckIn((state) => state.submission)
  const formNotice = useCheckIn((state) => state.formNotice)
  const { hasNoResponse } = useSubmissionProgress()
  return (
    <div aria-live="polite">
      {children}
      {formNotice}
      {hasNoResponse && <NoResponse stranger={'stranger' in submission ? submission.stranger : undefined} />}
      {submission.status === 'failed' && (
        <Suspense>
          <SubmissionFailed {...submission} />
        </Suspense>
      )}
      <SentAs />
    </div>
  )
}

/** Says after a while that the page has not loaded. Below the button it shifts nothing. */
export function ScriptHelp() {
  const isServerRendered = useCheckIn((state) => state.isServerRendered)
  if (!isServerRendered) return null
  return <div data-script-help suppressHydrationWarning dangerouslySetInnerHTML={{ __html: scriptHelp }} />
}

function NoResponse({ stranger }: { stranger: Stranger | undefined }) {
  // A kiosk that could store the sign-in does not wait here.
  const isStored = !useCheckIn(isKiosk)
  // After an hour the visitor may have left (`isRetriedAutomatically`).
  const words = isStored && (
    <Trans>
      Your details are kept on this phone and sent automatically for an hour. You are signed in only once.
    </Trans>
  )
  return <NoAnswer stranger={stranger}>{words}</NoAnswer>
}

/** Whose sign-in is being sent, while it can no longer be corrected. */
function SentAs() {
  const submission = useCheckIn((state) => state.submission)
  const attempt = pendingAttempt(submission)
  if (!attempt?.isSent || !isFormClosed(submission)) return null
  const name = `${attempt.body.firstName} ${attempt.body.lastName}`
  return (
    <p className={styles.sent}>
      <Trans>Sent as {name}. To correct it, ask at the desk.</Trans>
    </p>
  )
}

/** The state of the submission as shown to the visitor. */
function useSubmissionProgress() {
  const submission = useCheckIn((state) => state.submission)
  const isStarted = submission.status === 'started'
  const isSlow = useIsSlow(isStarted ? submission : undefined)
  const isBusy = isStarted && !isSlow
  return {
    /** Sent less than five seconds ago. */
    isBusy,
    /** There is no response so far, and the visitor sees that. */
    hasNoResponse:
      submission.status === 'waiting' || isSlow || (isStarted && submission.sendsWithoutResponse > 0),
    /** The same attempt can be sent again. */
    canRetry: !isBusy && pendingAttempt(submission) !== undefined,
  }
}
