import { Trans, useLingui } from '@lingui/react/macro'
import { useCheckIn } from './check-in-store.ts'
import { useWaiting } from './use-waiting.ts'
import { refusalWords } from './visitor-words.ts'
import { Notice } from '@gatehouse/ui/core/notice'

/** What became of sending the sign-in, while it has not come to an end. Read out when it changes. */
export function SubmissionNotice() {
  const { i18n } = useLingui()
  const submission = useCheckIn((state) => state.submission)
  const { isUnanswered } = useWaiting()
  return (
    <div aria-live="polite">
      {isUnanswered && (
        <Notice kind="caution" title={<Trans>Waiting for a response. Please try again.</Trans>}>
          <Trans>
            Your details are kept on this phone and sent again by themselves. You are signed in only once.
          </Trans>
        </Notice>
      )}
      {submission.status === 'failed' && (
        <Notice kind="danger" title={<Trans>Submission failed.</Trans>}>
          {i18n._(refusalWords(submission.refusal.code))}
        </Notice>
      )}
    </div>
  )
}
