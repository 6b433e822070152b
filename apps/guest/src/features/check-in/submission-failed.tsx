import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { elapsed, readMoment } from '../../lib/moment.ts'
import { errorMessage } from './error-messages.ts'
import { detailFields } from './form/details.ts'
import type { SubmissionError } from './submission/submission.ts'
import { Notice } from '@gatehouse/ui/core/notice'

interface SubmissionFailedProps {
  error: SubmissionError
  retryAfterSeconds?: number | undefined
}

/** Why the server rejected a sign-in, unless a field shows it. Loaded after the first screen. */
export default function SubmissionFailed({ error, retryAfterSeconds = 0 }: SubmissionFailedProps) {
  const { i18n } = useLingui()
  const { code, fields } = error
  if (detailFields.some((field) => field in fields)) return null
  if (code === 'too_many_requests') return <TooManyAttempts seconds={retryAfterSeconds} />
  return (
    <Notice kind="danger" title={<Trans>Submission failed.</Trans>}>
      {i18n._(errorMessage(code))}
    </Notice>
  )
}

/**
 * Too many wrong codes: who can help, and when codes are accepted again. A screen reader announces
 * the first countdown only.
 */
function TooManyAttempts({ seconds }: { seconds: number }) {
  const left = useCountdown(seconds)
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <Notice kind="caution" title={<Trans>Please see staff.</Trans>}>
      <p>
        <Trans>There were too many attempts here. Staff can sign you in.</Trans>
      </p>
      {left > 0 ? (
        <p aria-live="off" translate="no">
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

/** The whole seconds left since the first render, correct also after sleep or a clock set back. */
function useCountdown(seconds: number): number {
  const [began] = useState(readMoment)
  const [now, setNow] = useState(began)
  const left = Math.max(0, Math.ceil(seconds - elapsed(began, now) / 1000))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setNow(readMoment()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return left
}
