import { Trans } from '@lingui/react/macro'
import { pressStartAgain } from './check-in.ts'
import { useCheckIn, useMachine } from './check-in-store.ts'
import styles from './complete-step.module.css'
import { OutcomeMessage } from './outcome-message.tsx'
import { canCheckOut, outcomeOf } from './outcome.ts'
import { useGoTo } from './use-go-to.ts'
import { VisitPass } from './visit-pass.tsx'
import { Button } from '@gatehouse/ui/core/button'

/** How the sign-in ended: the pass, what it means, and the way out. */
export function CompleteStep() {
  const checkIn = useCheckIn((state) => state.checkIn)
  const { successMessage, kiosk } = useMachine()
  const goTo = useGoTo()
  if (!checkIn) return null
  const outcome = outcomeOf(checkIn)
  const isAdmitted = outcome === 'success'

  return (
    <div className={kiosk ? `${styles.complete} ${styles.shared}` : styles.complete}>
      <VisitPass
        outcome={outcome}
        word={isAdmitted ? <Trans>Signed In</Trans> : <Trans>Do not proceed</Trans>}
        checkIn={checkIn}
        time={checkIn.submissionTime}
        timeLabel={isAdmitted ? <Trans>Signed in at</Trans> : <Trans>Time</Trans>}
      >
        <OutcomeMessage outcome={outcome} successMessage={successMessage} mobile={checkIn.mobile} />
      </VisitPass>
      <div className={styles.actions}>
        {kiosk && (
          <Button kind="primary" full onClick={pressStartAgain}>
            <Trans>Done</Trans>
          </Button>
        )}
        {canCheckOut(checkIn) && (
          <Button kind={kiosk ? 'secondary' : 'primary'} full onClick={() => goTo('checkout')}>
            <Trans>Check Out</Trans>
          </Button>
        )}
        {!kiosk && (
          <Button kind="quiet" full onClick={pressStartAgain}>
            <Trans>Start Again</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
