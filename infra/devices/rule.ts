import { readMilliseconds } from '@gatehouse/validation/instants'
import { expect, PATIENCE_SECONDS, within } from './expectation.ts'
import { helloOf, type RawDevice } from './raw-device.ts'

/**
 * What a user does in the portal for the method of the device under test, which uses temperatures.
 */
export interface Bench {
  url: string
  /** A method without a device, and a valid serial number for it. */
  newMethod(): Promise<{ id: string; serialNumber: string }>
  pairingCode(methodId: string): Promise<string>
  rename(methodId: string, name: string): Promise<void>
  identify(methodId: string): Promise<void>
  unpair(methodId: string): Promise<void>
  /** Enables or disables the method. */
  setEnabled(methodId: string, enabled: boolean): Promise<void>
  /**
   * The access PIN of a person who may sign in and is not on site; missing where none is available.
   */
  lendPin?: () => Promise<string>
}

export interface Rule {
  /** What must hold. */
  name: string
  /** It needs a PIN to be checked. */
  needsPin?: true
  /** How long it waits for silence. */
  seconds?: number
  /** @throws Error where it does not hold */
  check(bench: Bench, open: Open): Promise<void>
}

/** Connects. The connection is closed after the rule. */
export type Open = (protocols?: string[]) => Promise<RawDevice>

/** @throws Error where it is not closed with this code in time */
export async function expectClosed(
  { closed }: RawDevice,
  code: number,
  seconds = PATIENCE_SECONDS,
): Promise<void> {
  const found = await within(closed, seconds)
  expect(found === code, `closed with ${found}`)
}

export async function accepted(device: RawDevice, event: { id: string } & object) {
  const answer = await device.ask(event)
  if (answer.type === 'refused') throw new Error(`Found instead: refused with ${answer.code}`)
  return answer
}

export async function expectRefused(
  device: RawDevice,
  event: { id: string } & object,
  code: string,
): Promise<void> {
  const answer = await device.ask(event)
  expect(answer.type === 'refused' && answer.code === code, JSON.stringify(answer))
}

/** A device that is paired and has said hello. */
export async function online(bench: Bench, open: Open) {
  const { id: methodId, serialNumber } = await bench.newMethod()
  const device = await open()
  device.say({ type: 'pair', code: await bench.pairingCode(methodId), serial_number: serialNumber })
  const { token } = await within(device.next('paired'))
  const hello = helloOf(token, { serial_number: serialNumber })
  device.say(hello)
  return { device, methodId, hello, welcome: await within(device.next('welcome')) }
}

export const timeOf = (text: string) => readMilliseconds(text) ?? Number.NaN
