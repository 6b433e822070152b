import { InvalidResponseError } from '@gatehouse/api-client/api-error'
import { reloadIfNew } from '@gatehouse/api-client/new-version'
import { useEffect } from 'react'
import { isLoginPending } from './login-url.ts'
import { leaveForLogin } from './session.ts'

/**
 * Opens the login page if the server requires another step before the board, such as the second
 * factor.
 */
export function useLoginWhenPending(error: Error | null): void {
  const isPending = isLoginPending(error)
  useEffect(() => {
    if (isPending) leaveForLogin({ isSecondFactorPending: true })
  }, [isPending])
}

/**
 * Reloads the page for a new version if it cannot parse the server's responses: a wall display may
 * be unattended.
 */
export function useReloadOnInvalidResponse(error: Error | null): void {
  useEffect(() => {
    if (error instanceof InvalidResponseError) void reloadIfNew()
  }, [error])
}
