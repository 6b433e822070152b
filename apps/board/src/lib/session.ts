import { isBoardOnly } from '@gatehouse/api-client/board-only'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { claimOf, isOfSiteAdmin } from '@gatehouse/api-client/token-claims'
import { getProfileEndpoint } from '@gatehouse/validation/endpoints/me'
import { logoutEndpoint, validateTokenEndpoint } from '@gatehouse/validation/endpoints/sessions'
import { untilAnswered } from '@gatehouse/api-client/query-client'
import type { LoginReason } from '@gatehouse/validation/vocabulary'
import { queryOptions } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
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
  await finish(claimOf(tokens.get(), 'sub'))
  await api.call(logoutEndpoint, {}).catch(() => undefined)
  tokens.set(undefined)
  leaveForLogin()
  return new Promise(() => {})
}

let finish: (userId: string | undefined) => Promise<boolean> = async () => false

/**
 * Sets what is done when the session ends, before the login page is opened.
 * @param work says whether the page has something to tell first
 */
export function beforeLogin(work: typeof finish): void {
  finish = (userId) => work(userId).catch(() => false)
}

/** Whose session has ended, while the page tells what became of their work. */
export const ended = createStore<{ userId?: string | undefined }>(() => ({}))

let stopWatching = () => {}

/** Opens the login page when the session has ended on the server or was ended in another window. Reloads for another session. @returns what stops it */
export function watchSession(): () => void {
  const session = claimOf(tokens.get(), 'sid')
  const userId = claimOf(tokens.get(), 'sub')
  const end = async (reason?: LoginReason) => {
    stopWatching()
    tokens.set(undefined)
    if (await finish(userId)) ended.setState({ userId })
    else leaveForLogin(reason && { reason })
  }
  const stop = tokens.subscribe(() => {
    if (tokens.get() === undefined) void end()
    else if (claimOf(tokens.get(), 'sid') !== session) location.reload()
  })
  stopWatching = () => {
    stop()
    onSessionEnd(() => {})
  }
  onSessionEnd(() => void end('ended'))
  return stopWatching
}
