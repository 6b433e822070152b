import { Trans } from '@lingui/react/macro'
import { isKiosk, useCheckIn } from './check-in-store.ts'

/** What becomes of a check-out that the server has not confirmed. @param time as it is shown */
export function LeavingWords({ time }: { time: string }) {
  const isOwnPhone = !useCheckIn(isKiosk)
  return (
    <>
      <Trans>Your check-out at {time} is sent as soon as there is a connection.</Trans>{' '}
      {isOwnPhone && <Trans>Please keep this page open.</Trans>}
    </>
  )
}
