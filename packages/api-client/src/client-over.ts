import {
  userActiveHeader,
  type EndpointDeclaration,
  type EndpointRequest,
  type EndpointResult,
} from '@gatehouse/validation/endpoint'
import { ApiError, InvalidAnswerError, NoAnswerError } from './api-error.ts'
import { rememberUnchanged } from './remember-unchanged.ts'
import type { Transport } from './transport.ts'

export interface ClientOptions {
  /** Where `/api` is reached; the page's own origin unless an installation splits its hosts. */
  origin?: string
  /** The session's bearer token, asked for at each call. */
  token?: () => string | undefined
  /** Told of every 401 of a call that carried a token. */
  onUnauthenticated?: () => void
  /** Whether a person has just done something, so that what is otherwise background was asked for by them. */
  isUserActive?: () => boolean
  /** Looks at every answer before it is used or remembered. @throws InvalidAnswerError */
  checkAnswer?: (endpoint: EndpointDeclaration, answer: unknown) => unknown
}

export interface CallOptions {
  signal?: AbortSignal | undefined
}

export interface ApiClient {
  /**
   * Calls a declared endpoint.
   * @throws ApiError when the server refuses; NoAnswerError when none answers; InvalidAnswerError when it answers something else;
   *   the signal's reason when aborted
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
}

/** The typed client of the declared endpoints, over whatever carries its calls. It never repeats a call by itself. */
export function clientOver(transport: Transport, options: ClientOptions = {}): ApiClient {
  const unchanged = rememberUnchanged()

  return {
    async call(endpoint, request, { signal } = {}) {
      const parts: RequestParts = request
      const token = options.token?.()
      const address = addressOf(endpoint, parts, options.origin ?? '')
      // Whoever shows pictures keeps them; here they would only push out what is background.
      const isKept = endpoint.response !== 'image'
      const known = isKept ? unchanged.find(address) : undefined
      const response = await transport(address, {
        method: endpoint.method,
        headers: definedEntries({
          ...parts.headers,
          authorization: token && `Bearer ${token}`,
          'if-none-match': known?.etag,
          [userActiveHeader]: endpoint.background && options.isUserActive?.() ? '1' : undefined,
        }),
        body: parts.body,
        signal,
      }).catch((cause: unknown) => {
        if (signal?.aborted) throw cause
        throw new NoAnswerError('No answer from the server.', { cause })
      })
      if (response.status === 304) {
        if (!known) throw new NoAnswerError('The server speaks of an answer that it was not asked about.')
        return known.answer as never
      }
      if (!response.ok) {
        if (response.status === 401 && token) options.onUnauthenticated?.()
        throw new ApiError(
          response.status,
          await response.json().catch(() => undefined),
          response.headers.get('retry-after'),
        )
      }
      const read = await answerOf(endpoint, response)
      const answer = options.checkAnswer ? options.checkAnswer(endpoint, read) : read
      if (isKept) unchanged.remember(address, response.headers.get('etag'), answer)
      return answer as never
    },
  }
}

/** The address of a call: parameters filled in, absent query values left out. */
export function addressOf(endpoint: EndpointDeclaration, parts: RequestParts, origin: string): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(parts.params?.[name])),
  )
  const query = new URLSearchParams(definedEntries(parts.query ?? {})).toString()
  return `${origin}/api${path}${query ? `?${query}` : ''}`
}

async function answerOf(endpoint: EndpointDeclaration, response: Response): Promise<unknown> {
  if (response.status === 204) return endpoint.response === 'image' ? null : undefined
  if (endpoint.response === 'image') return response.blob()
  return response.json().catch((cause: unknown) => {
    if (cause instanceof SyntaxError) throw new InvalidAnswerError('The answer is no JSON.', { cause })
    throw new NoAnswerError('The answer broke off.', { cause })
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
