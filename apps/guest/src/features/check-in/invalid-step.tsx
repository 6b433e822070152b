import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useCheckIn } from './check-in-store.ts'
import { ForeignNotice } from './foreign-notice.tsx'
import { retryMethod } from './form-actions.ts'
import styles from './invalid-step.module.css'
import { Button } from '@gatehouse/ui/core/button'
import { Card } from '@gatehouse/ui/core/card'
import { UnavailableDrawing } from '@gatehouse/ui/core/drawings'

/** Shown for an invalid key: what the visitor and the venue's staff can do. */
export function InvalidStep() {
  const method = useCheckIn((state) => state.method)
  const [isLoading, setIsLoading] = useState(false)
  const reason = method.status === 'invalid' ? method.reason : undefined

  const loadAgain = async () => {
    setIsLoading(true)
    await retryMethod()
    setIsLoading(false)
  }

  return (
    <div className={styles.invalid}>
      <div className={styles.drawing}>
        <UnavailableDrawing />
      </div>
      <h1 className={styles.title}>
        <Trans>Sign-in page is unavailable</Trans>
      </h1>
      <p>
        <Trans>The sign-in page you are trying to reach is unavailable.</Trans>
      </p>
      {reason === 'foreign' && <ForeignNotice />}
      {reason !== 'unknown' && (
        <Button kind="primary" full busy={isLoading} onClick={() => void loadAgain()}>
          <Trans>Retry</Trans>
        </Button>
      )}
      <Card title={<Trans>How do I sign in?</Trans>}>
        <ul className={styles.hints}>
          <li>
            <Trans>Visitors: please sign in manually at reception, or ask a member of staff.</Trans>
          </li>
          <li>
            <Trans>If another QR code hangs at the entrance, scan that one.</Trans>
          </li>
          <li>
            <Trans>If you typed the address, check its four characters.</Trans>
          </li>
        </ul>
      </Card>
      <Card title={<Trans>Venue staff</Trans>}>
        <Trans>
          Please make sure that the QR code is set up in the management portal, under Sign-In Methods.
        </Trans>
      </Card>
    </div>
  )
}
