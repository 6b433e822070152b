import { Button } from '@gatehouse/ui/core/button'
import { GoodIcon } from '@gatehouse/ui/core/icons'
import { Trans } from '@lingui/react/macro'
import { pressStartAgain } from '../start-again.ts'
import { useMachine } from '../check-in-store.ts'
import checkOut from '../check-out/check-out-step.module.css'
import styles from './stored-step.module.css'

/** The sign-in is stored on the kiosk. It names nobody, because the next visitor may see it. */
export function StoredStep() {
  const { siteName, useTemperature } = useMachine()
  return (
    <div className={styles.stored}>
      <div className={styles.message} role="status">
        <GoodIcon size={64} />
        <h1 className={checkOut.title}>
          <Trans>Stored, it will be sent</Trans>
        </h1>
        <p>
          <Trans>
            There is no connection at the moment. Your sign-in at {siteName} is kept on this device, and is
            sent with its time as soon as the connection is back.
          </Trans>
        </p>
        <p>
          {useTemperature ? (
            <Trans>
              Your temperature code could not be checked. Please see a member of staff before you go in.
            </Trans>
          ) : (
            <Trans>Please tell a member of staff that you are here.</Trans>
          )}
        </p>
      </div>
      <Button kind="primary" full onClick={pressStartAgain}>
        <Trans>Done</Trans>
      </Button>
    </div>
  )
}
