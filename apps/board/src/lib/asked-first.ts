import { DEFAULT_TIMEOUT_MS, type Transport } from '@gatehouse/api-client/client-over'
import { within } from './time-limit.ts'

export interface AskedFirst {
  token: string
  calls: Record<string, Promise<Response>>
}

/** An older early response is not used as the current list. */
const FRESH_MS = 5000

/**
 * Uses the responses to requests that `ask-first.js` sent before this script was loaded. Missing
 * and failed ones are requested again.
 * @param asked the early requests of the page
 * @param now milliseconds since the page started
 */
export function withAskedFirst(
  transport: Transport,
  asked: AskedFirst | undefined = (globalThis as { askedFirst?: AskedFirst }).askedFirst,
  now = () => performance.now(),
): Transport {
  return async (url, request) => {
    const early = asked?.calls[url]
    if (asked) delete asked.calls[url]
    if (early && request.headers['authorization'] === `Bearer ${asked?.token}` && now() < FRESH_MS) {
      const response = await within(DEFAULT_TIMEOUT_MS, readWhole(early)).catch(() => undefined)
      if (response?.ok) return response
    }
    return transport(url, request)
  }
}

/** The time limit covers the whole response: a network can fail in the middle of a body. */
async function readWhole(early: Promise<Response>): Promise<Response> {
  const response = await early
  return new Response(await response.arrayBuffer(), response)
}
