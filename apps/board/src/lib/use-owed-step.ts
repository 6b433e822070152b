import { useEffect } from 'react'
import { isStepOwed } from './owed-step.ts'
import { leaveForLogin } from './session.ts'

/** Leaves for the login page when the server wants a step of it first. */
export function useOwedStep(error: Error | null): void {
  const isOwed = isStepOwed(error)
  useEffect(() => {
    if (isOwed) leaveForLogin({ owesStep: true })
  }, [isOwed])
}
