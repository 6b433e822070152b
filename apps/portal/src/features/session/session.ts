import { ApiError } from '@gatehouse/api-client/api-error'
import { getProfileEndpoint } from '@gatehouse/validation/endpoints/me'
import {
  loginEndpoint,
  logoutEndpoint,
  validateTokenEndpoint,
  type LoginInput,
} from '@gatehouse/validation/endpoints/sessions'
import { queryOptions } from '@tanstack/react-query'
import { api, guardApi, onSessionEnd, publicApi, tokens } from '../../lib/api.ts'
import { queryClient } from '@gatehouse/api-client/query-client'
import type { LoginReason } from './session-guards.ts'

/** The session as the server sees it, with the person it belongs to. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const { config, authenticated } = await guardApi.call(validateTokenEndpoint, {}, { signal })
    const profile = await guardApi.call(getProfileEndpoint, {}, { signal })
    return { config, authenticated, profile }
  },
  staleTime: 5 * 60_000,
})
export type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>

/**
 * The session, validated; undefined where there is none or the server refuses it, which forgets the token.
 * @throws NoAnswerError or a server's fault, which say nothing about the session
 */
export async function findSession() {
  if (tokens.get() === undefined) return undefined
  try {
    return await queryClient.ensureQueryData({ ...sessionQuery, revalidateIfStale: true })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    forgetSession()
    return undefined
  }
}

/** What this window itself does to the token, while it does it. */
let isForgetting = false
let isLeaving = false

/** Starts a session; the guards of the routes then lead on. */
export async function logIn(input: LoginInput): Promise<void> {
  const { token } = await publicApi.call(loginEndpoint, { body: input })
  tokens.set(token)
}

/** Ends the session here and on the server; without an answer this browser forgets it all the same. */
export async function logOut(): Promise<void> {
  onSessionEnd(() => {})
  await api.call(logoutEndpoint, {}).catch(() => undefined)
  isLeaving = true
  tokens.set(undefined)
  isLeaving = false
}

/** Forgets the token without sending anybody anywhere. */
export function forgetSession(): void {
  isForgetting = true
  tokens.set(undefined)
  isForgetting = false
  queryClient.clear()
}

/** How a session went: refused by the server, ended in another window, or left here on purpose. */
export type SessionEnd = LoginReason | 'elsewhere' | 'left'

interface SessionWatcher {
  onEnd: (how: SessionEnd) => void
  /** Another session began, here or in another window. */
  onChange: () => void
}

/** Tells when the session ends or changes, by whichever call or window. */
export function watchSession({ onEnd, onChange }: SessionWatcher): void {
  const listen = () =>
    onSessionEnd(() => {
      if (tokens.get() === undefined) return
      forgetSession()
      onEnd('ended')
    })
  listen()
  tokens.subscribe(() => {
    if (isForgetting) return
    queryClient.clear()
    listen()
    if (tokens.get() === undefined) onEnd(isLeaving ? 'left' : 'elsewhere')
    else onChange()
  })
}
