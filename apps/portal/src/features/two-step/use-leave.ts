import { type RefObject, useEffect } from 'react'

/** Says what leaving the window means while this view is shown. */
export function useLeave(leaveRef: RefObject<() => void>, rule: () => void): void {
  useEffect(() => {
    leaveRef.current = rule
  })
}
