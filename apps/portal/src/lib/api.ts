import { createApiClient } from '@gatehouse/api-client/create-client'
import { createTokenStore } from '@gatehouse/api-client/token-store'

/** The session's token, the same for every staff app of this origin. */
export const tokens = createTokenStore()

let whenSessionEnds = () => {}

/** What happens on a 401 of a call that carried a token; the session feature decides. */
export function onSessionEnd(listener: () => void): void {
  whenSessionEnds = listener
}

export const api = createApiClient({ token: tokens.get, onUnauthenticated: () => whenSessionEnds() })

/** For the calls that come before a session: their 401 is an answer, not the session's end. */
export const publicApi = createApiClient()
