import { createApiClient } from '@gatehouse/api-client/create-client'
import { createTokenStore } from '@gatehouse/api-client/token-store'

/** The session's token, the same for every staff app of this origin. */
export const tokens = createTokenStore()

let whenSessionEnds = () => {}

/** What happens on a 401; the session feature decides. */
export function onSessionEnd(listener: () => void): void {
  whenSessionEnds = listener
}

export const api = createApiClient({ token: () => tokens.get(), onUnauthenticated: () => whenSessionEnds() })
