import { createApiClient } from '@gatehouse/api-client/create-client'
import { createTokenStore } from '@gatehouse/api-client/token-store'

/** The session's token, the same for every staff app of this origin. */
export const tokens = createTokenStore()

let whenSessionEnds = () => {}

/** Sets what happens after a 401 of a call with a token. The session feature sets it. */
export function onSessionEnd(listener: () => void): void {
  whenSessionEnds = listener
}

export const api = createApiClient({ token: () => tokens.get(), onUnauthenticated: () => whenSessionEnds() })

/** For calls without a session. */
export const publicApi = createApiClient()

/** For the guards of routes, which handle a 401 themselves. */
export const guardApi = createApiClient({ token: () => tokens.get() })
