import { createHmac } from 'node:crypto'

/**
 * The headers of an event delivery. Each secret makes a signature by Standard Webhooks: HMAC-SHA256
 * over id, time and body. `docs/webhooks.md` says how a receiver verifies it.
 * @param id the same for each delivery of one event
 * @param options.sentAt the time of this delivery, by which a receiver refuses old ones
 */
export function createEventHeaders(
  id: string,
  body: string,
  { secrets, sentAt }: { secrets: readonly Uint8Array[]; sentAt: Date },
): Record<string, string> {
  const seconds = String(Math.floor(sentAt.getTime() / 1000))
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  )
  return {
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  }
}
