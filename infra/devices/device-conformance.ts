import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { deviceCloseCodes, deviceLimits, type DeviceMessageOf } from '@gatehouse/validation/device-protocol'
import { methodKeyAlphabet } from '@gatehouse/validation/method-key'
import { expect, PATIENCE_SECONDS, within } from './expectation.ts'
import { configurationOf, type DeviceConnection, type ScriptedGateway } from './scripted-gateway.ts'

/** What a person, or a test with a simulated device, does at the device under test. */
export interface DeviceHandler {
  /** Types a pairing code. */
  typeCode(code: string): Promise<unknown> | void
  /** Takes a reading. */
  measure(): Promise<unknown> | void
}

interface DeviceBenchOptions {
  gateway: ScriptedGateway
  handler: DeviceHandler
  /** The beat interval that the device is configured with. */
  beatSeconds?: number
  /** How long the device waits for an answer before it closes a connection. */
  silenceSeconds?: number
}

/** The device under test, as the gateway sees it. */
interface DeviceBench {
  gateway: ScriptedGateway
  handler: DeviceHandler
  beatSeconds: number
  silenceSeconds: number
  token: string | undefined
  connection: DeviceConnection | undefined
  /** The name of the settings that it has to use. */
  settings: string
}

export interface DeviceRule {
  /** What must hold. */
  name: string
  /** @throws Error where it does not hold */
  check(bench: DeviceBench): Promise<void>
}

/** How long nothing may arrive where nothing is expected. */
const QUIET_SECONDS = 3

/** A device that has said hello and was welcomed. */
interface Online {
  connection: DeviceConnection
  hello: DeviceMessageOf<'hello'>
}

/** The rules of docs/device-protocol.md for devices, as far as a gateway can check them. */
export const deviceRules: readonly DeviceRule[] = [
  {
    name: 'it pairs with the code that is typed, then says hello with its token, and sends only messages of the protocol',
    async check(bench) {
      const { token, pair, hello } = await pairAnew(bench)
      expect(hello.token === token, 'a hello with another token')
      expect(hello.serial_number === pair.serial_number, `${pair.serial_number}, then ${hello.serial_number}`)
      await takeReading(bench)
    },
  },
  {
    name: 'hello is its first message, with the same token and boot_id until it starts anew',
    async check(bench) {
      const first = await online(bench)
      const second = await reconnect(bench, deviceCloseCodes.restart)
      const [message] = second.connection.heard
      expect(message?.message.type === 'hello', String(message?.message.type))
      expect(second.hello.token === first.hello.token, 'another token')
      expect(second.hello.boot_id === first.hello.boot_id, 'another boot_id')
    },
  },
  {
    name: 'it beats as often as the welcome says',
    async check(bench) {
      const { connection } = await reconnect(bench, deviceCloseCodes.restart)
      const asked = bench.beatSeconds
      let last = Date.now()
      for (let beats = 0; beats < 3; beats += 1) {
        await within(connection.next('beat'), asked * 2)
        const seconds = (Date.now() - last) / 1000
        expect(Math.abs(seconds - asked) <= asked / 2, `a beat after ${seconds} s`)
        last = Date.now()
      }
    },
  },
  {
    name: 'it ends a connection on which it hears nothing, and opens another one',
    async check(bench) {
      const { connection } = await reconnect(bench, deviceCloseCodes.restart)
      const begun = Date.now()
      bench.gateway.silent = true
      await within(
        connection.closed,
        bench.silenceSeconds + 2 * bench.beatSeconds + PATIENCE_SECONDS,
      ).finally(() => (bench.gateway.silent = false))
      const seconds = (Date.now() - begun) / 1000
      expect(seconds > bench.silenceSeconds * 0.9, `it was ended after ${seconds} s`)
      await online(bench)
    },
  },
  {
    name: 'it tries again after a second, then two, then four, each as chance wants',
    async check(bench) {
      const { connection } = await reconnect(bench, deviceCloseCodes.restart)
      const { gateway } = bench
      const waits = [1, 2, 4]
      gateway.attempts.length = 0
      gateway.refuse(true)
      const begun = Date.now()
      connection.close(1001)
      // It is accepted as soon as it may be: each further try would double the next wait.
      const end = begun + 1.5 * 1000 * waits.reduce((sum, wait) => sum + wait) + PATIENCE_SECONDS * 1000
      while (gateway.attempts.length < waits.length && Date.now() < end) await delay(50)
      gateway.refuse(false)
      const found = waits.map((_, index) => {
        const [from, to] = [gateway.attempts[index - 1] ?? begun, gateway.attempts[index]]
        return to === undefined ? Infinity : (to - from) / 1000
      })
      const isFitting = waits.every((wait, index) => {
        const seconds = found[index] ?? Infinity
        return seconds > wait * 0.5 - 0.2 && seconds < wait * 1.5 + 0.8
      })
      const isExact = waits.every((wait, index) => Math.abs((found[index] ?? 0) - wait) < 0.02)
      expect(isFitting && !isExact, `tries after ${found.join(', ')} s`)
      await online(bench)
    },
  },
  {
    name: 'it is back within two seconds of a restart of the gateway',
    async check(bench) {
      await online(bench)
      const begun = Date.now()
      await reconnect(bench, deviceCloseCodes.restart)
      const seconds = ((bench.connection?.openedAt ?? Infinity) - begun) / 1000
      expect(seconds < 2.5, `back after ${seconds} s`)
    },
  },
  {
    name: 'it keeps its token when a connection ends for another reason than 4002',
    async check(bench) {
      const { hello } = await online(bench)
      for (const code of [deviceCloseCodes.silent, 1011]) {
        const again = await reconnect(bench, code)
        expect(again.hello.token === hello.token, `another token after ${code}`)
      }
    },
  },
  {
    name: 'it drops its token after 4002, and asks to be paired',
    async check(bench) {
      const { connection } = await online(bench)
      const { gateway } = bench
      const before = gateway.attempts.length
      connection.close(deviceCloseCodes.unpaired)
      await delay(QUIET_SECONDS * 1000)
      const tries = gateway.attempts.length
      await pairAnew(bench)
      expect(tries === before, 'it connected again without a code')
    },
  },
  {
    name: 'an event whose answer is lost is sent again, with everything else the same but sent_at',
    async check(bench) {
      const { connection } = await online(bench)
      const first = await unanswered(bench, connection)
      const again = await reconnect(bench, deviceCloseCodes.restart)
      const second = await within(again.connection.next('reading'))
      accept(again.connection, second.id)
      expect(sameBut(first) === sameBut(second), `${sameBut(first)}, then ${sameBut(second)}`)
    },
  },
  {
    name: 'an event that was answered is not sent again',
    async check(bench) {
      await takeReading(bench)
      const { connection } = await reconnect(bench, deviceCloseCodes.restart)
      await expectNoReading(connection)
    },
  },
  {
    name: 'an event that is refused for good is not sent again',
    async check(bench) {
      const { connection } = await online(bench)
      const { id } = await unanswered(bench, connection)
      const before = readingsOf(connection)
      refuse(connection, id, 'implausible')
      await expectNoReading(connection, before)
      const again = await reconnect(bench, deviceCloseCodes.restart)
      await expectNoReading(again.connection)
    },
  },
  {
    name: 'an event that cannot be answered now is sent again after retry_after_seconds',
    async check(bench) {
      const { connection } = await online(bench)
      const { id } = await unanswered(bench, connection)
      const seconds = 2
      const begun = Date.now()
      refuse(connection, id, 'unavailable', seconds)
      const again = await within(connection.next('reading'), seconds + PATIENCE_SECONDS)
      accept(connection, again.id)
      const waited = (Date.now() - begun) / 1000
      expect(again.id === id && waited > seconds - 0.1, `${again.id} after ${waited} s, not ${id}`)
    },
  },
  {
    name: 'what happens without a network is kept, and sent in order',
    async check(bench) {
      const { connection } = await online(bench)
      bench.gateway.refuse(true)
      connection.close(1001)
      await connection.closed
      for (let taken = 0; taken < 3; taken += 1) await bench.handler.measure()
      bench.gateway.refuse(false)
      const again = await online(bench)
      const times: number[] = []
      const ids = new Set<string>()
      while (times.length < 3) {
        const { id, at } = await within(again.connection.next('reading'))
        accept(again.connection, id)
        times.push(at)
        ids.add(id)
      }
      const isInOrder = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0))
      expect(isInOrder && ids.size === 3, `${ids.size} events at ${times.join(', ')}`)
    },
  },
  {
    name: 'the time between at and sent_at is the age of the event',
    async check(bench) {
      const { connection } = await online(bench)
      const first = await unanswered(bench, connection)
      const heardAt = Date.now()
      await delay(QUIET_SECONDS * 1000)
      const again = await reconnect(bench, deviceCloseCodes.restart)
      const second = await within(again.connection.next('reading'))
      accept(again.connection, second.id)
      const grown = second.sent_at - second.at - (first.sent_at - first.at)
      const passed = Date.now() - heardAt
      expect(
        first.sent_at >= first.at && Math.abs(grown - passed) < 1500,
        `its age grew by ${grown} ms in ${passed} ms`,
      )
    },
  },
  {
    name: 'settings are reported once for each version, and the accepted ones are named in hello',
    async check(bench) {
      const { connection } = await online(bench)
      const { version, configuration } = configurationOf(`${bench.settings}+`)
      bench.settings = `${bench.settings}+`
      connection.say({ type: 'settings', version, configuration })
      await delay(QUIET_SECONDS * 1000)
      const reports = connection.heard.flatMap(({ message }) =>
        message.type === 'settings_reported' && message.version === version ? [message] : [],
      )
      expect(reports.length === 1, `${reports.length} reports`)
      const { hello } = await reconnect(bench, deviceCloseCodes.restart)
      const isNamed = hello.settings_version === version
      expect(isNamed === reports[0]?.accepted, `hello names ${hello.settings_version}`)
    },
  },
  {
    name: 'commands are done; after a restart there is another boot_id, and events are still there',
    async check(bench) {
      const { connection, hello } = await online(bench)
      for (const command of ['identify', 'restart'] as const) {
        const id = crypto.randomUUID()
        const event = command === 'restart' ? await unanswered(bench, connection) : undefined
        connection.say({ type: 'command', id, command })
        const done = await within(connection.next('command_done'))
        expect(done.id === id, `${done.id} instead of ${id}`)
        if (!event) continue
        const again = await online(bench, 60)
        expect(again.hello.boot_id !== hello.boot_id, 'the same boot_id')
        const kept = await within(again.connection.next('reading'))
        accept(again.connection, kept.id)
        expect(kept.id === event.id, `${kept.id} instead of ${event.id}`)
      }
    },
  },
]

export function createDeviceBench({
  gateway,
  handler,
  beatSeconds = deviceLimits.beatSeconds,
  silenceSeconds = deviceLimits.offlineSeconds,
}: DeviceBenchOptions): DeviceBench {
  return {
    gateway,
    handler,
    beatSeconds,
    silenceSeconds,
    token: undefined,
    connection: undefined,
    settings: 'first',
  }
}

/**
 * Checks a rule.
 * @returns why it does not hold; undefined where it does
 */
export async function findDeviceFault(rule: DeviceRule, bench: DeviceBench): Promise<string | undefined> {
  try {
    await rule.check(bench)
    expect(bench.gateway.faults.length === 0, bench.gateway.faults.join('; '))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    bench.gateway.faults.length = 0
    bench.gateway.refuse(false)
  }
}

/** Types a code at the device, and pairs it with a new token. */
async function pairAnew(bench: DeviceBench) {
  const code = Array.from(
    { length: deviceLimits.pairingCodeCharacters },
    () => methodKeyAlphabet[randomInt(methodKeyAlphabet.length)],
  ).join('')
  const typing = bench.handler.typeCode(code)
  const connection = await within(bench.gateway.nextConnection(), deviceLimits.pairingMinutes * 60)
  const pair = await within(connection.next('pair'), deviceLimits.helloSeconds)
  expect(pair.code === code, `the code ${pair.code}`)
  const token = crypto.randomUUID()
  connection.say({ type: 'paired', token })
  await typing
  bench.token = token
  bench.connection = undefined
  const isOpen = await Promise.race([connection.closed.then(() => false), delay(500).then(() => true)])
  return {
    pair,
    token,
    ...(await welcome(bench, isOpen ? connection : await within(bench.gateway.nextConnection()))),
  }
}

/** The device's current connection, or its next one. */
async function online(bench: DeviceBench, seconds = 10 + PATIENCE_SECONDS): Promise<Online> {
  if (bench.token === undefined) return pairAnew(bench)
  if (bench.connection) {
    const first = bench.connection.heard.find(({ message }) => message.type === 'hello')
    const isOpen = await Promise.race([bench.connection.closed.then(() => false), delay(50).then(() => true)])
    if (isOpen && first?.message.type === 'hello')
      return { connection: bench.connection, hello: first.message }
  }
  return welcome(bench, await within(bench.gateway.nextConnection(), seconds))
}

async function reconnect(bench: DeviceBench, code: number): Promise<Online> {
  const { connection } = await online(bench)
  connection.close(code)
  await within(connection.closed)
  return online(bench)
}

async function welcome(bench: DeviceBench, connection: DeviceConnection): Promise<Online> {
  const hello = await within(connection.next('hello'), deviceLimits.helloSeconds)
  expect(hello.token === bench.token, 'a hello with an unknown token')
  const settings = configurationOf(bench.settings)
  connection.say({
    type: 'welcome',
    beat_seconds: bench.beatSeconds,
    ...(hello.settings_version !== settings.version && { settings }),
  })
  bench.connection = connection
  return { connection, hello }
}

/** A reading that is not answered yet. */
async function unanswered({ handler }: DeviceBench, connection: DeviceConnection) {
  await handler.measure()
  return within(connection.next('reading'))
}

async function takeReading(bench: DeviceBench): Promise<void> {
  const { connection } = await online(bench)
  accept(connection, (await unanswered(bench, connection)).id)
}

function accept(connection: DeviceConnection, id: string): void {
  const expiresAt = new Date(Date.now() + 10 * 60_000).toISOString()
  connection.say({ type: 'accepted', id, code: '042917', expires_at: expiresAt })
}

function refuse(
  connection: DeviceConnection,
  id: string,
  code: 'implausible' | 'unavailable',
  seconds?: number,
): void {
  const message = 'This answer belongs to a check of the device.'
  connection.say({
    type: 'refused',
    id,
    code,
    message,
    ...(seconds !== undefined && { retry_after_seconds: seconds }),
  })
}

async function expectNoReading(connection: DeviceConnection, before = 0): Promise<void> {
  await delay(QUIET_SECONDS * 1000)
  const more = readingsOf(connection) - before
  expect(more === 0, `${more} more readings`)
}

const readingsOf = ({ heard }: DeviceConnection) =>
  heard.filter(({ message }) => message.type === 'reading').length

const sameBut = ({ sent_at: _, ...rest }: DeviceMessageOf<'reading'>) => JSON.stringify(rest)
