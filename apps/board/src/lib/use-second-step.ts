import { ApiError } from '@gatehouse/api-client/api-error'
import { useEffect } from 'react'
import { leaveForLogin } from './session.ts'

/** Leaves for the login's second step when the server asks for it: the client's policy wants it for boards too. */
export function useSecondStep(error: Error | null): void {
  const isOwed = error instanceof ApiError && error.code === 'two_step_required'
  useEffect(() => {
    if (isOwed) leaveForLogin({ secondStep: true })
  }, [isOwed])
}
