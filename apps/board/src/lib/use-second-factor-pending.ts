import { useEffect } from 'react'
import { isSecondFactorPending } from './second-factor-pending.ts'
import { leaveForLogin } from './session.ts'

/** Leaves for the login page when the server wants a step of it first. */
export function useSecondFactorPending(error: Error | null): void {
  const isPending = isSecondFactorPending(error)
  useEffect(() => {
    if (isPending) leaveForLogin({ isSecondFactorPending: true })
  }, [isPending])
}
