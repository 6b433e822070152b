import ky from 'ky'
import { DEFAULT_TIMEOUT_MS, type Transport } from './client-over.ts'

/** The portal's transport. It never repeats a call, and it answers with refusals too. */
export function kyTransport(timeoutMilliseconds = DEFAULT_TIMEOUT_MS): Transport {
  const http = ky.create({
    credentials: 'include',
    retry: 0,
    throwHttpErrors: false,
    timeout: timeoutMilliseconds,
    cache: 'no-store',
  })
  return (address, { method, headers, body, signal }) =>
    http(address, {
      method,
      headers,
      ...(body === undefined ? {} : { json: body }),
      ...(signal ? { signal } : {}),
    })
}
