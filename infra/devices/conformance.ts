import { request } from 'node:http'
import {
  deviceCloseCodes,
  deviceLimits,
  devicePath,
  deviceProtocol,
} from '@gatehouse/validation/device-protocol'
import { expect, PATIENCE_SECONDS, within } from './expectation.ts'
import { connectRaw, eventOf, helloOf, type RawDevice } from './raw-device.ts'
import { eventRules } from './event-rules.ts'
import { pairingRules } from './pairing-rules.ts'
import {
  accepted,
  type Bench,
  expectClosed,
  expectRefused,
  online,
  type Open,
  type Rule,
  timeOf,
} from './rule.ts'

const connectionRules: readonly Rule[] = [
  {
    name: 'who names another protocol is told which one is spoken',
    async check({ url }) {
      const { status, body } = await askForUpgrade(url, 'gatehouse.device.v0')
      expect(status === 400 && body.includes(deviceProtocol), `${status} ${body}`)
    },
  },
  {
    name: 'before the welcome everything but pair and hello is refused',
    async check(_, open) {
      const device = await open()
      device.say({ type: 'beat' })
      const { code } = await device.next('refused')
      expect(code === 'not_ready', code)
    },
  },
  {
    name: 'a faulty message is refused under its id, and the connection stays',
    async check(_, open) {
      const device = await open()
      const event = eventOf('reading', { temperature: 'warm' })
      for (const fault of ['no JSON', { type: 'nothing' }, event]) {
        device.say(fault)
        const { code, id } = await device.next('refused')
        expect(code === 'bad_message', code)
        expect(id === (fault === event ? event.id : null), String(id))
      }
    },
  },
  {
    name: 'a text that nothing can keep makes a message faulty',
    async check(bench, open) {
      const { id, serialNumber } = await bench.newMethod()
      const device = await open()
      const code = await bench.pairingCode(id)
      device.say({ type: 'pair', code, serial_number: serialNumber })
      const { token } = await within(device.next('paired'))
      const fitting = helloOf(token, { serial_number: serialNumber })
      const report = { type: 'settings_reported', accepted: true }
      for (const text of ['a\u0000b', 'a\ud800b'])
        for (const faulty of [
          { ...fitting, versions: { firmware: text } },
          { ...fitting, kiosk_id: text },
          { ...fitting, settings_version: text },
          { ...report, version: text },
          { ...report, accepted: false, version: '1', reason: text },
        ]) {
          device.say(faulty)
          const { code: found } = await within(device.next('refused'))
          expect(found === 'bad_message', found)
        }
      device.say(fitting)
      await within(device.next('welcome'))
    },
  },
  {
    name: 'too many faulty messages end the connection',
    async check(_, open) {
      const device = await open()
      for (let number = 0; number <= deviceLimits.faultyMessagesPerMinute; number += 1) device.say('x')
      await expectClosed(device, deviceCloseCodes.tooManyFaults)
    },
  },
  {
    name: 'a message that is too large ends the connection',
    async check(_, open) {
      const device = await open()
      device.say('x'.repeat(deviceLimits.frameBytes + 1))
      await expectClosed(device, deviceCloseCodes.tooLarge)
    },
  },
  {
    name: 'a message that is no text ends the connection',
    async check(_, open) {
      const device = await open()
      device.socket.send(Uint8Array.of(1, 2, 3))
      await expectClosed(device, deviceCloseCodes.unsupportedData)
    },
  },
  {
    name: 'a field that the protocol does not have makes a message faulty',
    async check(bench, open) {
      const { device } = await online(bench, open)
      device.say({ type: 'beat', more: 1 })
      const { code } = await within(device.next('refused'))
      expect(code === 'bad_message', code)
    },
  },
  {
    name: 'a second hello is refused, and the connection stays',
    async check(bench, open) {
      const { device, hello } = await online(bench, open)
      device.say(hello)
      const { code } = await within(device.next('refused'))
      expect(code === 'already_paired', code)
      device.say({ type: 'beat' })
      await within(device.next('beat'))
    },
  },
  {
    name: 'a connection without a sign of life ends',
    seconds: deviceLimits.offlineSeconds + 10,
    async check(bench, open) {
      const { device } = await online(bench, open)
      await expectClosed(device, deviceCloseCodes.silent, deviceLimits.offlineSeconds + 5)
    },
  },
  {
    name: 'a connection without a hello ends',
    async check(_, open) {
      const device = await open()
      await expectClosed(device, deviceCloseCodes.silent, deviceLimits.helloSeconds + 5)
    },
  },
  {
    name: 'a code pairs once, in any spelling',
    async check(bench, open) {
      const { id, serialNumber } = await bench.newMethod()
      const code = await bench.pairingCode(id)
      const device = await open()
      const spelt = `${code.slice(0, 4)}-${code.slice(4)} `.toLowerCase()
      device.say({ type: 'pair', code: spelt, serial_number: serialNumber })
      await device.next('paired')
      const other = await open()
      other.say({ type: 'pair', code, serial_number: serialNumber })
      const refused = await other.next('refused')
      expect(refused.code === 'pairing_failed', refused.code)
    },
  },
  {
    name: 'a token that is not valid is refused, and ends the connection',
    async check(_, open) {
      const device = await open()
      device.say(helloOf('x'.repeat(86)))
      const { code } = await device.next('refused')
      expect(code === 'unauthenticated', code)
      await expectClosed(device, deviceCloseCodes.unpaired)
    },
  },
  {
    name: 'a device is told settings that it does not work by, and no others',
    async check(bench, open) {
      const { welcome, hello } = await online(bench, open)
      expect(
        welcome.beat_seconds > 0 && welcome.settings?.configuration.in_service === true,
        JSON.stringify(welcome),
      )
      const again = await open()
      again.say({ ...hello, settings_version: welcome.settings?.version })
      const second = await again.next('welcome')
      expect(second.settings === undefined, JSON.stringify(second))
    },
  },
  {
    name: 'beats are answered',
    async check(bench, open) {
      const { device } = await online(bench, open)
      device.say({ type: 'beat' })
      await device.next('beat')
    },
  },
  {
    name: 'each message tells the time',
    async check(bench, open) {
      const { device } = await online(bench, open)
      device.say({ type: 'beat' })
      await device.next('beat')
      for (const message of device.heard) expect(!Number.isNaN(timeOf(message.now)), JSON.stringify(message))
    },
  },
  {
    name: 'an event that is sent again is answered as before',
    async check(bench, open) {
      const { device } = await online(bench, open)
      const event = eventOf('reading', { temperature: 36.6 })
      const first = await accepted(device, event)
      const second = await accepted(device, event)
      expect(
        first.code === second.code && first.expires_at === second.expires_at,
        `${first.code} ${second.code}`,
      )
    },
  },
  {
    name: 'another event under the same id is refused',
    async check(bench, open) {
      const { device } = await online(bench, open)
      const event = eventOf('reading', { temperature: 36.6 })
      await accepted(device, event)
      await expectRefused(device, { ...event, temperature: 37 } as typeof event, 'id_reused')
    },
  },
  {
    name: 'a code has six digits',
    async check(bench, open) {
      const { device } = await online(bench, open)
      const { code = '' } = await accepted(device, eventOf('reading', { temperature: 36.6 }))
      expect(/^\d{6}$/.test(code), code)
    },
  },
  {
    name: 'an event is as old as its two times say, whatever the clock',
    async check(bench, open) {
      const { device } = await online(bench, open)
      const { now, expires_at: end = '' } = await accepted(
        device,
        eventOf('reading', {
          temperature: 36.6,
          at: '1971-03-01T00:00:00Z',
          sent_at: '1971-03-01T00:04:00Z',
        }),
      )
      const left = timeOf(end) - timeOf(now)
      expect(Math.abs(left - 6 * 60_000) < 2000, `${left} ms left`)
    },
  },
  {
    name: 'a reading that is too old is refused',
    async check(bench, open) {
      const { device } = await online(bench, open)
      const old = { at: '2026-01-01T00:00:00Z', sent_at: '2026-01-01T00:10:01Z' }
      await expectRefused(device, eventOf('reading', { temperature: 36.6, ...old }), 'too_late')
    },
  },
  {
    name: 'a temperature that nobody has is refused',
    async check(bench, open) {
      const { device } = await online(bench, open)
      await expectRefused(device, eventOf('reading', { temperature: 1000 }), 'implausible')
    },
  },
  {
    name: 'messages are answered in order',
    async check(bench, open) {
      const { device } = await online(bench, open)
      const events = Array.from({ length: 40 }, () => eventOf('reading', { temperature: 36.6 }))
      for (const event of events) device.say(event)
      for (const event of events) {
        const { id } = await device.next('accepted')
        expect(id === event.id, `${id} before ${event.id}`)
      }
    },
  },
  {
    name: 'changed settings are told at once',
    async check(bench, open) {
      const { device, methodId, welcome } = await online(bench, open)
      await bench.rename(methodId, 'Renamed gate')
      const { version, configuration } = await device.next('settings')
      expect(version !== welcome.settings?.version && configuration.method_name === 'Renamed gate', version)
    },
  },
  {
    name: 'a command is sent to the device',
    async check(bench, open) {
      const { device, methodId } = await online(bench, open)
      await bench.identify(methodId)
      const { command } = await device.next('command')
      expect(command === 'identify', command)
    },
  },
  {
    name: 'a new connection replaces the earlier one',
    async check(bench, open) {
      const { device, hello } = await online(bench, open)
      const later = await open()
      later.say(hello)
      await later.next('welcome')
      await expectClosed(device, deviceCloseCodes.replaced)
    },
  },
  {
    name: 'two devices with one token end it',
    async check(bench, open) {
      const { hello } = await online(bench, open)
      const copy = await open()
      copy.say({ ...hello, boot_id: crypto.randomUUID() })
      await copy.next('welcome')
      const back = await open()
      back.say(hello)
      const { code } = await back.next('refused')
      expect(code === 'copied', code)
    },
  },
  {
    name: 'a device that is unpaired is closed, and needs a code',
    async check(bench, open) {
      const { device, methodId, hello } = await online(bench, open)
      await bench.unpair(methodId)
      await expectClosed(device, deviceCloseCodes.unpaired)
      const back = await open()
      back.say(hello)
      const { code } = await back.next('refused')
      expect(code === 'unauthenticated', code)
    },
  },
]

/** The rules of docs/device-protocol.md that a gateway keeps. */
export const rules: readonly Rule[] = [...connectionRules, ...pairingRules, ...eventRules]

/**
 * Checks a rule.
 * @returns why it does not hold; undefined where it does
 */
export async function findFault(rule: Rule, bench: Bench): Promise<string | undefined> {
  const opened: RawDevice[] = []
  const open: Open = async (protocols) => {
    const device = await connectRaw(bench.url, protocols)
    opened.push(device)
    return device
  }
  // A rule that waits for silence gets the rest of its time as well.
  const patience = PATIENCE_SECONDS + (rule.seconds ?? deviceLimits.helloSeconds + 5)
  try {
    await within(rule.check(bench, open), patience)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    for (const { socket } of opened) socket.close()
  }
}

/** The WebSocket of browsers and Node.js does not expose the status of a refusal. */
function askForUpgrade(url: string, protocol: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(devicePath, url), {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-protocol': protocol,
      },
    })
    asked.on('upgrade', (_, socket) => {
      socket.destroy()
      resolve({ status: 101, body: '' })
    })
    asked.on('response', (response) => {
      let body = ''
      response.on('data', (part: Buffer) => (body += part.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    asked.on('error', reject)
    asked.end()
  })
}
