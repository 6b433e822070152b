import { InvalidResponseError } from './api-error.ts'
import { DEFAULT_TIMEOUT_MS, type Transport } from './client-over.ts'

/** Statuses without a body: `new Response` refuses one for them. */
const bodiless = new Set([204, 205, 304])

/**
 * The guest app's transport: the browser's `fetch` with a time limit. It uses no library, because each kilobyte delays the first form. The
 * limit covers the whole response: an incomplete response counts as none.
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
      // The server redirects no call. The portal of a network does, to a page that a browser may not read.
      if (response.type === 'opaqueredirect') throw new InvalidResponseError('The response is a redirect.')
      const bytes = await response.arrayBuffer()
      return new Response(bodiless.has(response.status) ? null : bytes, response)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }
}
