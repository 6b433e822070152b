import { Button } from '@gatehouse/ui/core/button'
import { GoodIcon } from '@gatehouse/ui/core/icons'
import { Trans } from '@lingui/react/macro'
import { pressStartAgain } from '../start-again.ts'
import { useMachine } from '../check-in-store.ts'
import checkOut from '../check-out/check-out-step.module.css'
import styles from './stored-step.module.css'

/** The sign-in is stored on the kiosk. No names, because the next visitor may see the screen. */
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
            There is no connection at the moment. Your sign-in at {siteName} is stored on this device and sent
            when the connection returns.
          </Trans>
        </p>
        <p>
          {useTemperature ? (
            <Trans>Your temperature code could not be checked. See a member of staff before you go in.</Trans>
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
