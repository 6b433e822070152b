import { rateRules } from '@gatehouse/validation/limits'
import { expect } from './expectation.ts'
import { eventOf, type MessageOf } from './raw-device.ts'
import { accepted, type Bench, expectRefused, online, type Open, type Rule, timeOf } from './rule.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const TOO_OLD_HOURS = 73

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

/** The rules for readings, PINs and warnings, besides those for every event. */
export const eventRules: readonly Rule[] = [
  {
    name: 'an event from the future is one of now',
    async check(bench, open) {
      const { device } = await online(bench, open)
      const ahead = { at: '2190-01-01T00:00:00Z', sent_at: '2026-01-01T00:00:00Z' }
      const { now, expires_at: end = '' } = await accepted(
        device,
        eventOf('reading', { temperature: 36.6, ...ahead }),
      )
      const left = timeOf(end) - timeOf(now)
      expect(Math.abs(left - 10 * MINUTE_MS) < 2000, `${left} ms left`)
    },
  },
  {
    name: 'readings are limited, and one too many is accepted later',
    async check(bench, open) {
      const { device } = await online(bench, open)
      const events = Array.from({ length: rateRules.deviceReadings.burst + 10 }, () =>
        eventOf('reading', { temperature: 36.6 }),
      )
      const answers = events.map(() => Promise.withResolvers<MessageOf<'accepted' | 'refused'>>())
      for (const [at, event] of events.entries()) void device.ask(event).then(answers[at]?.resolve)
      const heard = await Promise.all(answers.map(({ promise }) => promise))
      const at = heard.findIndex(({ type }) => type === 'refused')
      const [event, refused] = [events[at], heard[at]]
      if (!event || refused?.type !== 'refused') throw new Error(`${heard.length} readings were accepted`)
      const { code, retry_after_seconds: seconds = 0 } = refused
      expect(code === 'too_many_requests' && seconds > 0, JSON.stringify(refused))
      await new Promise((resolve) => setTimeout(resolve, (seconds + 1) * 1000))
      await accepted(device, event)
    },
  },
  {
    name: 'a warning is accepted when it begins and when it is over, and not when it is too old',
    async check(bench, open) {
      const { device } = await online(bench, open)
      const warning = (active: boolean, fields: object = {}) =>
        eventOf('warning', { warning: 'low_pressure', active, ...fields })
      await accepted(device, warning(true))
      await accepted(device, warning(false))
      await expectRefused(device, warning(true, { at: ago(TOO_OLD_HOURS * HOUR_MS) }), 'too_late')
    },
  },
  {
    name: 'a PIN that nobody has is refused',
    async check(bench, open) {
      const { device } = await online(bench, open)
      await expectRefused(device, eventOf('pin', { pin: '00000000', direction: 'in' }), 'pin_unknown')
    },
  },
  {
    name: 'a PIN with a reading and a temperature is faulty',
    async check(bench, open) {
      const { device } = await online(bench, open)
      const both = { reading: crypto.randomUUID(), temperature: 36.6 }
      await expectRefused(
        device,
        eventOf('pin', { pin: '00000000', direction: 'in', ...both }),
        'bad_message',
      )
    },
  },
  {
    name: 'a PIN needs a temperature of the person where temperatures are used',
    needsPin: true,
    async check(bench, open) {
      const { device, sign } = await onlineWithPin(bench, open)
      await expectRefused(device, sign('in'), 'temperature_required')
      await expectRefused(device, sign('in', { reading: crypto.randomUUID() }), 'reading_unusable')
      await expectRefused(device, sign('in', { temperature: 1000 }), 'implausible')
    },
  },
  {
    name: 'a PIN signs in once and out once',
    needsPin: true,
    async check(bench, open) {
      const { device, sign } = await onlineWithPin(bench, open)
      const reading = eventOf('reading', { temperature: 36.6 })
      await accepted(device, reading)
      const into = sign('in', { reading: reading.id })
      for (const event of [into, into]) {
        const { outcome, first_name: name } = await accepted(device, event)
        expect(outcome === 'signed_in' && typeof name === 'string', JSON.stringify(outcome))
      }
      await expectRefused(device, sign('in', { reading: reading.id }), 'reading_unusable')
      const { outcome } = await accepted(device, sign('out'))
      expect(outcome === 'signed_out', JSON.stringify(outcome))
      await expectRefused(device, sign('out'), 'not_on_site')
    },
  },
  {
    name: 'a PIN that was stored counts at its time, also after the person was signed out',
    needsPin: true,
    async check(bench, open) {
      const { device, sign } = await onlineWithPin(bench, open)
      const outcomes: unknown[] = []
      for (const event of [
        sign('in', { temperature: 36.6, at: ago(2 * HOUR_MS) }),
        sign('out', { at: ago(HOUR_MS) }),
        sign('out', { at: ago(HOUR_MS / 2) }),
      ])
        outcomes.push((await accepted(device, event)).outcome)
      expect(outcomes.join() === 'signed_in,signed_out,signed_out', outcomes.join())
      await expectRefused(device, sign('out', { at: ago(3 * HOUR_MS) }), 'not_on_site')
      await expectRefused(device, sign('out', { at: ago(TOO_OLD_HOURS * HOUR_MS) }), 'too_late')
    },
  },
]

async function onlineWithPin(bench: Bench, open: Open) {
  const { device } = await online(bench, open)
  const pin = (await bench.lendPin?.()) ?? ''
  const sign = (direction: 'in' | 'out', fields: object = {}) => eventOf('pin', { pin, direction, ...fields })
  return { device, sign }
}
