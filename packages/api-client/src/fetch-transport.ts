import { DEFAULT_TIMEOUT_MS, type Transport } from './transport.ts'

/** Statuses that have no body, with which a `Response` may not be made. */
const bodiless = new Set([204, 205, 304])

/**
 * The transport of all front ends: the browser's own `fetch` with a time limit. A library would add 7 kB to every first load.
 * The limit covers the whole answer. An answer that does not arrive completely counts as no answer.
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
