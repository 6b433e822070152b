import type * as declared from '@gatehouse/validation/endpoints/check-in'
import { useEffect } from 'react'
import { withoutSchemas } from '@gatehouse/api-client/without-schemas'
import { isWithin, readClock } from '../../lib/clock.ts'
import { api } from '../../lib/api.ts'
import { isKiosk, useCheckIn } from './check-in-store.ts'
import type { StoredCheckIn } from './stored-check-ins.ts'
import { recordCheckOut, recordReturn } from './visit-updates.ts'

const findStayEndEndpoint = withoutSchemas<typeof declared.findStayEndEndpoint>(
  { method: 'POST', path: '/checkin/stay' },
  'leftAt',
)

const undoDepartureEndpoint = withoutSchemas<typeof declared.undoDepartureEndpoint>(
  { method: 'POST', path: '/checkin/stay/undo' },
  'leftAt',
)

const EVERY_MS = 60_000

/**
 * Ends the pass if staff have checked the visitor out, and restores it if they undo that. Checks
 * when the page becomes visible, and every minute while it is.
 */
export function useStayEnd(visit: StoredCheckIn): void {
  useEffect(() => {
    const { checkOutToken, storedAt, checkedOut, leftByOtherPhone } = visit
    // A kiosk returns to its start screen instead.
    if (checkOutToken === null || isKiosk(useCheckIn.getState())) return undefined
    let isGone = false
    const look = () => {
      if (navigator.onLine && document.visibilityState === 'visible')
        api.call(findStayEndEndpoint, { body: { checkOutToken } }).then(
          ({ leftAt, byOtherPhone }) => {
            if (isGone) return
            const isNews = !checkedOut || byOtherPhone !== (leftByOtherPhone === true)
            if (leftAt !== null && isNews)
              recordCheckOut({ ...visit, leftByOtherPhone: byOtherPhone }, leftAt)
            if (leftAt === null && checkedOut) recordReturn(visit)
          },
          // Without a response the pass stays.
          () => {},
        )
    }
    // Right after the sign-in there is nothing to look up.
    if (checkedOut || !isWithin(EVERY_MS, storedAt, readClock())) look()
    const timer = setInterval(look, EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      isGone = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [visit])
}

/** Undoes a check-out of a visit that is signed in on several phones. */
export async function undoDeparture(visit: StoredCheckIn): Promise<void> {
  await api.call(undoDepartureEndpoint, { body: { checkOutToken: visit.checkOutToken ?? '' } })
  recordReturn({ ...visit, leftByOtherPhone: undefined })
}
