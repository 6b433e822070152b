import type { Transport } from './client-over.ts'

/** The header has whole seconds and a response takes time: smaller differences mean nothing. */
const TOLERANCE_MS = 5000

let offsetMs = 0

/**
 * Compares this device's clock with the server's.
 * @param date the `Date` header of a response that has just arrived (RFC 9110, 6.6.1)
 */
export function readServerClock(date: string | null, now: number): void {
  const serverNow = Date.parse(date ?? '')
  if (Number.isNaN(serverNow)) return
  const difference = serverNow - now
  offsetMs = Math.abs(difference) < TOLERANCE_MS ? 0 : difference
}

/** Reads the server's clock from every response of a transport. */
export function withServerClock(transport: Transport): Transport {
  return async (url, request) => {
    const response = await transport(url, request)
    readServerClock(response.headers.get('date'), Date.now())
    return response
  }
}

/**
 * Converts this device's time to the server's, both in epoch milliseconds. It is unchanged while
 * the clocks agree.
 */
export function serverTime(deviceTime: number): number {
  return deviceTime + offsetMs
}
