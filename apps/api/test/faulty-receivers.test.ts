import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { limits } from '@gatehouse/validation/limits'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDestinations } from '../src/lib/outbound/destinations.ts'
import { createTextGateway } from '../src/text/text-gateway.ts'
import { makeClient, makeMethod, makeRecipient, makeSite, makeUser } from './factories.ts'
import { inWorld } from './in-world.ts'
import { isFull } from './runs.ts'
import { makeIdentity, type ServerIdentity } from './self-signed.ts'
import { call } from './staff.ts'
import { openSession } from './world.ts'

let lookUps = 0
/** The addresses of each name. */
const names: Record<string, string[]> = {}
const resolveName = (name: string) => {
  lookUps += 1
  return Promise.resolve(names[name] ?? [])
}
const here = inWorld({
  settings: { OUTBOUND_ALLOWED: 'receiver.test', SMS_URL: 'https://receiver.test/' },
  resolveName,
})

/** A server on the loopback that is both a webhook receiver and a text message gateway. */
interface Receiver {
  /** The ids of the received messages, in the order of the calls. */
  calls: string[]
  respond: RequestListener
}
const servers: Server[] = []
let receiver: Receiver
let clientId: string
let adminId: string
beforeEach(async () => {
  const { db } = here.test.database
  names['receiver.test'] = ['127.0.0.1']
  lookUps = 0
  receiver = { calls: [], respond: accepts }
  clientId = (await makeClient(db)).id
  adminId = (await makeUser(db, here.test.passwords, clientId, { admin: true, mobile: '+61491570199' })).id
})
afterEach(async () => {
  await here.sql`delete from outbox`
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})

/** @returns the port */
async function listen(identity?: ServerIdentity): Promise<number> {
  const listener: RequestListener = (request, response) => {
    request.resume().on('end', () => {
      receiver.calls.push(String(request.headers['webhook-id'] ?? request.headers['idempotency-key']))
      receiver.respond(request, response)
    })
  }
  const server = (identity ? createHttpsServer(identity, listener) : createHttpServer(listener)).listen(
    0,
    '127.0.0.1',
  )
  servers.push(server.on('tlsClientError', () => {}))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const answers500: RequestListener = (_, response) => void response.writeHead(500).end('not now')
const accepts: RequestListener = (_, response) => void response.writeHead(204).end()
const token = () => openSession(here.test, { clientId, userId: adminId, admin: true })

/** A message that waits to be sent to a server. */
interface Sending {
  send(): Promise<void>
  /** Its state on the page of deliveries. */
  shown(): Promise<{ state: string; reason: string | null; attempts: number }>
}

/** An event for a webhook. */
async function webhookTo(url: string): Promise<Sending> {
  const { db } = here.test.database
  const siteId = (await makeSite(db, clientId)).id
  const method = await makeMethod(db, clientId, siteId)
  const body = { url, events: ['visitor.signed_in'] }
  const created = await call(here.test, 'POST', '/webhooks', body, { token: await token() })
  expect(created.status, created.text).toBe(201)
  await here.signIn(method.id)
  return {
    send: () => here.test.webhookWorker().deliverDue(),
    async shown() {
      const path = `/webhooks/${String(created.body['id'])}/deliveries`
      const { body: page } = await call(here.test, 'GET', path, undefined, { token: await token() })
      const [{ state, outcome, status, attempts } = absent] = page['items'] as {
        state: string
        outcome: string | null
        status: number | null
        attempts: number
      }[]
      const reason = outcome === 'error_status' ? String(status) : outcome
      return { state, reason: state === 'delivered' ? null : reason, attempts }
    },
  }
}
const absent = { state: 'absent', outcome: null, status: null, attempts: 0 }

/** A text message to a recipient. */
async function textTo(url: string): Promise<Sending> {
  const { id } = await makeRecipient(here.test.database.db, clientId, { userId: adminId, channels: ['text'] })
  const path = `/notification-recipients/${id}`
  const tested = await call(here.test, 'POST', `${path}/test`, undefined, { token: await token() })
  expect(tested.body).toEqual({ channels: ['text'] })
  const settings = { url: new URL(url), authorization: undefined, body: '{"to":"{to}","text":"{text}"}' }
  const destinations = createDestinations({ ...here.test.config.outbound, resolveName })
  return {
    send: () => here.test.textWorker(createTextGateway(settings, destinations)).deliverDue(),
    async shown() {
      const { body } = await call(here.test, 'GET', `${path}/deliveries`, undefined, { token: await token() })
      const [last] = body['items'] as Awaited<ReturnType<Sending['shown']>>[]
      if (!last) throw new Error('Nothing was recorded')
      return last
    },
  }
}

/** Makes the next attempt of each open row its last, and due. */
const comeToTheEnd = () => here.sql`
  update outbox set queued_at = queued_at - interval '73 hours', next_attempt_at = ${here.test.clock.now.toISOString()}
  where delivered_at is null and failed_at is null`

/**
 * Resends what an administrator sees under Settings, Failed deliveries. @returns the
 * reasons of the failures
 */
async function sendFailedAgain(): Promise<string[]> {
  const { body } = await call(here.test, 'GET', '/dead-letters', undefined, { token: await token() })
  const items = body['items'] as { id: string; failure: string }[]
  const again = { action: 'send_again', ids: items.map(({ id }) => id) }
  const sent = await call(here.test, 'POST', '/dead-letters/bulk', again, { token: await token() })
  expect(sent.body).toMatchObject({ done: items.length, blocked: [] })
  return items.map(({ failure }) => failure)
}

/**
 * The first attempt fails with the reason, and so does the last; an administrator sees both, and
 * resends it to a server that works again.
 */
async function expectFailure(sending: Sending, reason: string, heal: () => void): Promise<void> {
  await sending.send()
  expect(await sending.shown()).toEqual(expect.objectContaining({ state: 'waiting', reason, attempts: 1 }))
  // A timeout takes seconds: the last attempt fails sooner.
  if (reason === 'timeout') receiver.respond = answers500
  const last = reason === 'timeout' ? '500' : reason
  await comeToTheEnd()
  await sending.send()
  expect(await sending.shown()).toEqual(
    expect.objectContaining({ state: 'failed', reason: last, attempts: 2 }),
  )
  heal()
  expect(await sendFailedAgain()).toEqual([last])
  await sending.send()
  expect(await sending.shown()).toEqual(expect.objectContaining({ state: 'delivered', reason: null }))
}

const kinds: [string, (url: string) => Promise<Sending>, { redirected: string }][] = [
  ['webhook', webhookTo, { redirected: 'redirected' }],
  ['text message', textTo, { redirected: '302' }],
]

/** A server's fault in place of a response, and the reason that is shown. */
type Fault = [string, RequestListener, 'redirected' | (string & {})]

/** It takes as long as the time limit, so only verification includes it. */
const dripping: Fault = [
  'drips its answer',
  (_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'), 50)
    response.on('close', () => clearInterval(timer))
  },
  'timeout',
]

const faults: Fault[] = [
  ['answers 500', answers500, '500'],
  [
    'redirects into a private network',
    (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    'redirected',
  ],
  [
    'redirects to itself',
    (request, response) => void response.writeHead(302, { location: request.url ?? '/' }).end(),
    'redirected',
  ],
  [
    'never stops to answer',
    (_, response) => {
      const more = () => response.write(Buffer.alloc(limits.webhooks.responseBytes))
      response.writeHead(200).on('drain', more)
      more()
    },
    'too_large',
  ],
  [
    'closes in the middle of its answer',
    ({ socket }, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => socket.destroy())
    },
    'connection_lost',
  ],
  ['drops the line', ({ socket }) => void socket.destroy(), 'connection_lost'],
  ...(isFull ? [dripping] : []),
]

describe.each(kinds)('a %s to a server', (_, sendingTo, { redirected }) => {
  it.each(faults)('that %s has failed, is seen, and is sent again', async (__, respond, said) => {
    const sending = await sendingTo(`http://receiver.test:${await listen()}/in`)
    receiver.respond = respond
    await expectFailure(
      sending,
      said === 'redirected' ? redirected : said,
      () => (receiver.respond = accepts),
    )
    // One call for each attempt, one look-up of the name for each call, and one id for all.
    expect(receiver.calls).toHaveLength(3)
    expect(lookUps).toBe(receiver.calls.length)
    expect(new Set(receiver.calls).size).toBe(1)
  })

  it('with a certificate that nobody trusts is not sent', async () => {
    const port = await listen(makeIdentity('receiver.test'))
    const sending = await sendingTo(`https://receiver.test:${port}/`)
    await sending.send()
    expect(await sending.shown()).toEqual(
      expect.objectContaining({ state: 'waiting', reason: 'certificate' }),
    )
    await comeToTheEnd()
    await sending.send()
    expect(await sendFailedAgain()).toEqual(['certificate'])
    expect(receiver.calls).toEqual([])
  })

  it('whose name leads into a private network from the second look-up on is not sent', async () => {
    const port = await listen()
    const sending = await sendingTo(`https://public.test:${port}/`)
    await sending.send()
    expect(await sending.shown()).toEqual(
      expect.objectContaining({ state: 'waiting', reason: 'name_not_found' }),
    )
    names['public.test'] = ['127.0.0.1']
    await comeToTheEnd()
    await sending.send()
    expect(await sendFailedAgain()).toEqual(['private_address'])
    delete names['public.test']
    expect(receiver.calls).toEqual([])
  })
})
