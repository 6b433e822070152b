import { Trans, useLingui } from '@lingui/react/macro'
import { errorMessage } from './error-messages.ts'
import { detailFields } from './form/details.ts'
import type { SubmissionError } from './submission/submission.ts'
import { TooManyAttempts } from './too-many-attempts.tsx'
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
