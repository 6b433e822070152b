import { Trans } from '@lingui/react/macro'
import { pressStartAgain } from '../start-again.ts'
import { useCheckIn, useMachine } from '../check-in-store.ts'
import styles from '../complete-step.module.css'
import { useStayEnd } from '../stay-end.ts'
import type { StoredCheckIn } from '../stored-check-ins.ts'
import { VisitPass } from '../visit-pass.tsx'
import { Button } from '@gatehouse/ui/core/button'

/** The confirmation of a check-out. */
export function CheckedOutStep() {
  const checkIn = useCheckIn((state) => state.checkIn)
  return checkIn?.checkOutTime && <CheckedOut checkIn={checkIn} checkOutTime={checkIn.checkOutTime} />
}

function CheckedOut({ checkIn, checkOutTime }: { checkIn: StoredCheckIn; checkOutTime: string }) {
  const { kiosk } = useMachine()
  useStayEnd(checkIn)
  return (
    <div className={kiosk ? `${styles.complete} ${styles.kiosk}` : styles.complete}>
      <VisitPass
        outcome="departed"
        word={<Trans>Checked Out</Trans>}
        checkIn={{ ...checkIn, temperature: null }}
        time={checkOutTime}
        timeLabel={<Trans>Checked out at</Trans>}
      >
        <p>
          <Trans>Thank you for your visit.</Trans>{' '}
          {!kiosk && <Trans>You may need to show this page to venue staff on exit.</Trans>}
        </p>
      </VisitPass>
      <div className={styles.actions}>
        <Button full onClick={pressStartAgain}>
          <Trans>Start Again</Trans>
        </Button>
      </div>
    </div>
  )
}
