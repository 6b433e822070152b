import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { DeviceMessage } from './device-protocol.ts'

const id = '0198f3a2-7b1c-4d5e-8f60-112233445566'
const at = { id, at: '2026-11-20T13:04:30.000+11:00', sent_at: '2026-11-20T13:04:30.120+11:00' }

/** One of each type, with every field. */
const messages: Record<v.InferOutput<typeof DeviceMessage>['type'], object> = {
  pair: { code: 'K7PM-3XQD', serial_number: 'GH-00412', versions: { firmware: '2.4.1' } },
  hello: {
    token: 'AZq3',
    serial_number: 'GH-00412',
    boot_id: id,
    kiosk_id: 'North 2',
    versions: { firmware: '2.4.1' },
    settings_version: 'pX3kq0Tn9ZbVdE2a',
  },
  beat: {},
  reading: { ...at, temperature: 36.6 },
  pin: { ...at, pin: '40718265', direction: 'in', reading: id },
  warning: { ...at, warning: 'low_pressure', active: true },
  settings_reported: { version: 'pX3kq0Tn9ZbVdE2a', accepted: false, reason: 'The pump' },
  command_done: { id },
}

/** The value with this added to each of its texts in turn, property names included. */
function* spoilt(value: unknown, added: string): Generator<unknown> {
  if (typeof value === 'string') yield value + added
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    yield { ...value, [name + added]: inner }
    for (const one of spoilt(inner, added)) yield { ...value, [name]: one }
  }
}

describe.each(Object.entries(messages))('the message %s', (type, fields) => {
  const message = { type, ...fields }
  it('is one of the protocol', () => {
    expect(v.safeParse(DeviceMessage, message).issues).toBeUndefined()
  })
  it.each([
    ['a NUL', '\u0000'],
    ['half of a pair of surrogates', '\ud800'],
  ])('is none with %s in any of its texts', (_, added) => {
    for (const one of spoilt(message, added))
      expect(v.is(DeviceMessage, one), JSON.stringify(one)).toBe(false)
  })
})
