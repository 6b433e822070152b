import { type ApiClient, type ClientOptions, clientOver } from './client-over.ts'
import { fetchTransport } from './fetch-transport.ts'

export type { ApiClient, CallOptions } from './client-over.ts'

export interface ApiClientOptions extends ClientOptions {
  timeoutMilliseconds?: number
}

/** The typed client of the declared endpoints. */
export function createApiClient({ timeoutMilliseconds, ...options }: ApiClientOptions = {}): ApiClient {
  return clientOver(fetchTransport(timeoutMilliseconds), options)
}
