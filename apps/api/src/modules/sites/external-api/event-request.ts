import { createHmac } from 'node:crypto'

/** Something that happened at a site, as a receiver outside gets it. */
export interface OutboundEvent {
  /** The same for each delivery of one event. */
  id: string
  type: string
  at: Date
  data: object
}

/**
 * The body and the headers of a call that tells of an event. With a secret the headers carry a signature as Standard Webhooks
 * describes it: HMAC-SHA256 over id, time and body. `docs/operations.md` says how a receiver checks it.
 * @param sentAt the time of this delivery, by which a receiver refuses old ones
 */
export function createEventRequest(
  { id, type, at, data }: OutboundEvent,
  { secret, sentAt }: { secret: Uint8Array | undefined; sentAt: Date },
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data })
  const seconds = String(Math.floor(sentAt.getTime() / 1000))
  const signature = secret && createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': id,
      'webhook-timestamp': seconds,
      ...(signature !== undefined && { 'webhook-signature': `v1,${signature}` }),
    },
  }
}
