import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { pressStartAgain } from '../start-again.ts'
import { useCheckIn, useMachine } from '../check-in-store.ts'
import styles from '../complete-step.module.css'
import { undoDeparture, useStayEnd } from '../stay-end.ts'
import type { StoredCheckIn } from '../stored-check-ins.ts'
import { VisitPass } from '../visit-pass.tsx'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'

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
        {checkIn.leftByOtherPhone && <OtherPhoneNotice visit={checkIn} />}
        <p>
          <Trans>Thank you for your visit.</Trans>{' '}
          {!kiosk && <Trans>You may need to show this page to venue staff on exit.</Trans>}
        </p>
      </VisitPass>
      <div className={styles.actions}>
        <Button full onClick={pressStartAgain}>
          {kiosk ? <Trans>Done</Trans> : <Trans>Sign in someone else</Trans>}
        </Button>
      </div>
    </div>
  )
}

/**
 * Anyone who knows a visitor's name and mobile can sign in with them and check that visitor out.
 * Every phone with this visit shows the notice: the visitor's own is unknown.
 */
function OtherPhoneNotice({ visit }: { visit: StoredCheckIn }) {
  const [state, setState] = useState<'ready' | 'sending' | 'failed'>('ready')
  const undo = () => {
    setState('sending')
    undoDeparture(visit).catch(() => setState('failed'))
  }
  return (
    <Notice
      kind="caution"
      live="polite"
      title={<Trans>Signed in on another phone too</Trans>}
      action={
        <Button busy={state === 'sending'} onClick={undo}>
          <Trans>I am still here</Trans>
        </Button>
      }
    >
      {state === 'failed' ? (
        <Trans>That did not work. Please sign in again, or tell a member of staff.</Trans>
      ) : (
        <Trans>One of the phones checked you out.</Trans>
      )}
    </Notice>
  )
}
