import { type ApiClient, type ClientOptions, clientOver } from './client-over.ts'
import { checkAnswer } from './check-answer.ts'
import { kyTransport } from './ky-transport.ts'

export type { ApiClient, CallOptions } from './client-over.ts'

export interface ApiClientOptions extends ClientOptions {
  timeoutMilliseconds?: number
}

/** The typed client of the declared endpoints, on ky, with every answer checked: what the staff apps use. */
export function createApiClient({ timeoutMilliseconds, ...options }: ApiClientOptions = {}): ApiClient {
  return clientOver(kyTransport(timeoutMilliseconds), { isUserActive, checkAnswer, ...options })
}

/** The browser keeps this for a few seconds after a press of a key, a button or a finger. One that does not say takes nobody to be there. */
function isUserActive(): boolean {
  return 'userActivation' in navigator && navigator.userActivation.isActive
}
