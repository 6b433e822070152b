import { createApiClient } from './create-client.ts'
import { createTokenStore } from './token-store.ts'

/** The token of the staff session. All staff apps of one origin share it. */
export const tokens = createTokenStore()

let sessionEndListener = () => {}

/** Sets what happens when the server answers 401 to a call with a token. There is one listener; a new one replaces it. */
export function onSessionEnd(listener: () => void): void {
  sessionEndListener = listener
}

/** The client for calls within a session. */
export const api = createApiClient({
  token: () => tokens.get(),
  onUnauthenticated: () => sessionEndListener(),
})

/** The client for calls without a session, such as the login. */
export const publicApi = createApiClient()

/** The client for route guards, which handle a 401 themselves. */
export const guardApi = createApiClient({ token: () => tokens.get() })
