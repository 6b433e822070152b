import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { retry } from './check-in.ts'
import { useCheckIn } from './check-in-store.ts'
import type { Submission } from './submission/submission.ts'
import { errorMessages } from '@gatehouse/i18n/error-messages'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'

const SLOW_MILLISECONDS = 5000

/** What became of sending the sign-in, while it has not come to an end. Read out when it changes. */
export function SubmissionNotice() {
  const submission = useCheckIn((state) => state.submission)
  const isSlow = useIsSlow(submission)
  const isWaiting = submission.status === 'waiting' || isSlow
  return (
    <div aria-live="polite">
      {isWaiting && <WaitingNotice isBusy={submission.status === 'started'} />}
      {submission.status === 'failed' && <FailedNotice submission={submission} />}
    </div>
  )
}

function WaitingNotice({ isBusy }: { isBusy: boolean }) {
  return (
    <Notice
      kind="caution"
      title={<Trans>Waiting for a response. Please try again.</Trans>}
      action={
        <Button busy={isBusy} onClick={retry}>
          <Trans>Retry</Trans>
        </Button>
      }
    >
      <Trans>
        Your details are kept on this phone and sent again by themselves. You are signed in only once.
      </Trans>
    </Notice>
  )
}

function FailedNotice({ submission }: { submission: Submission & { status: 'failed' } }) {
  const { i18n } = useLingui()
  return (
    <Notice
      kind="danger"
      title={<Trans>Submission failed.</Trans>}
      action={
        submission.attempt && (
          <Button onClick={retry}>
            <Trans>Retry</Trans>
          </Button>
        )
      }
    >
      {i18n._(errorMessages[submission.refusal.code])}
    </Notice>
  )
}

/** Whether a call is on its way for so long that the visitor should hear of it. */
function useIsSlow(submission: Submission): boolean {
  const [slow, setSlow] = useState<Submission>()
  const hasWaited = submission.status === 'started' && submission.unanswered > 0
  useEffect(() => {
    if (submission.status !== 'started') return undefined
    const timer = setTimeout(() => setSlow(submission), SLOW_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [submission])
  return hasWaited || (submission.status === 'started' && slow === submission)
}
