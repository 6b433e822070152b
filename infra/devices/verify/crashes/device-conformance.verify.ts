import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deviceCloseCodes, deviceProtocol } from '@gatehouse/validation/device-protocol'
import { describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { deviceRules } from '../../device-conformance.ts'
import { findFaultsOfSimulation } from '../../simulation-bench.ts'
import type { ScriptedGateway } from '../../scripted-gateway.ts'

type Message = Record<string, unknown>

/**
 * How a device breaks a rule: what it sends, what it obeys, which close code it assumes, and how it
 * connects.
 */
interface Breach {
  says?: (
    message: Message,
    told: Message[],
  ) => object | string | Buffer | undefined | (object | string | Buffer)[]
  heeds?: (message: Message, told: Message[]) => Message | undefined
  closes?: (code: number) => number
  protocol?: string
  silenceSeconds?: number
  /** It retries at once, and always after the same time. */
  isEager?: boolean
}

const changed =
  (type: string, fields: (message: Message, told: Message[]) => Message) =>
  (message: Message, told: Message[]) =>
    message['type'] === type ? { ...message, ...fields(message, told) } : message
const twice = (type: string) => (message: Message) =>
  message['type'] === type ? [message, message] : message
const never = (type: string) => (message: Message) => (message['type'] === type ? undefined : message)
const first =
  'it pairs with the code that is typed, then says hello with its token, and sends only messages of the protocol'
const earlierBoot = crypto.randomUUID()

/** Breaches by the broken rule. */
const breaches: [string, string, Breach][] = [
  [first, 'another code', { says: changed('pair', () => ({ code: 'AAAAAAAA' })) }],
  [first, 'another serial number', { says: changed('hello', () => ({ serial_number: 'another' })) }],
  [first, 'another token', { says: changed('hello', () => ({ token: 'another' })) }],
  [first, 'an unknown field', { says: changed('reading', () => ({ battery: 3 })) }],
  [first, 'no JSON', { says: (message) => (message['type'] === 'reading' ? ['hello?', message] : message) }],
  [
    first,
    'a binary message',
    { says: (message) => (message['type'] === 'reading' ? [Buffer.from('{}'), message] : message) },
  ],
  [
    first,
    'a message that is too large',
    { says: changed('reading', (message) => ({ more: 'x'.repeat(20_000), ...message })) },
  ],
  [first, 'another protocol', { protocol: 'gatehouse.device.v0' }],
  [
    'hello is its first message, with the same token and boot_id until it starts anew',
    'a beat before hello',
    { says: (message) => (message['type'] === 'hello' ? [{ type: 'beat' }, message] : message) },
  ],
  [
    'hello is its first message, with the same token and boot_id until it starts anew',
    'a new boot_id',
    { says: changed('hello', () => ({ boot_id: crypto.randomUUID() })) },
  ],
  ['it beats as often as the welcome says', 'no beats', { says: never('beat') }],
  ['it beats as often as the welcome says', 'too many beats', { says: twice('beat') }],
  [
    'it ends a connection on which it hears nothing, and opens another one',
    'patience',
    { silenceSeconds: 1000 },
  ],
  [
    'it tries again after a second, then two, then four, each as chance wants',
    'no patience',
    { isEager: true },
  ],
  [
    'it is back within two seconds of a restart of the gateway',
    'long waits',
    { closes: () => deviceCloseCodes.unpaired },
  ],
  [
    'it keeps its token when a connection ends for another reason than 4002',
    'a token that is dropped',
    { closes: (code) => (code === 1011 ? deviceCloseCodes.unpaired : code) },
  ],
  [
    'it drops its token after 4002, and asks to be paired',
    'a token that is kept',
    { closes: (code) => (code === deviceCloseCodes.unpaired ? 1011 : code) },
  ],
  [
    'an event whose answer is lost is sent again, with everything else the same but sent_at',
    'another id',
    { says: changed('reading', () => ({ id: crypto.randomUUID() })) },
  ],
  [
    'an event whose answer is lost is sent again, with everything else the same but sent_at',
    'another time',
    { says: changed('reading', (message) => ({ at: message['sent_at'] })) },
  ],
  [
    'an event whose answer is lost is sent again, with everything else the same but sent_at',
    'no second time',
    {
      says: (message, told) =>
        message['type'] === 'reading' && told.some(({ id }) => id === message['id']) ? undefined : message,
    },
  ],
  [
    'an event that was answered is not sent again',
    'a repetition',
    {
      says: (message, told) =>
        message['type'] === 'hello' ? [message, ...told.filter(({ type }) => type === 'reading')] : message,
    },
  ],
  [
    'an event that is refused for good is not sent again',
    'a repetition',
    { heeds: changed('refused', () => ({ code: 'unavailable', retry_after_seconds: 1 })) },
  ],
  [
    'an event that cannot be answered now is sent again after retry_after_seconds',
    'at once',
    { heeds: changed('refused', () => ({ retry_after_seconds: 0 })) },
  ],
  [
    'an event that cannot be answered now is sent again after retry_after_seconds',
    'never',
    { heeds: never('refused') },
  ],
  [
    'what happens without a network is kept, and sent in order',
    'another order',
    {
      says: changed('reading', (message, told) => ({
        at: new Date(1e12 - told.length * 1000).toISOString(),
        sent_at: message['sent_at'],
      })),
    },
  ],
  [
    'the time between at and sent_at is the age of the event',
    'no age',
    { says: changed('reading', (message) => ({ sent_at: message['at'] })) },
  ],
  [
    'settings are reported once for each version, and the accepted ones are named in hello',
    'two reports',
    { says: twice('settings_reported') },
  ],
  [
    'settings are reported once for each version, and the accepted ones are named in hello',
    'no report',
    { says: never('settings_reported') },
  ],
  [
    'settings are reported once for each version, and the accepted ones are named in hello',
    'a hello that names none',
    { says: changed('hello', () => ({ settings_version: null })) },
  ],
  [
    'commands are done; after a restart there is another boot_id, and events are still there',
    'commands that are not heard',
    { heeds: never('command') },
  ],
  [
    'commands are done; after a restart there is another boot_id, and events are still there',
    'the same boot_id',
    { says: changed('hello', () => ({ boot_id: earlierBoot })) },
  ],
]

/** A proxy between a conforming device and the gateway that breaks one rule. */
async function startBreaking(gateway: ScriptedGateway, breach: Breach) {
  const { says = (message) => message, heeds = (message) => message, closes = (code) => code } = breach
  const server = createServer()
  const accepting = new WebSocketServer({ server, handleProtocols: ([name]) => name ?? false })
  const told: Message[] = []
  let isStopped = false
  const open = (): Promise<WebSocket> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/device`, [
        breach.protocol ?? deviceProtocol,
      ])
      socket.on('open', () => resolve(socket))
      socket.on('error', () => {
        if (!isStopped && breach.isEager) setTimeout(() => void open().then(resolve), 200)
      })
    })
  accepting.on('connection', (device) => {
    const waiting: Buffer[] = []
    let upstream: WebSocket | undefined
    const pass = (data: Buffer) => {
      if (!upstream) return void waiting.push(data)
      const message = JSON.parse(data.toString()) as Message
      const said = says(message, told)
      told.push(message)
      for (const one of said === undefined ? [] : [said].flat())
        upstream.send(typeof one === 'string' || Buffer.isBuffer(one) ? one : JSON.stringify(one))
    }
    device.on('message', pass)
    device.on('close', () => upstream?.close())
    void open().then((socket) => {
      upstream = socket
      for (const data of waiting.splice(0)) pass(data)
      socket.on('message', (data: Buffer) => {
        const heeded = heeds(JSON.parse(data.toString()) as Message, told)
        if (heeded) device.send(JSON.stringify(heeded))
      })
      socket.on('close', (code) => device.close(code === 1006 || code === 1005 ? 1001 : closes(code)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      isStopped = true
      for (const client of accepting.clients) client.terminate()
      server.close()
    },
  }
}

const check = (rules: readonly string[], breach: Breach) =>
  findFaultsOfSimulation(rules, {
    through: (gateway) => startBreaking(gateway, breach),
    ...(breach.silenceSeconds !== undefined && { silenceSeconds: breach.silenceSeconds }),
  })

const names = deviceRules.map(({ name }) => name)

describe.concurrent('the simulated device keeps the rule', () => {
  it.for(names)('%s', async (name, context) => {
    context.expect(await findFaultsOfSimulation([name])).toEqual([undefined])
  })
  it('also through what breaks rules here, when it breaks none', { timeout: 120_000 }, async (context) => {
    const others = names.filter((name) => !name.startsWith('it tries again'))
    context.expect(await check(others, {})).toEqual(others.map(() => undefined))
  })
  it('all of them, one after the other', { timeout: 180_000 }, async (context) => {
    context.expect(await findFaultsOfSimulation(names)).toEqual(names.map(() => undefined))
  })
})

it('every rule is broken', () => {
  expect([...new Set(breaches.map(([name]) => name))]).toEqual(names)
})

describe.concurrent('the script notices a device that breaks the rule', () => {
  it.for(breaches)('%s: %s', async ([name, , breach], context) => {
    context.expect(await check([name], breach)).toEqual([context.expect.any(String)])
  })
})
