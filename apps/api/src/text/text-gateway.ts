import type { Config } from '../config/config.ts'
import type { Destinations } from '../lib/outbound/destinations.ts'
import { sendRequest } from '../lib/outbound/send-request.ts'

export interface TextMessage {
  /** The same with each attempt, so that a gateway can detect duplicates. */
  id: string
  /** E.164. */
  to: string
  text: string
}

/** The gateway refused a message. */
export class TextRefusedError extends Error {
  override name = 'TextRefusedError'
  readonly status: number

  constructor(status: number) {
    super(`The gateway of text messages answered ${status}`)
    this.status = status
  }
}

export const TEXT_TIME_LIMIT_MS = 10_000
const MAX_RESPONSE_BYTES = 64 * 1024

/** Sends messages through the gateway that the operator has set. */
export type TextGateway = ReturnType<typeof createTextGateway>

export function createTextGateway(
  { url, authorization, body: template }: NonNullable<Config['textGateway']>,
  destinations: Destinations,
) {
  const isJson = template.trimStart().startsWith('{"')
  const escape = isJson ? (text: string) => JSON.stringify(text).slice(1, -1) : encodeURIComponent
  return {
    /** @throws TextRefusedError, OutboundError */
    async send({ id, to, text }: TextMessage, signal: AbortSignal): Promise<void> {
      const values: Record<string, string> = { id, to, text }
      const { status } = await sendRequest(url, {
        method: 'POST',
        headers: {
          'content-type': isJson ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded',
          'idempotency-key': id,
          ...(authorization !== undefined && { authorization }),
        },
        body: template.replace(/\{(id|to|text)\}/g, (_, key: string) => escape(values[key] ?? '')),
        signal,
        timeLimitMs: TEXT_TIME_LIMIT_MS,
        maxResponseBytes: MAX_RESPONSE_BYTES,
        destinations,
      })
      if (status < 200 || status >= 300) throw new TextRefusedError(status)
    },
  }
}
