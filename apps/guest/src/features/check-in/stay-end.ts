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
 * Ends the pass where staff have checked the visitor out, and brings it back where they take that back: looked up when it is seen, and each minute
 * while it is.
 */
export function useStayEnd(visit: StoredCheckIn): void {
  useEffect(() => {
    const { checkOutToken, storedAt, checkedOut, leftByOtherPhone } = visit
    // A kiosk goes back to its start.
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
          // Without an answer the pass stays as it is.
          () => {},
        )
    }
    // Nobody is checked out in the moment of the sign-in.
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

/** Takes back a check-out where several phones have signed in. */
export async function undoDeparture(visit: StoredCheckIn): Promise<void> {
  await api.call(undoDepartureEndpoint, { body: { checkOutToken: visit.checkOutToken ?? '' } })
  recordReturn({ ...visit, leftByOtherPhone: undefined })
}
