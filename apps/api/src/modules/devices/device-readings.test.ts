import { eventOf } from '@gatehouse/devices/raw-device'
import { rateRules } from '@gatehouse/validation/limits'
import { expect, describe, it } from 'vitest'
import { deviceBench } from '../../../test/device-bench.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'

const { here, online, makePerson } = deviceBench()

let people = 0
const makeOne = () => makePerson({ lastName: `Measured ${(people += 1)}` })

describe('the readings of a device', () => {
  it('are limited, and what is refused for it can be sent again', async () => {
    const { device, method } = await online({ useTemperature: true })
    const count = async () => (await here.sql`select 1 from readings where method_id = ${method.id}`).length
    const first = eventOf('reading', { temperature: 36.6 })
    const answer = await device.ask(first)
    expect(answer.type).toBe('accepted')
    for (let number = 1; number < rateRules.deviceReadings.burst; number += 1)
      expect((await device.ask(eventOf('reading', { temperature: 36.6 }))).type).toBe('accepted')
    const waiting = eventOf('reading', { temperature: 36.6 })
    // A token may have come back meanwhile: two in three seconds.
    let refused = await device.ask(waiting)
    for (let number = 0; number < 20 && refused.type === 'accepted'; number += 1)
      refused = await device.ask(eventOf('reading', { temperature: 36.6 }))
    expect(refused).toMatchObject({ code: 'too_many_requests', retry_after_seconds: expect.any(Number) })
    const stored = await count()
    expect(stored).toBeGreaterThanOrEqual(rateRules.deviceReadings.burst)
    // What was accepted is answered as before, for nothing.
    expect(await device.ask(first)).toMatchObject({ code: 'code' in answer ? answer.code : '' })
    // Another kind of event is not held up.
    expect((await device.ask(eventOf('warning', { warning: 'low_pressure', active: true }))).type).toBe(
      'accepted',
    )
    await here.sql`delete from rate_buckets`
    const again = await device.ask(eventOf('reading', { temperature: 36.6 }))
    expect(again.type).toBe('accepted')
    expect(await count()).toBe(stored + 1)
  })

  it('that are refused or repeated do not count', async () => {
    const { device } = await online({ useTemperature: true })
    const reading = eventOf('reading', { temperature: 36.6 })
    await device.ask(reading)
    for (let number = 0; number < rateRules.deviceReadings.burst; number += 1) {
      expect(await device.ask(eventOf('reading', { temperature: 1000 }))).toMatchObject({
        code: 'implausible',
      })
      expect((await device.ask(reading)).type).toBe('accepted')
    }
    expect((await device.ask(eventOf('reading', { temperature: 36.6 }))).type).toBe('accepted')
  })
})

describe('what else a device sends', () => {
  it('is limited too: warnings, PINs and reports, each by itself', async () => {
    const { device, method, welcome } = await online({ useTemperature: true })
    const told = () =>
      here.sql`select 1 from outbox where type = 'notice.low_pressure' and payload->>'method' = ${method.id}`
    let active = false
    const warn = () => device.ask(eventOf('warning', { warning: 'low_pressure', active: (active = !active) }))
    const warnings: string[] = []
    for (let number = 0; number < rateRules.deviceWarnings.burst + 5; number += 1) {
      const answer = await warn()
      warnings.push(answer.type === 'refused' ? answer.code : answer.type)
    }
    expect(new Set(warnings.slice(0, rateRules.deviceWarnings.burst))).toEqual(new Set(['accepted']))
    expect(warnings).toContain('too_many_requests')
    expect((await told()).length).toBeLessThanOrEqual(rateRules.deviceWarnings.burst / 2 + 1)
    const { pin } = await makeOne()
    const sign = (direction: string) => device.ask(eventOf('pin', { pin, direction, temperature: 36.6 }))
    expect(await sign('in')).toMatchObject({ outcome: 'signed_in' })
    for (let number = 0; number < rateRules.deviceReports.burst + 5; number += 1)
      device.say({ type: 'settings_reported', version: welcome.settings?.version, accepted: true })
    expect(await device.next('refused')).toMatchObject({
      id: null,
      code: 'too_many_requests',
      retry_after_seconds: expect.any(Number),
    })
    device.say({ type: 'beat' })
    await device.next('beat')
    // PINs are counted by themselves: the bucket of the device is emptied here.
    await withScope(here.test.database.db, clientScope(here.world.a.clientId), (tx) =>
      here.test.limits.charge(tx, [['devicePins', method.id, rateRules.devicePins.burst]]),
    )
    expect(await sign('out')).toMatchObject({ code: 'too_many_requests' })
    expect((await device.ask(eventOf('reading', { temperature: 36.6 }))).type).toBe('accepted')
  })
})

describe('a PIN with the temperature of the person', () => {
  const readingsOf = (methodId: string) =>
    here.sql<
      { temperature: string; consumed_by: string }[]
    >`select temperature, consumed_by from readings where method_id = ${methodId}`

  it('needs no reading, and is stored with the visit', async () => {
    const { device, method } = await online({ useTemperature: true })
    const { id, pin } = await makeOne()
    const event = eventOf('pin', { pin, direction: 'in', temperature: 36.64 })
    for (let times = 0; times < 2; times += 1)
      expect(await device.ask(event)).toMatchObject({ outcome: 'signed_in' })
    const [visit] = await here.sql`select id, temperature from visits where user_id = ${id}`
    expect(Number(visit?.['temperature'])).toBe(36.6)
    const kept = await readingsOf(method.id)
    expect(kept.map(({ temperature, consumed_by: by }) => [Number(temperature), by])).toEqual([
      [36.6, visit?.['id']],
    ])
    expect(await device.ask({ ...event, temperature: 36.7 } as typeof event)).toMatchObject({
      code: 'id_reused',
    })
  })

  it('is refused by the limits of the site, and noted as an attempt', async () => {
    const { device, method } = await online({ useTemperature: true })
    for (const [temperature, outcome] of [
      [38.4, 'high_temperature'],
      [34.1, 'low_temperature'],
    ] as const) {
      const { id, pin } = await makeOne()
      expect(await device.ask(eventOf('pin', { pin, direction: 'in', temperature }))).toMatchObject({
        outcome,
      })
      const [attempt] = await here.sql`select id, temperature from refused_attempts where user_id = ${id}`
      expect(Number(attempt?.['temperature'])).toBe(temperature)
      expect((await readingsOf(method.id)).map(({ consumed_by: by }) => by)).toContain(attempt?.['id'])
      expect(await here.sql`select 1 from presence where user_id = ${id}`).toHaveLength(0)
    }
  })

  it('is refused where it is no temperature of a person, or names a reading besides', async () => {
    const { device, method } = await online({ useTemperature: true })
    const { pin } = await makeOne()
    const ask = (fields: object) => device.ask(eventOf('pin', { pin, direction: 'in', ...fields }))
    for (const temperature of [1000, 24.9, -1])
      expect(await ask({ temperature })).toMatchObject({ code: 'implausible' })
    for (const fields of [{ temperature: 'warm' }, { temperature: 36.6, reading: crypto.randomUUID() }])
      expect(await ask(fields)).toMatchObject({ code: 'bad_message' })
    expect(await ask({ temperature: null })).toMatchObject({ code: 'temperature_required' })
    expect(await readingsOf(method.id)).toHaveLength(0)
  })

  it('may have been stored at the device for hours', async () => {
    const { device } = await online({ useTemperature: true })
    const { id, pin } = await makeOne()
    const at = new Date(Date.now() - 2 * 60 * 60_000).toISOString()
    expect(await device.ask(eventOf('pin', { pin, direction: 'in', temperature: 36.6, at }))).toMatchObject({
      outcome: 'signed_in',
    })
    expect(await here.sql`select 1 from presence where user_id = ${id}`).toHaveLength(1)
  })

  it('keeps no temperature where none is used, or of who leaves', async () => {
    const plain = await online()
    const measuring = await online({ useTemperature: true })
    const { id, pin } = await makeOne()
    const sign = (device: typeof plain.device, direction: string) =>
      device.ask(eventOf('pin', { pin, direction, temperature: 36.6 }))
    expect(await sign(plain.device, 'in')).toMatchObject({ outcome: 'signed_in' })
    expect(await sign(measuring.device, 'out')).toMatchObject({ outcome: 'signed_out' })
    expect(await here.sql`select temperature from visits where user_id = ${id}`).toEqual([
      { temperature: null },
    ])
    for (const { method } of [plain, measuring]) expect(await readingsOf(method.id)).toHaveLength(0)
  })
})
