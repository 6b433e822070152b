import { isBoardOnly } from '@gatehouse/api-client/board-only'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { claimOf, isOfSiteAdmin } from '@gatehouse/api-client/token-claims'
import { getProfileEndpoint } from '@gatehouse/validation/endpoints/me'
import {
  logoutEndpoint,
  renewTokenEndpoint,
  validateTokenEndpoint,
} from '@gatehouse/validation/endpoints/sessions'
import { untilAnswered } from '@gatehouse/api-client/query-client'
import type { LoginReason } from '@gatehouse/validation/vocabulary'
import { queryOptions } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { api, onSessionEnd, tokens } from './api.ts'
import { loginUrl } from './login-url.ts'

/** Retries, because a board runs for weeks, even if the server was down at its start. */
const askedOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  retry: untilAnswered,
  networkMode: 'always',
} as const

/**
 * The session with its client's look, language and region. Administrators of the installation get
 * the installation's look.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await api.call(validateTokenEndpoint, {}, { signal })
    const { look } = isOfSiteAdmin(tokens.get()) ? runtimeConfig : session.config
    return { ...session, config: { ...session.config, look } }
  },
  ...askedOnce,
})

/** Whether this user may use the portal too. */
export const mayUsePortalQuery = queryOptions({
  queryKey: ['may-use-portal'],
  queryFn: async ({ signal }) => !isBoardOnly(await api.call(getProfileEndpoint, {}, { signal })),
  ...askedOnce,
})

/** Extends the session by 30 days, at once and twice a day. For board accounts only. */
export const renewalQuery = queryOptions({
  queryKey: ['renewal'],
  queryFn: async ({ signal }) => {
    const before = tokens.get()
    const { token } = await api.call(renewTokenEndpoint, {}, { signal })
    if (tokens.get() === before) tokens.set(token)
    return null
  },
  refetchInterval: 12 * 60 * 60 * 1000,
  refetchIntervalInBackground: true,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Opens the login page, which returns to the same board. */
export function leaveForLogin(options: { reason?: LoginReason; isSecondFactorPending?: boolean } = {}): void {
  const { pathname, search } = location
  location.replace(loginUrl(`${pathname}${search}`, options))
}

/**
 * Ends the session on the server and in this browser, and opens the login page. Without a response
 * it ends in this browser only.
 * @returns a promise that never resolves, because the page is left
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
 * Sets the work to do when the session ends, before the login page is opened.
 * @param work resolves to whether the page has to show something first
 */
export function beforeLogin(work: typeof finish): void {
  finish = (userId) => work(userId).catch(() => false)
}

/** The user whose session has ended, while the page shows what happened to their work. */
export const ended = createStore<{ userId?: string | undefined }>(() => ({}))

let stopWatching = () => {}

/**
 * Opens the login page when the session was ended on the server or in another window. Reloads for
 * another session.
 * @returns a function that stops watching
 */
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
