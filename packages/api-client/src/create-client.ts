import { type ApiClient, type ClientOptions, clientOver } from './client-over.ts'
import { kyTransport } from './ky-transport.ts'

export type { ApiClient, CallOptions } from './client-over.ts'

export interface ApiClientOptions extends ClientOptions {
  timeoutMilliseconds?: number
}

/** The typed client of the declared endpoints, on ky: what the staff apps use. */
export function createApiClient({ timeoutMilliseconds, ...options }: ApiClientOptions = {}): ApiClient {
  return clientOver(kyTransport(timeoutMilliseconds), options)
}
