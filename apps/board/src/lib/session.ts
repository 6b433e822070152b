import { isBoardOnly } from '@gatehouse/api-client/board-only'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { claimOf, isOfSiteAdmin } from '@gatehouse/api-client/token-claims'
import { getProfileEndpoint } from '@gatehouse/validation/endpoints/me'
import { logoutEndpoint, validateTokenEndpoint } from '@gatehouse/validation/endpoints/sessions'
import { untilAnswered } from '@gatehouse/api-client/query-client'
import type { LoginReason } from '@gatehouse/validation/vocabulary'
import { queryOptions } from '@tanstack/react-query'
import { api, onSessionEnd, tokens } from './api.ts'
import { loginUrl } from './login-url.ts'

/** A board runs for weeks, also after it was started while the server was away. */
const askedOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  retry: untilAnswered,
  networkMode: 'always',
} as const

/** The session, with the look, language and region of its client. For an administrator of the installation it is the installation's look. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await api.call(validateTokenEndpoint, {}, { signal })
    const { look } = isOfSiteAdmin(tokens.get()) ? runtimeConfig : session.config
    return { ...session, config: { ...session.config, look } }
  },
  ...askedOnce,
})

/** Whether the portal is open to this person too. */
export const mayUsePortalQuery = queryOptions({
  queryKey: ['may-use-portal'],
  queryFn: async ({ signal }) => !isBoardOnly(await api.call(getProfileEndpoint, {}, { signal })),
  ...askedOnce,
})

/** Opens the login page, which leads back to the same board. */
export function leaveForLogin(options: { reason?: LoginReason; isSecondFactorPending?: boolean } = {}): void {
  const { pathname, search } = location
  location.replace(loginUrl(`${pathname}${search}`, options))
}

/**
 * Ends the session on the server and in this browser, and opens the login page. Without a response it is ended in this browser only.
 * @returns a promise that stays pending, because the page is left
 */
export async function logOut(): Promise<never> {
  stopWatching()
  await finish()
  await api.call(logoutEndpoint, {}).catch(() => undefined)
  tokens.set(undefined)
  leaveForLogin()
  return new Promise(() => {})
}

let finish: () => Promise<unknown> = async () => undefined

/** Sets what is done when the session ends, before the login page is opened. */
export function beforeLogin(work: () => Promise<unknown>): void {
  finish = () => work().catch(() => {})
}

let stopWatching = () => {}

/** Opens the login page when the session has ended on the server or was ended in another window. Reloads for another session. */
export function watchSession(): void {
  const session = claimOf(tokens.get(), 'sid')
  const stop = tokens.subscribe(() => {
    if (tokens.get() === undefined) leaveForLogin()
    else if (claimOf(tokens.get(), 'sid') !== session) location.reload()
  })
  stopWatching = () => {
    stop()
    onSessionEnd(() => {})
  }
  onSessionEnd(() => {
    stopWatching()
    tokens.set(undefined)
    void finish().then(() => leaveForLogin({ reason: 'ended' }))
  })
}
