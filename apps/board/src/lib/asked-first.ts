import { DEFAULT_TIMEOUT_MS, type Transport } from '@gatehouse/api-client/client-over'
import { within } from './time-limit.ts'

export interface AskedFirst {
  token: string
  calls: Record<string, Promise<Response>>
}

/** A list that was asked for longer ago is not shown as that of now. */
const FRESH_MS = 5000

/**
 * Takes over what the page has asked for before this script was there (`ask-first.js`). What was not answered, or was refused, is asked for anew.
 * @param asked by the page, at its beginning
 * @param now since then
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

/** The limit covers the whole response: a network can stop in the middle of its body. */
async function readWhole(early: Promise<Response>): Promise<Response> {
  const response = await early
  return new Response(await response.arrayBuffer(), response)
}
