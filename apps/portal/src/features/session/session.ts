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

/** The session as the server sees it, with the person it belongs to. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const { config, authenticated, twoFAMethods } = await guardApi.call(validateTokenEndpoint, {}, { signal })
    const profile = await guardApi.call(getProfileEndpoint, {}, { signal })
    // Operators work for all clients, so the look is that of the installation and not of their own client.
    const { look } = profile.site_admin ? runtimeConfig : config
    return { config: { ...config, look }, authenticated, twoFAMethods, profile }
  },
  staleTime: 5 * 60_000,
})
export type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>

/**
 * The validated session; undefined where there is none. A token that the server refuses is deleted.
 * @throws NoResponseError, a server's fault or what a proxy answered, which say nothing about the session
 */
export async function findSession() {
  if (tokens.get() === undefined) return undefined
  try {
    return await queryClient.ensureQueryData({ ...sessionQuery, revalidateIfStale: true })
  } catch (error) {
    // Another window may have ended the session meanwhile: then nothing was asked.
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

/** Starts a session. The guards of the routes then lead on. A remembered device needs no second factor. */
export async function logIn(input: LoginInput): Promise<void> {
  const remembered = ownRememberTokens.get(input.email)
  const body = remembered === undefined ? input : { ...input, twoFARememberToken: remembered }
  const { token } = await publicApi.call(loginEndpoint, { body })
  tokens.set(token)
}

/** Fetches the session again after it has changed. The guards of the routes then lead on. */
export async function refreshSession(): Promise<void> {
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

/** Replaces the cached profile with the server's response. */
export function updateKnownProfile(profile: Profile): void {
  queryClient.setQueryData(sessionQuery.queryKey, (known) => known && { ...known, profile })
}

/** Ends the session on the server and in this browser. Without a response of the server it ends in this browser. */
export async function logOut(): Promise<void> {
  onSessionEnd(() => {})
  // What the page that is going still begins to fetch would be refused. At the time of the event the call has not begun.
  const goOn = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch')
      queueMicrotask(() => void event.query.cancel({ silent: true }))
  })
  await queryClient.cancelQueries()
  await api.call(logoutEndpoint, {}).catch(() => undefined)
  goOn()
  leave()
}

/** Deletes the token and the drafts, after the person ended the session. */
export function leave(): void {
  dropDrafts()
  isLeaving = true
  tokens.set(undefined)
  isLeaving = false
}

/** Deletes the token without a navigation. The fetched data goes with the pages that show it. */
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
  /** Another session began, here or in another window. */
  onChange: () => void
}

/** Tells when the session ends or changes, by whichever call or window. */
export function watchSession({ onEnd, onChange }: SessionWatcher): void {
  const end = async (how: SessionEnd) => {
    await queryClient.cancelQueries()
    // Cleared earlier, the page that is still shown would fetch everything again without a session.
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
    // Another person has another choice. Before, at the end of the session, its pages would fetch all clients once more.
    chosenClient.set(undefined)
    queryClient.clear()
    onChange()
  })
}
