import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { requestReload } from '../../lib/reload.ts'
import { keepForReload, pressStartAgain } from './check-in.ts'
import { useCheckIn } from './check-in-store.ts'
import styles from './invalid-step.module.css'
import { outcomeOf } from './outcome.ts'
import { Button } from '@gatehouse/ui/core/button'
import { FailedDrawing } from '@gatehouse/ui/core/drawings'

/**
 * Shown where the file of a step could not be loaded, as after a release. The page is loaded again, once a minute at most, as soon as
 * the server responds. Until then it says in words what has been stored.
 */
export function LostStep() {
  const { checkIn, method } = useCheckIn()
  const isKiosk = method.status === 'ready' && method.machine.kiosk
  // A kiosk stores no sign-in, so this visitor would lose the confirmation.
  const staysForVisitor = isKiosk && checkIn !== undefined

  useEffect(() => {
    const reload = () => {
      keepForReload()
      requestReload()
    }
    if (staysForVisitor) return reload
    reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [staysForVisitor])

  return (
    <div className={styles.invalid}>
      <div className={styles.drawing}>
        <FailedDrawing />
      </div>
      <Words />
      {staysForVisitor ? (
        <Button kind="primary" full onClick={pressStartAgain}>
          <Trans>Done</Trans>
        </Button>
      ) : (
        <Button
          kind="primary"
          full
          onClick={() => {
            keepForReload()
            location.reload()
          }}
        >
          <Trans>Refresh</Trans>
        </Button>
      )}
    </div>
  )
}

function Words() {
  const { checkIn } = useCheckIn()
  const isAdmitted = checkIn && outcomeOf(checkIn) === 'success'
  const incomplete = <Trans>This page has not loaded completely.</Trans>
  return (
    <>
      <h1 className={styles.title}>
        {!checkIn ? (
          incomplete
        ) : !isAdmitted ? (
          <Trans>Do not proceed</Trans>
        ) : checkIn.checkedOut ? (
          <Trans>Checked Out</Trans>
        ) : (
          <Trans>Signed In</Trans>
        )}
      </h1>
      {checkIn ? (
        <p>
          <strong>
            {checkIn.firstName} {checkIn.lastName}
          </strong>
          <br />
          {incomplete}
        </p>
      ) : (
        <p>
          <Trans>What you typed is kept.</Trans>{' '}
          <Trans>If it does not work, please sign in at reception.</Trans>
        </p>
      )}
    </>
  )
}
