import { createApiClient } from '@gatehouse/api-client/create-client'
import { createTokenStore } from '@gatehouse/api-client/token-store'

/** The session's token, the same for every staff app of this origin. */
export const tokens = createTokenStore()

let whenSessionEnds = () => {}

/** What happens on a 401 of a call that carried a token; the session feature decides. */
export function onSessionEnd(listener: () => void): void {
  whenSessionEnds = listener
}

export const api = createApiClient({ token: () => tokens.get(), onUnauthenticated: () => whenSessionEnds() })

/** For the calls that come before a session. */
export const publicApi = createApiClient()

/** For the guards of routes, which answer a 401 themselves. */
export const guardApi = createApiClient({ token: () => tokens.get() })
