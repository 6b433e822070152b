import { type ApiClient, type ClientOptions, clientOver } from './client-over.ts'
import { checkAnswer } from './check-answer.ts'
import { fetchTransport } from './fetch-transport.ts'

export type { ApiClient, CallOptions } from './client-over.ts'

export interface ApiClientOptions extends ClientOptions {
  timeoutMilliseconds?: number
}

/** The typed client of the declared endpoints that the staff apps use: every answer is checked against its declaration. */
export function createApiClient({ timeoutMilliseconds, ...options }: ApiClientOptions = {}): ApiClient {
  return clientOver(fetchTransport(timeoutMilliseconds), { isUserActive, checkAnswer, ...options })
}

/** The browser keeps this for a few seconds after a press of a key, a button or a finger. One that does not say takes nobody to be there. */
function isUserActive(): boolean {
  return 'userActivation' in navigator && navigator.userActivation.isActive
}
