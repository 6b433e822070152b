import {
  chosenClientHeader,
  userActiveHeader,
  type EndpointDeclaration,
  type EndpointRequest,
  type EndpointResult,
} from '@gatehouse/validation/endpoint'
import { ApiError, InvalidResponseError, isUnauthenticated, NoResponseError } from './api-error.ts'
import type { rememberUnchanged } from './remember-unchanged.ts'

/** A call as the transport sends it. */
export interface TransportRequest {
  method: string
  headers: Record<string, string>
  /**
   * Sent as JSON, or unchanged if it is a file; undefined sends no body. The guest app sends no
   * files.
   */
  body: unknown
  signal: AbortSignal | undefined
}

/**
 * Sends a call and resolves with every response, also an error. It never retries.
 * @throws where no response arrives; InvalidResponseError where it is certainly not the server's
 */
export type Transport = (url: string, request: TransportRequest) => Promise<Response>

export const DEFAULT_TIMEOUT_MS = 15_000

export interface ClientOptions {
  /** The origin of `/api`, where it is not the page's own. */
  origin?: string
  /** Returns the session's bearer token for each call. Without one, the call fails with 401. */
  token?: () => string | undefined
  /** Called after each 401 of the server to the current token, not to one replaced since. */
  onUnauthenticated?: () => void
  /** Whether the user was just active, so that background calls count as activity. */
  isUserActive?: () => boolean
  /** Caches responses with an ETag. The guest app calls for none. */
  unchanged?: ReturnType<typeof rememberUnchanged>
  /** The client that a site_admin has chosen, for endpoints that use it. */
  chosenClient?: (endpoint: EndpointDeclaration) => string | undefined
  /** Checks every response before it is used or stored. @throws InvalidResponseError */
  checkResponse?: (endpoint: EndpointDeclaration, response: unknown) => unknown
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** The client of the edited row, where a site_admin has chosen none. */
  client?: string | undefined
}

export interface ApiClient {
  /**
   * Calls a declared endpoint.
   * @throws ApiError when the server refuses; NoResponseError when no response arrives;
   *   InvalidResponseError when the response is not the declared one; the signal's reason when
   *   aborted
   */
  call<E extends EndpointDeclaration>(
    endpoint: E,
    request: EndpointRequest<E>,
    options?: CallOptions,
  ): Promise<EndpointResult<E>>
}

interface RequestParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  body?: unknown
  upload?: Blob
}

/** The typed client of the declared endpoints over a transport. It never retries. */
export function clientOver(transport: Transport, options: ClientOptions = {}): ApiClient {
  return {
    async call(endpoint, request, { signal, client } = {}) {
      const parts: RequestParts = request
      const token = options.token?.()
      // The session has just ended, so the server would only refuse the call.
      if (options.token && !token) throw new ApiError(401, undefined, null)
      const url = urlOf(endpoint, parts, options.origin ?? '')
      // Pages keep images and files themselves. Here they would only evict other responses.
      const isKept = typeof endpoint.response !== 'string'
      const chosen = options.chosenClient?.(endpoint) ?? client
      const keptAs = `${chosen ?? ''} ${url}`
      const unchanged = isKept ? options.unchanged : undefined
      const known = unchanged?.find(keptAs)
      const response = await transport(url, {
        method: endpoint.method,
        headers: definedEntries({
          ...parts.headers,
          authorization: token && `Bearer ${token}`,
          'if-none-match': known?.etag,
          [chosenClientHeader]: chosen,
          [userActiveHeader]: endpoint.background && options.isUserActive?.() ? '1' : undefined,
        }),
        body: parts.upload ?? parts.body,
        signal,
      }).catch((cause: unknown) => {
        if (signal?.aborted || cause instanceof InvalidResponseError) throw cause
        throw new NoResponseError('No response from the server.', { cause })
      })
      if (response.status === 304) {
        if (!known) throw new NoResponseError('The server responded with 304 to a request without an ETag.')
        return known.data as EndpointResult<typeof endpoint>
      }
      if (!response.ok) {
        const body: unknown = await response.json().catch(() => undefined)
        const error = new ApiError(response.status, body, response.headers.get('retry-after'))
        if (isUnauthenticated(error) && token && token === options.token?.()) options.onUnauthenticated?.()
        throw error
      }
      const read = await readResponse(endpoint, response)
      const data = options.checkResponse ? options.checkResponse(endpoint, read) : read
      unchanged?.remember(keptAs, response.headers.get('etag'), data)
      return data as EndpointResult<typeof endpoint>
    },
  }
}

/** The URL of a call with its parameters, without absent query values. */
export function urlOf(endpoint: EndpointDeclaration, parts: RequestParts, origin: string): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(parts.params?.[name])),
  )
  const query = new URLSearchParams(definedEntries(parts.query ?? {})).toString()
  return `${origin}/api${path}${query ? `?${query}` : ''}`
}

async function readResponse(endpoint: EndpointDeclaration, response: Response): Promise<unknown> {
  if (response.status === 204) return endpoint.response === 'image' ? null : undefined
  if (endpoint.response === 'image' || endpoint.response === 'file') return response.blob()
  // The caller reads an export part by part.
  if (endpoint.response === 'csv') return response
  return response.json().catch((cause: unknown) => {
    if (cause instanceof SyntaxError) throw new InvalidResponseError('The response is not JSON.', { cause })
    throw new NoResponseError('The response is incomplete.', { cause })
  })
}

function definedEntries(record: Record<string, unknown>): Record<string, string> {
  const defined: Record<string, string> = {}
  for (const [name, value] of Object.entries(record)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      defined[name] = `${value}`
  }
  return defined
}
