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
  /** Sent as JSON, or as it is where it is a file; nothing where it is undefined. The guest app sends no files. */
  body: unknown
  signal: AbortSignal | undefined
}

/**
 * Sends a call to the server. It resolves with every response, also an error, and throws where none arrives, or one that is certainly not
 * the server's (InvalidResponseError). It never repeats a call.
 */
export type Transport = (url: string, request: TransportRequest) => Promise<Response>

export const DEFAULT_TIMEOUT_MS = 15_000

export interface ClientOptions {
  /** The origin of `/api`, where it is not the page's own. */
  origin?: string
  /** Gives the session's bearer token for each call. Without one the call fails as if it were refused. */
  token?: () => string | undefined
  /**
   * Called after every 401 of the server for a call with the present token. One that was replaced meanwhile says nothing of the session.
   */
  onUnauthenticated?: () => void
  /** Whether a person has just used the page, so that calls of background endpoints count as their activity. */
  isUserActive?: () => boolean
  /** Keeps responses with an ETag. The guest app calls for none. */
  unchanged?: ReturnType<typeof rememberUnchanged>
  /** The client that a site_admin works in, for calls that heed it. */
  chosenClient?: (endpoint: EndpointDeclaration) => string | undefined
  /** Checks every response before it is used or stored. @throws InvalidResponseError */
  checkResponse?: (endpoint: EndpointDeclaration, response: unknown) => unknown
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** The client whose rows are asked for, where a site_admin works in none: that of a row that is edited. */
  client?: string | undefined
}

export interface ApiClient {
  /**
   * Calls a declared endpoint.
   * @throws ApiError when the server refuses; NoResponseError when no response arrives; InvalidResponseError when the response is not the declared
   *   one; the signal's reason when aborted
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

/** The typed client of the declared endpoints over a transport. It never repeats a call by itself. */
export function clientOver(transport: Transport, options: ClientOptions = {}): ApiClient {
  return {
    async call(endpoint, request, { signal, client } = {}) {
      const parts: RequestParts = request
      const token = options.token?.()
      // The session has just ended. The server would only refuse the call.
      if (options.token && !token) throw new ApiError(401, undefined, null)
      const url = urlOf(endpoint, parts, options.origin ?? '')
      // Images and files are kept by the pages that show them. Here they would only displace other responses.
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
  // Whoever has asked for an export reads it part by part.
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
