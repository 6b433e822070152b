import { Trans } from '@lingui/react/macro'
import { isKiosk, useCheckIn } from './check-in-store.ts'

/**
 * What happens to a check-out that the server has not confirmed.
 * @param time formatted for display
 */
export function LeavingWords({ time }: { time: string }) {
  const isOwnPhone = !useCheckIn(isKiosk)
  return (
    <>
      <Trans>Your check-out at {time} will be sent when you are online again.</Trans>{' '}
      {isOwnPhone && <Trans>Keep this page open.</Trans>}
    </>
  )
}
