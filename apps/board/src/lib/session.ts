import { logoutEndpoint, validateTokenEndpoint } from '@gatehouse/validation/endpoints/sessions'
import { queryOptions } from '@tanstack/react-query'
import { api, onSessionEnd, tokens } from './api.ts'
import { loginAddress, type LoginReason } from './login-address.ts'

/** What the session says of the look and the language of this screen. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => api.call(validateTokenEndpoint, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Sends the screen to the login page and back to the same board afterwards. */
export function leaveForLogin(options: { reason?: LoginReason; isSecondFactorPending?: boolean } = {}): void {
  const { pathname, search } = location
  location.replace(loginAddress(`${pathname}${search}`, options))
}

/** Ends the session here and on the server; without an answer this browser forgets it all the same. */
export async function logOut(): Promise<void> {
  stopWatching()
  await api.call(logoutEndpoint, {}).catch(() => undefined)
  tokens.set(undefined)
  leaveForLogin()
}

let stopWatching = () => {}

/** Leaves when the server no longer knows the session, or when somebody logs out in another window. */
export function watchSession(): void {
  const stop = tokens.subscribe(() => {
    if (tokens.get() === undefined) leaveForLogin()
    else location.reload()
  })
  stopWatching = () => {
    stop()
    onSessionEnd(() => {})
  }
  onSessionEnd(() => {
    stopWatching()
    tokens.set(undefined)
    leaveForLogin({ reason: 'ended' })
  })
}
