import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'
import { pressStartAgain } from './start-again.ts'
import { useCheckIn, useMachine } from './check-in-store.ts'
import styles from './complete-step.module.css'
import { lazyAside } from './lazy-aside.ts'
import { canCheckOut, outcomeOf, paragraphsOf, type Outcome } from './outcome.ts'
import { useStayEnd } from './stay-end.ts'
import { useGoToStep } from './step-navigation.ts'
import type { StoredCheckIn } from './stored-check-ins.ts'
import { outcomeWord } from './visitor-messages.ts'
import { VisitPass } from './visit-pass.tsx'
import { Button } from '@gatehouse/ui/core/button'

const LeavingNotice = lazyAside(() => import('./leaving-notice.tsx'))
const HostAnswer = lazyAside(() => import('./host-answer.tsx'))

/** The result of the sign-in. */
export function CompleteStep() {
  const checkIn = useCheckIn((state) => state.checkIn)
  return checkIn && <CompletedCheckIn checkIn={checkIn} />
}

/** The pass, its message, and the buttons to check out or start again. */
function CompletedCheckIn({ checkIn }: { checkIn: StoredCheckIn }) {
  const { i18n } = useLingui()
  const { successMessage, kiosk } = useMachine()
  const goToStep = useGoToStep()
  useStayEnd(checkIn)
  const outcome = outcomeOf(checkIn)
  const isAdmitted = outcome === 'success'

  return (
    <div className={kiosk ? `${styles.complete} ${styles.kiosk}` : styles.complete}>
      <VisitPass
        outcome={outcome}
        word={i18n._(outcomeWord(outcome))}
        checkIn={checkIn}
        time={checkIn.submissionTime}
        timeLabel={isAdmitted ? <Trans>Signed in at</Trans> : <Trans>Time</Trans>}
      >
        {checkIn.leaving && (
          <Suspense>
            <LeavingNotice visit={checkIn} leaving={checkIn.leaving} />
          </Suspense>
        )}
        {checkIn.namesHost && checkIn.checkOutToken !== null && (
          <Suspense>
            <HostAnswer checkOutToken={checkIn.checkOutToken} />
          </Suspense>
        )}
        <OutcomeMessage
          outcome={outcome}
          successMessage={successMessage}
          mobile={kiosk ? undefined : checkIn.mobile}
        />
      </VisitPass>
      <div className={styles.actions}>
        {kiosk && (
          <Button kind="primary" full onClick={pressStartAgain}>
            <Trans>Done</Trans>
          </Button>
        )}
        {/* Kiosk visitors sign out from its start screen; here they have just arrived. */}
        {canCheckOut(checkIn) && !kiosk && (
          <Button kind="primary" full onClick={() => goToStep('checkout')}>
            <Trans>Check Out</Trans>
          </Button>
        )}
        {!kiosk && (
          <Button kind="quiet" full onClick={pressStartAgain}>
            <Trans>Sign in someone else</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

interface OutcomeMessageProps {
  outcome: Outcome
  successMessage: string
  /** Undefined on a kiosk, where others can see the screen. */
  mobile: string | undefined
}

/** What the outcome means for the visitor. Only the visitor sees the reason. */
function OutcomeMessage({ outcome, successMessage, mobile }: OutcomeMessageProps) {
  return (
    <div className={styles.message}>
      {outcome === 'success' ? (
        paragraphsOf(successMessage).map((paragraph) => <p key={paragraph}>{paragraph}</p>)
      ) : (
        <>
          <h2 className={styles.title}>
            {outcome === 'banned' && mobile === undefined ? (
              <Trans>Please see a member of staff</Trans>
            ) : (
              titles[outcome]
            )}
          </h2>
          <p>{messages[outcome]}</p>
        </>
      )}
      {mobile !== undefined && (
        <dl className={styles.facts}>
          <dt>
            <Trans>Mobile</Trans>
          </dt>
          <dd>{mobile}</dd>
        </dl>
      )}
    </div>
  )
}

type Rejection = Exclude<Outcome, 'success'>

const titles: Record<Rejection, ReactNode> = {
  banned: <Trans>You have an active ban</Trans>,
  high: <Trans>Temperature Alert</Trans>,
  low: <Trans>Temperature Alert</Trans>,
}

const messages: Record<Rejection, ReactNode> = {
  banned: <Trans>Please do not proceed. Speak with a member of staff: they can tell you more.</Trans>,
  high: (
    <Trans>
      Your temperature is higher than this venue allows. Please do not proceed, keep some distance from others
      and notify a member of staff.
    </Trans>
  ),
  low: (
    <Trans>
      Your temperature is lower than expected, so the measurement may be wrong. Please do not proceed and
      notify a member of staff.
    </Trans>
  ),
}
