import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findFault, rules } from '@gatehouse/devices/conformance'
import { type GatewayMessage, deviceProtocol } from '@gatehouse/validation/device-protocol'
import { describe, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { gatewayBench } from '../../gateway-bench.ts'

const gateway = gatewayBench()

/**
 * How a gateway breaks a rule: what it sends to the device, what it accepts, and its close code.
 */
interface Breach {
  tells?: (message: GatewayMessage, told: GatewayMessage[]) => object | undefined
  heeds?: (text: string) => string | undefined
  closes?: (code: number) => number | undefined
}

const never = () => undefined
const other = (changes: (message: GatewayMessage) => object | undefined) => (message: GatewayMessage) => ({
  ...message,
  ...changes(message),
})
const refusals = other(({ type }) => (type === 'refused' ? { code: 'unavailable' } : undefined))
let held: GatewayMessage | undefined

/** One breach for each rule. */
const breaches: Record<string, Breach> = {
  'who names another protocol is told which one is spoken': {},
  'before the welcome everything but pair and hello is refused': { tells: refusals },
  'a faulty message is refused under its id, and the connection stays': {
    tells: other(({ type }) => (type === 'refused' ? { id: null } : undefined)),
  },
  'a text that nothing can keep makes a message faulty': { tells: refusals },
  'too many faulty messages end the connection': { closes: never },
  'a message that is too large ends the connection': { closes: () => 1000 },
  'a connection without a hello ends': { closes: never },
  'a code pairs once, in any spelling': {
    heeds: (text) => (/"code":"[^"]*-/.test(text) ? undefined : text),
  },
  'a token that is not valid is refused, and ends the connection': { closes: never },
  'a device is told settings that it does not work by, and no others': {
    tells: other(({ type }) => (type === 'welcome' ? { settings: undefined } : undefined)),
  },
  'beats are answered': { heeds: (text) => (text.includes('"beat"') ? undefined : text) },
  'each message tells the time': {
    tells: other(({ type }) => (type === 'beat' ? { now: 'noon' } : undefined)),
  },
  'an event that is sent again is answered as before': {
    tells: (message, told) =>
      message.type === 'accepted' && told.some((one) => one.type === 'accepted')
        ? { ...message, code: '000000', expires_at: message.now }
        : message,
  },
  'another event under the same id is refused': {
    tells: (message) => (message.type === 'refused' ? { ...message, type: 'accepted' } : message),
  },
  'a code has six digits': {
    tells: other((message) =>
      message.type === 'accepted' ? { code: String(Number(message.code?.slice(1))) } : undefined,
    ),
  },
  'an event is as old as its two times say, whatever the clock': {
    heeds: (text) => text.replace(/"sent_at":"[^"]*"/, '"sent_at":"1971-03-01T00:00:00Z"'),
  },
  'a reading that is too old is refused': {
    heeds: (text) => text.replace(/"sent_at":"[^"]*"/, '"sent_at":"2026-01-01T00:00:00Z"'),
  },
  'a temperature that nobody has is refused': {
    heeds: (text) => text.replace('"temperature":1000', '"temperature":36'),
  },
  'messages are answered in order': {
    tells: (message) => {
      if (message.type !== 'accepted') return message
      const before = held
      held = message
      return before
    },
  },
  'changed settings are told at once': {
    tells: (message) => (message.type === 'settings' ? undefined : message),
  },
  'a command is sent to the device': {
    tells: (message) => (message.type === 'command' ? undefined : message),
  },
  'a new connection replaces the earlier one': { closes: never },
  'two devices with one token end it': {
    heeds: (text) => text.replace(/"boot_id":"[^"]*"/, '"boot_id":"0198f3a2-7b1c-4d5e-8f60-112233445566"'),
  },
  'a device that is unpaired is closed, and needs a code': { closes: never },
  // It forwards text only.
  'a message that is no text ends the connection': {},
  'a field that the protocol does not have makes a message faulty': {
    heeds: (text) => text.replace(',"more":1', ''),
    tells: other(({ type }) => (type === 'beat' ? { type: 'refused', code: 'not_ready' } : undefined)),
  },
  'a second hello is refused, and the connection stays': { tells: refusals },
  'a connection without a sign of life ends': { closes: never },
  'a code is for the serial number of its method': { tells: refusals },
  'a new code ends the one before': { tells: refusals },
  'another pairing ends the token before': { closes: never },
  'a token works for its serial number only': { closes: never },
  'a closed method says so, and takes nothing': {
    tells: other((message) =>
      message.type === 'settings'
        ? { configuration: { ...message.configuration, in_service: true } }
        : undefined,
    ),
  },
  'equal settings have equal versions': {
    tells: other(({ type }) => (type === 'settings' ? { version: crypto.randomUUID() } : undefined)),
  },
  'an event from the future is one of now': {
    heeds: (text) => text.replace('"at":"2190-01-01', '"at":"2025-12-31').replace('T00:00:00Z', 'T23:55:00Z'),
  },
  'readings are limited, and one too many is accepted later': {
    tells: other(({ type }) => (type === 'refused' ? { retry_after_seconds: 0 } : undefined)),
  },
  'a warning is accepted when it begins and when it is over, and not when it is too old': { tells: refusals },
  'a PIN that nobody has is refused': { tells: refusals },
  'a PIN with a reading and a temperature is faulty': {
    heeds: (text) => text.replace(/"reading":"[^"]*",/, ''),
  },
  'a PIN needs a temperature of the person where temperatures are used': { tells: refusals },
  'a PIN signs in once and out once': {
    tells: other((message) =>
      message.type === 'accepted' && message.outcome ? { outcome: 'signed_out' } : undefined,
    ),
  },
  'a PIN that was stored counts at its time, also after the person was signed out': {
    heeds: (text) => {
      const message = JSON.parse(text) as { at?: string; sent_at?: string }
      return JSON.stringify(message.at ? { ...message, at: message.sent_at } : message)
    },
  },
}

/** Our gateway, except for the given breach. */
async function startBreaking({
  tells = (message) => message,
  heeds = (text) => text,
  closes = (code) => code,
}: Breach) {
  const server = createServer()
  const accepting = new WebSocketServer({ server, handleProtocols: ([first]) => first ?? false })
  accepting.on('connection', (device) => {
    const ours = new WebSocket(`${gateway.url.replace('http', 'ws')}/device`, [deviceProtocol])
    const waiting: string[] = []
    const told: GatewayMessage[] = []
    device.on('message', (data: Buffer) => {
      const text = heeds(data.toString())
      if (text === undefined) return
      if (ours.readyState === WebSocket.OPEN) ours.send(text)
      else waiting.push(text)
    })
    ours.on('open', () => {
      for (const text of waiting) ours.send(text)
    })
    ours.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as GatewayMessage
      const answer = tells(message, told)
      told.push(message)
      if (answer) device.send(JSON.stringify(answer))
    })
    ours.on('close', (code) => {
      const changed = closes(code)
      if (changed !== undefined) device.close(changed)
    })
    ours.on('error', () => {})
    device.on('close', () => ours.close())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      for (const client of accepting.clients) client.terminate()
      server.close()
    },
  }
}

it('every rule is broken once', () => {
  expect(Object.keys(breaches).toSorted()).toEqual(rules.map(({ name }) => name).toSorted())
})

// Most of them wait.
vi.setConfig({ maxConcurrency: 10 })
const TIMEOUT_MS = 120_000

describe.concurrent('a rule', () => {
  describe('is kept by the gateway', () => {
    it.for(rules)('$name', { timeout: TIMEOUT_MS }, async (rule, context) => {
      context.expect(await findFault(rule, gateway.bench())).toBeUndefined()
    })
  })

  describe('is missed by the script where a gateway breaks it', () => {
    it.for(rules)('$name', { timeout: TIMEOUT_MS }, async (rule, context) => {
      const broken = await startBreaking(breaches[rule.name] ?? {})
      try {
        context.expect(await findFault(rule, gateway.bench(broken.url))).toEqual(expect.any(String))
      } finally {
        broken.stop()
      }
    })
  })
})
