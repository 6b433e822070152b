import { mayChooseClient } from '@gatehouse/validation/endpoint'
import type { Transport } from './client-over.ts'
import { createApiClient } from './create-client.ts'
import { createTokenStore } from './token-store.ts'

/** The API clients of a staff app. All staff apps of one origin share the session's token. */
export function createStaffApi(transport: Transport, chosenClient?: () => string | undefined) {
  const tokens = createTokenStore()
  let sessionEndListener = () => {}
  return {
    tokens,
    /** Sets the listener for a 401 to a call with a token. It replaces any earlier one. */
    onSessionEnd(listener: () => void) {
      sessionEndListener = listener
    },
    /** The client for calls within a session. */
    api: createApiClient(transport, {
      token: () => tokens.get(),
      onUnauthenticated: () => sessionEndListener(),
      chosenClient: (endpoint) => (mayChooseClient(endpoint) ? chosenClient?.() : undefined),
    }),
    /** The client for calls without a session, such as the login. */
    publicApi: createApiClient(transport),
    /** The client for route guards, which handle a 401 themselves. */
    guardApi: createApiClient(transport, { token: () => tokens.get() }),
  }
}
