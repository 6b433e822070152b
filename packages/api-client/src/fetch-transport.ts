import { InvalidResponseError } from './api-error.ts'
import { DEFAULT_TIMEOUT_MS, type Transport } from './client-over.ts'

/** Statuses without a body: `new Response` refuses one for them. */
const bodiless = new Set([204, 205, 304])

/**
 * The guest app's transport: `fetch` with a timeout for the whole response, so an incomplete one
 * counts as none. It uses no library, because each kilobyte delays the first form.
 */
export function fetchTransport(timeoutMilliseconds = DEFAULT_TIMEOUT_MS): Transport {
  return async (url, { method, headers, body, signal }) => {
    // The oldest supported phones have no `AbortSignal.any` and `AbortSignal.timeout`.
    const own = new AbortController()
    const abort = () => own.abort()
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
    const timer = setTimeout(abort, timeoutMilliseconds)
    try {
      const response = await fetch(url, {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        credentials: 'include',
        cache: 'no-store',
        redirect: 'manual',
        signal: own.signal,
      })
      // The server redirects no call. A captive portal does, to a page that scripts can't read.
      if (response.type === 'opaqueredirect') throw new InvalidResponseError('The response is a redirect.')
      const bytes = await response.arrayBuffer()
      return new Response(bodiless.has(response.status) ? null : bytes, response)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }
}
