import { activeLanguage } from '@gatehouse/i18n/use-language'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { setMethod, useCheckIn } from './check-in-store.ts'
import { NoAnswer } from './no-answer.tsx'
import { SignInTime } from './sign-in-time.tsx'
import { fetchMethod } from './machine-data.ts'
import { canCheckOut } from './outcome.ts'
import styles from './invalid-step.module.css'
import { Button } from '@gatehouse/ui/core/button'
import { Card } from '@gatehouse/ui/core/card'
import { UnavailableDrawing } from '@gatehouse/ui/core/state-drawings'

const AGAIN_MS = 60_000

/** Shown for an invalid key: what the visitor and the venue's staff can do. */
export function InvalidStep() {
  useReturn()
  const method = useCheckIn((state) => state.method)
  const checkIn = useCheckIn((state) => state.checkIn)
  const [isLoading, setIsLoading] = useState(false)
  const reason = method.status === 'invalid' ? method.reason : undefined

  const loadAgain = async () => {
    setIsLoading(true)
    const { methodKey } = useCheckIn.getState()
    setMethod(methodKey, await fetchMethod(methodKey, activeLanguage()))
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
      {/* A visitor whose page was closed during the visit is still on site. */}
      {checkIn && canCheckOut(checkIn) && (
        <Card title={<Trans>Signed In</Trans>}>
          <p>
            {checkIn.firstName} {checkIn.lastName}
          </p>
          <p>{checkIn.siteName}</p>
          <p>
            <SignInTime at={checkIn.submissionTime} />
          </p>
        </Card>
      )}
      {reason !== 'unknown' && reason !== 'unreachable' && <NoAnswer stranger={reason} />}
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

/**
 * Reloads the page when its method is active again, because nobody may be at the tablet. A reload
 * gets the method's colours from the server, and clears everything typed before.
 */
function useReturn(): void {
  const methodKey = useCheckIn((state) => state.methodKey)
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      const { status } = await fetchMethod(methodKey, activeLanguage())
      if (status === 'ready') location.reload()
    }
    const timer = setInterval(() => void look(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [methodKey])
}
