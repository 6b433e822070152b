import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { WebhookBody } from '@gatehouse/validation/webhooks'
import * as v from 'valibot'
import type { ServerIdentity } from './self-signed.ts'

/** A call to a receiver, as it arrived. */
export interface ReceivedCall {
  id: string
  headers: IncomingHttpHeaders
  text: string
  body: WebhookBody
}

export interface WebhookReceiver {
  port: number
  /** All calls, including refused ones. */
  calls: ReceivedCall[]
  /** How a call is answered. Each test sets its own; `accepts` is the default. */
  respond: (call: ReceivedCall, ...args: Parameters<RequestListener>) => void
  close(): Promise<void>
}

export const accepts: WebhookReceiver['respond'] = (_, __, response) => void response.writeHead(204).end()
export const answers =
  (status: number, headers = {}, body = ''): WebhookReceiver['respond'] =>
  (_, __, response) =>
    void response.writeHead(status, headers).end(body)

/** Starts a webhook receiver on the loopback. The body of each call is checked by its schema. */
export async function startWebhookReceiver(identity?: ServerIdentity): Promise<WebhookReceiver> {
  const listener: RequestListener = (request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const body = v.parse(WebhookBody, JSON.parse(text))
      const call = { id: String(request.headers['webhook-id']), headers: request.headers, text, body }
      receiver.calls.push(call)
      receiver.respond(call, request, response)
    })
  }
  const server = (identity ? createHttpsServer(identity, listener) : createServer(listener)).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const receiver: WebhookReceiver = {
    port: (server.address() as AddressInfo).port,
    calls: [],
    respond: accepts,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((done) => void server.close(() => done()))
    },
  }
  return receiver
}

/** Which of the secrets have signed a call, as a receiver verifies it. */
export function signersOf({ headers, id, text }: ReceivedCall, secrets: readonly string[]): string[] {
  const signatures = String(headers['webhook-signature']).split(' ')
  return secrets.filter((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const signed = `${id}.${String(headers['webhook-timestamp'])}.${text}`
    return signatures.includes(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  })
}
