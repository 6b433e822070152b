import ky from 'ky'
import { DEFAULT_TIMEOUT_MS, type Transport } from './transport.ts'

/** The staff apps' transport. */
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
