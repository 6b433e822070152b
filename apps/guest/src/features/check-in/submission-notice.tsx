import { Trans, useLingui } from '@lingui/react/macro'
import { useCheckIn } from './check-in-store.ts'
import { useCountdown } from './use-countdown.ts'
import { useWaiting } from './use-waiting.ts'
import { errorMessage } from './visitor-messages.ts'
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
      {submission.status === 'failed' && submission.error.code === 'too_many_requests' && (
        <TooMany seconds={submission.retryAfterSeconds ?? 0} />
      )}
      {submission.status === 'failed' && submission.error.code !== 'too_many_requests' && (
        <Notice kind="danger" title={<Trans>Submission failed.</Trans>}>
          {i18n._(errorMessage(submission.error.code))}
        </Notice>
      )}
    </div>
  )
}

/** Too many wrong codes: what to do, and when. The seconds are for the eye; a reader hears the first ones. */
function TooMany({ seconds }: { seconds: number }) {
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
