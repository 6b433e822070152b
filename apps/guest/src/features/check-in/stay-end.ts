import type { findStayEndEndpoint as declared } from '@gatehouse/validation/endpoints/check-in'
import { useEffect } from 'react'
import { withoutSchemas } from '@gatehouse/api-client/without-schemas'
import { isWithin, readClock } from '../../lib/clock.ts'
import { api } from '../../lib/api.ts'
import type { StoredCheckIn } from './stored-check-ins.ts'
import { recordCheckOut } from './visit-updates.ts'

const findStayEndEndpoint = withoutSchemas<typeof declared>(
  { method: 'POST', path: '/checkin/stay' },
  'leftAt',
)

const EVERY_MS = 60_000

/** Ends the pass where staff have checked the visitor out: looked up when it is seen, and each minute while it is. */
export function useStayEnd(visit: StoredCheckIn): void {
  useEffect(() => {
    const { checkOutToken, storedAt } = visit
    if (checkOutToken === null) return undefined
    let isGone = false
    const look = () => {
      if (navigator.onLine && document.visibilityState === 'visible')
        api.call(findStayEndEndpoint, { body: { checkOutToken } }).then(
          ({ leftAt }) => {
            if (leftAt !== null && !isGone) recordCheckOut(visit, leftAt)
          },
          // Without an answer the pass stays as it is.
          () => {},
        )
    }
    // Nobody is checked out in the moment of the sign-in.
    if (!isWithin(EVERY_MS, storedAt, readClock())) look()
    const timer = setInterval(look, EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      isGone = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [visit])
}
