import { Plural } from '@lingui/react/macro'
import { Notice } from '@gatehouse/ui/core/notice'
import { useCheckIn } from '../check-in-store.ts'

/** How many sign-ins the kiosk still has to send. No names are shown. */
export function WaitingSignIns() {
  const waiting = useCheckIn((state) => state.waiting)?.length ?? 0
  return (
    <div aria-live="polite">
      {waiting > 0 && (
        <Notice kind="info">
          <Plural
            value={waiting}
            one="# sign-in is stored here and sent when the connection returns."
            other="# sign-ins are stored here and sent when the connection returns."
          />
        </Notice>
      )}
    </div>
  )
}
