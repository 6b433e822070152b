import { InvalidResponseError } from '@gatehouse/api-client/api-error'
import { reloadIfNew } from '@gatehouse/api-client/new-version'
import { useEffect } from 'react'
import { isLoginPending } from './login-url.ts'
import { leaveForLogin } from './session.ts'

/** Opens the login page when the server requires another step before the board, such as the second factor. */
export function useLoginWhenPending(error: Error | null): void {
  const isPending = isLoginPending(error)
  useEffect(() => {
    if (isPending) leaveForLogin({ isSecondFactorPending: true })
  }, [isPending])
}

/** Reloads the page for a new version when it cannot read the server's responses. Nobody may be there to reload a wall display. */
export function useReloadOnInvalidResponse(error: Error | null): void {
  useEffect(() => {
    if (error instanceof InvalidResponseError) void reloadIfNew()
  }, [error])
}
