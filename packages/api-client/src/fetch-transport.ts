import { DEFAULT_TIMEOUT_MS, type Transport } from './transport.ts'

/** Statuses that have no body, with which a `Response` may not be made. */
const bodiless = new Set([204, 205, 304])

/**
 * The transport of a visitor's phone: the browser's own `fetch` and a time limit, because each further kilobyte delays the first form.
 * The limit holds for the whole answer: one whose end does not arrive is no answer.
 */
export function fetchTransport(timeoutMilliseconds = DEFAULT_TIMEOUT_MS): Transport {
  return async (address, { method, headers, body, signal }) => {
    // `AbortSignal.any` and `AbortSignal.timeout` are younger than the oldest phones.
    const own = new AbortController()
    const abort = () => own.abort()
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
    const timer = setTimeout(abort, timeoutMilliseconds)
    try {
      const response = await fetch(address, {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        credentials: 'include',
        cache: 'no-store',
        signal: own.signal,
      })
      const bytes = await response.arrayBuffer()
      return new Response(bodiless.has(response.status) ? null : bytes, response)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }
}
