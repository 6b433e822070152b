import type { Transport } from './client-over.ts'

/** The header has whole seconds and a response takes time: a smaller difference says nothing about the clocks. */
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

/** A moment of this device's clock by the server's clock, both in epoch milliseconds. It is the same moment while the clocks agree. */
export function serverTime(deviceTime: number): number {
  return deviceTime + offsetMs
}
