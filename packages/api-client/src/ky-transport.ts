import ky from 'ky'
import { DEFAULT_TIMEOUT_MS, type Transport } from './client-over.ts'

/** The portal's transport. It never retries, and it resolves with every response, also an error. */
export function kyTransport(timeoutMilliseconds = DEFAULT_TIMEOUT_MS): Transport {
  const http = ky.create({
    credentials: 'include',
    retry: 0,
    throwHttpErrors: false,
    timeout: timeoutMilliseconds,
    cache: 'no-store',
  })
  return (url, { method, headers, body, signal }) =>
    http(url, {
      method,
      headers,
      ...(body === undefined ? {} : body instanceof Blob ? { body } : { json: body }),
      ...(signal ? { signal } : {}),
    })
}
