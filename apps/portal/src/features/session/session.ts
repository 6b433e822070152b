import { isUnauthenticated } from '@gatehouse/api-client/api-error'
import { getProfileEndpoint, type Profile } from '@gatehouse/validation/endpoints/me'
import {
  loginEndpoint,
  logoutEndpoint,
  validateTokenEndpoint,
  type LoginInput,
} from '@gatehouse/validation/endpoints/sessions'
import type { LoginReason } from '@gatehouse/validation/vocabulary'
import { queryOptions } from '@tanstack/react-query'
import { api, guardApi, onSessionEnd, publicApi, tokens } from '../../lib/api.ts'
import { queryClient } from '@gatehouse/api-client/query-client'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { chosenClient } from '../../lib/chosen-client.ts'
import { dropDrafts } from '../../lib/forms/drafts.ts'
import { ownRememberTokens } from './remember-tokens.ts'

/** The session and its person, from the server. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const { config, authenticated, twoFAMethods } = await guardApi.call(validateTokenEndpoint, {}, { signal })
    const profile = await guardApi.call(getProfileEndpoint, {}, { signal })
    // Operators work for all clients, so they have the installation's look, not their own client's.
    const { look } = profile.site_admin ? runtimeConfig : config
    return { config: { ...config, look }, authenticated, twoFAMethods, profile }
  },
  staleTime: 5 * 60_000,
})
export type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>

/**
 * The validated session; undefined where there is none. A token that the server refuses is deleted.
 * @throws NoResponseError, a server error or a proxy's response: they say nothing about the session
 */
export async function findSession() {
  if (tokens.get() === undefined) return undefined
  try {
    return await queryClient.ensureQueryData({ ...sessionQuery, revalidateIfStale: true })
  } catch (error) {
    // Another window may have ended the session: then no call was made.
    if (!isUnauthenticated(error) && tokens.get() !== undefined) throw error
    forgetSession()
    return undefined
  }
}

/** Set while this window itself deletes the token, so that its own listener ignores the change. */
let isForgetting = false
let isLeaving = false

/** Whether this window had a session without a log-out. */
export function hadSession(): boolean {
  return tokens.get() !== undefined || queryClient.getQueryData(sessionQuery.queryKey) !== undefined
}

/**
 * Starts a session, after which the route guards redirect. A remembered device needs no second
 * factor.
 */
export async function logIn(input: LoginInput): Promise<void> {
  const remembered = ownRememberTokens.get(input.email)
  const body = remembered === undefined ? input : { ...input, twoFARememberToken: remembered }
  const { token } = await publicApi.call(loginEndpoint, { body })
  tokens.set(token)
}

/** Refetches the session after a change, after which the route guards redirect. */
export async function refreshSession(): Promise<void> {
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

/** Replaces the cached profile with the server's response. */
export function updateKnownProfile(profile: Profile): void {
  queryClient.setQueryData(sessionQuery.queryKey, (known) => known && { ...known, profile })
}

/**
 * Ends the session on the server and in this browser; only in this browser if the server does not
 * respond.
 */
export async function logOut(): Promise<void> {
  onSessionEnd(() => {})
  // Further fetches of the closing page would be refused. At the time of the event the call has not
  // started.
  const goOn = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch')
      queueMicrotask(() => void event.query.cancel({ silent: true }))
  })
  await queryClient.cancelQueries()
  await api.call(logoutEndpoint, {}).catch(() => undefined)
  goOn()
  leave()
}

/** Deletes the token and the drafts, after the user ended the session. */
export function leave(): void {
  dropDrafts()
  isLeaving = true
  tokens.set(undefined)
  isLeaving = false
}

/** Deletes the token without a navigation. Fetched data is removed with the pages that show it. */
export function forgetSession(): void {
  isForgetting = true
  tokens.set(undefined)
  isForgetting = false
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
}

/** How a session ended: refused by the server, ended in another window, or by a log-out here. */
export type SessionEnd = LoginReason | 'elsewhere' | 'left'

interface SessionWatcher {
  /** Navigates away from the pages of the session. */
  onEnd: (how: SessionEnd) => Promise<void>
  /** Another session started, here or in another window. */
  onChange: () => void
}

/** Reports when the session ends or changes, whichever call or window caused it. */
export function watchSession({ onEnd, onChange }: SessionWatcher): void {
  const end = async (how: SessionEnd) => {
    await queryClient.cancelQueries()
    // If cleared earlier, the page that is still shown would refetch everything without a session.
    await onEnd(how).finally(() => {
      if (tokens.get() === undefined) queryClient.clear()
    })
  }
  const listen = () =>
    onSessionEnd(() => {
      if (tokens.get() === undefined) return
      forgetSession()
      void end('ended')
    })
  listen()
  tokens.subscribe(() => {
    if (isForgetting) return
    listen()
    if (tokens.get() === undefined) return void end(isLeaving ? 'left' : 'elsewhere')
    // The choice is per person. If it were reset at the end of the session, the page would fetch
    // all clients once more.
    chosenClient.set(undefined)
    queryClient.clear()
    onChange()
  })
}
