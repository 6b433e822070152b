import { connect as connectTcp, type AddressInfo } from 'node:net'
import { deviceCloseCodes, deviceLimits, devicePath } from '@gatehouse/validation/device-protocol'
import { readMilliseconds } from '@gatehouse/validation/instants'
import { io } from 'socket.io-client'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { eventOf, helloOf, type RawDevice } from '@gatehouse/devices/raw-device'
import { deviceBench } from '../../../test/device-bench.ts'
import { makeWebhook } from '../../../test/factories.ts'
import { clientScope, installationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { deviceCommandRequests } from '../../db/schema/devices.ts'
import { newId } from '../../lib/ids.ts'
import { createBan } from '../bans/create-ban.ts'
import { takeCommands } from './connections.ts'
import { dropSilent, tellOffline } from './device-states.ts'

const bench = deviceBench()
const { here, connect, newSerial, makeDeviceMethod, call, codeFor, pair, online, methodOf, makePerson } =
  bench

describe('a connection', () => {
  it('without the protocol is refused, and told which one is spoken', async () => {
    const { port } = here.test.app.server.address() as AddressInfo
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connectTcp({ port, host: '127.0.0.1' })
      let text = ''
      socket.on('data', (part: Buffer) => (text += part.toString()))
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
      socket.write(
        `GET ${devicePath} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
          'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
          'sec-websocket-protocol: gatehouse.device.v0\r\n\r\n',
      )
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('gatehouse.device.v1')
    await expect(connect([])).rejects.toThrow()
  })

  it('is no page: a plain request finds nothing', async () => {
    expect((await here.test.app.inject(devicePath)).statusCode).toBe(404)
  })

  it('lives beside the live socket, both as WebSockets', async () => {
    const { port } = here.test.app.server.address() as AddressInfo
    const live = io(`http://127.0.0.1:${port}/web`, {
      transports: ['websocket'],
      auth: { token: here.world.tokens['staff A'] },
      forceNew: true,
    })
    await new Promise<void>((resolve) => live.on('connect', () => resolve()))
    expect(live.io.engine.transport.name).toBe('websocket')
    const { device } = await online()
    device.say({ type: 'beat' })
    await device.next('beat')
    expect(live.connected).toBe(true)
    live.disconnect()
  })

  it('answers nothing but a refusal before its hello', async () => {
    const device = await connect()
    for (const message of [{ type: 'beat' }, eventOf('reading', { temperature: 36.6 })]) {
      device.say(message)
      expect(await device.next('refused')).toMatchObject({ code: 'not_ready' })
    }
  })

  it('refuses what is no message, and ends after too many of them', async () => {
    const device = await connect()
    const faults = [
      'x',
      '7',
      '[]',
      'null',
      '{}',
      { type: 'nothing' },
      { type: 'beat', more: 1 },
      { type: 'hello' },
      eventOf('reading', { temperature: 'warm' }),
      eventOf('reading', { temperature: 36, at: 'yesterday' }),
      eventOf('pin', { pin: '123', direction: 'in' }),
    ]
    for (const fault of faults) {
      device.say(fault)
      const refused = await device.next('refused')
      expect(refused).toMatchObject({ code: 'bad_message' })
      expect(refused.id).toBe(typeof fault === 'object' && 'id' in fault ? fault.id : null)
    }
    for (let number = 0; number <= deviceLimits.faultyMessagesPerMinute; number += 1) device.say('x')
    expect(await device.closed).toBe(deviceCloseCodes.tooManyFaults)
  })

  it('ends after too many messages that say nothing, also without a hello', async () => {
    // Twice as many, because a minute may end in between.
    const sayTooOften = (device: RawDevice, message: object, allowed: number) => {
      for (let number = 0; number < 2 * (allowed + 1); number += 1) device.say(message)
    }
    const faults = deviceLimits.faultyMessagesPerMinute
    const stranger = await connect()
    sayTooOften(stranger, { type: 'beat' }, faults)
    expect(await stranger.closed).toBe(deviceCloseCodes.tooManyFaults)
    const { device: greeting, hello } = await online()
    sayTooOften(greeting, hello, faults)
    expect(await greeting.closed).toBe(deviceCloseCodes.tooManyFaults)
    const { device: beating } = await online()
    for (let number = 0; number < deviceLimits.beatsPerMinute; number += 1) {
      beating.say({ type: 'beat' })
      await beating.next('beat')
    }
    sayTooOften(beating, { type: 'beat' }, deviceLimits.beatsPerMinute + faults)
    expect(await beating.closed).toBe(deviceCloseCodes.tooManyFaults)
    const guessing = await connect()
    sayTooOften(guessing, { type: 'pair', code: 'AAAABBBB', serial_number: newSerial() }, faults)
    expect(await guessing.closed).toBe(deviceCloseCodes.tooManyFaults)
    await here.sql`delete from rate_buckets`
  })

  it('ends with a message that is too large, or no text', async () => {
    const logged = vi.spyOn(here.test.app.log, 'info')
    const large = await connect()
    large.say('x'.repeat(deviceLimits.frameBytes + 1))
    expect(await large.closed).toBe(deviceCloseCodes.tooLarge)
    expect(logged.mock.calls).toContainEqual([
      { failure: { type: 'RangeError', code: 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' } },
      'a connection of a device has broken',
    ])
    const binary = await connect()
    binary.socket.send(Buffer.from([1, 2, 3]))
    expect(await binary.closed).toBe(deviceCloseCodes.unsupportedData)
  })
})

describe('pairing', () => {
  it('refuses a wrong, an old and a used code alike, and limits the tries', async () => {
    const method = await makeDeviceMethod()
    const device = await connect()
    const refuse = async (code: string) => {
      device.say({ type: 'pair', code, serial_number: newSerial() })
      return (await device.next('refused')).code
    }
    const earlier = await codeFor(method.id)
    const code = await codeFor(method.id)
    expect(await refuse('AAAABBBB')).toBe('pairing_failed')
    expect(await refuse(earlier)).toBe('pairing_failed')
    await here.sql`update pairing_codes set expires_at = now() where method_id = ${method.id}`
    expect(await refuse(code)).toBe('pairing_failed')
    const fresh = await codeFor(method.id)
    const twins = [await connect(), await connect()]
    for (const twin of twins) twin.say({ type: 'pair', code: fresh, serial_number: 'SN-twin' })
    await expect
      .poll(() => twins.flatMap(({ heard }) => heard.map(({ type }) => type)).toSorted())
      .toEqual(['paired', 'refused'])
    let last = ''
    for (let number = 0; number < 12; number += 1) last = await refuse('AAAABBBB')
    expect(last).toBe('too_many_requests')
    await here.sql`delete from rate_buckets`
  })

  it('is only for devices, and only for who may manage them', async () => {
    const { a } = here.world
    expect((await call('POST', `/sign-in-methods/${a.method.id}/pairing-code`)).json().code).toBe('not_found')
  })

  it('takes the code in any spelling, gives the method the serial number, and unpairs the earlier device', async () => {
    const { device, method, token } = await online()
    const code = await codeFor(method.id)
    const next = await connect()
    next.say({
      type: 'pair',
      code: `${code.slice(0, 4)}-${code.slice(4)} `.toLowerCase(),
      serial_number: 'SN-x',
    })
    expect(await next.next('refused')).toMatchObject({ code: 'wrong_device' })
    // The code still works for the right device.
    const { serial_number: serial } = await methodOf(method.id)
    next.say({
      type: 'pair',
      code: `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase(),
      serial_number: ` ${serial}`,
    })
    const { token: later } = await next.next('paired')
    expect(later).not.toBe(token)
    expect(await device.closed).toBe(deviceCloseCodes.unpaired)
    const old = await connect()
    old.say(helloOf(token, { serial_number: serial }))
    expect(await old.next('refused')).toMatchObject({ code: 'unauthenticated' })
    expect(await old.closed).toBe(deviceCloseCodes.unpaired)
  })

  it('refuses a device that belongs to another method', async () => {
    const { serialNumber } = await online()
    const other = await makeDeviceMethod()
    const device = await connect()
    device.say({ type: 'pair', code: await codeFor(other.id), serial_number: serialNumber.toLowerCase() })
    expect(await device.next('refused')).toMatchObject({ code: 'serial_taken' })
    expect((await methodOf(other.id)).serial_number).toBe('')
  })

  it('ends when staff unpair the device, and when the method is retired', async () => {
    const one = await online()
    expect((await call('DELETE', `/sign-in-methods/${one.method.id}/device`)).statusCode).toBe(204)
    expect(await one.device.closed).toBe(deviceCloseCodes.unpaired)
    const two = await online()
    await call('POST', '/sign-in-methods/bulk', { action: 'retire', ids: [two.method.id] })
    expect(await two.device.closed).toBe(deviceCloseCodes.unpaired)
  })
})

describe('hello', () => {
  it('refuses forged tokens and those of another serial number', async () => {
    const { token, serialNumber } = await online()
    const bytes = Buffer.from(token, 'base64url')
    const forged = Buffer.from(bytes)
    forged[63] = (forged[63] ?? 0) ^ 1
    const foreign = Buffer.concat([
      Buffer.from(here.world.b.clientId.replaceAll('-', ''), 'hex'),
      bytes.subarray(16),
    ])
    for (const wrong of ['x', 'a'.repeat(86), forged.toString('base64url'), foreign.toString('base64url')]) {
      const device = await connect()
      device.say(helloOf(wrong, { serial_number: serialNumber }))
      expect(await device.next('refused'), wrong).toMatchObject({ code: 'unauthenticated' })
    }
    const other = await connect()
    other.say(helloOf(token, { serial_number: 'SN-other' }))
    expect(await other.next('refused')).toMatchObject({ code: 'wrong_device' })
  })

  it('is shown in the portal, with versions and settings', async () => {
    const { device, method, welcome, hello, token } = await online({ useTemperature: true })
    expect(welcome.beat_seconds).toBe(deviceLimits.beatSeconds)
    expect(welcome.settings?.configuration).toMatchObject({ in_service: true, use_temperature: true })
    expect(await methodOf(method.id)).toMatchObject({
      connected: true,
      versions: {},
      device: { settings_state: 'waiting' },
    })
    const version = welcome.settings?.version
    device.say({ type: 'settings_reported', version, accepted: false, reason: 'No room for the name' })
    await expect
      .poll(async () => (await methodOf(method.id)).device)
      .toMatchObject({ settings_state: 'refused', settings_reason: 'No room for the name' })
    const again = await connect()
    again.say({
      ...hello,
      token,
      versions: { firmware: '2.4.1' },
      kiosk_id: 'K-7',
      settings_version: version,
    })
    expect((await again.next('welcome')).settings).toBeUndefined()
    expect(await methodOf(method.id)).toMatchObject({ versions: { firmware: '2.4.1' }, kiosk_id: 'K-7' })
    again.socket.close()
    await expect.poll(async () => (await methodOf(method.id)).connected).toBe(false)
  })

  it('that says less than before keeps what is known; a new start that names versions replaces them', async () => {
    const { method, hello } = await online()
    const say = async (fields: object) => {
      const again = await connect()
      again.say({ ...hello, ...fields })
      await again.next('welcome')
      const { versions, kiosk_id: kioskId } = await methodOf(method.id)
      return { versions, kioskId }
    }
    const full = { versions: { firmware: '2.4.1', sensor: '1.9' }, kiosk_id: 'K-7' }
    await say(full)
    const known = { versions: full.versions, kioskId: 'K-7' }
    expect(await say({})).toEqual(known)
    const newer = { versions: { firmware: '2.5.0', sensor: '1.9' }, kioskId: 'K-7' }
    expect(await say({ versions: { firmware: '2.5.0' } })).toEqual(newer)
    expect(await say({ boot_id: newId() })).toEqual(newer)
    const start = newId()
    expect(await say({ boot_id: start, versions: { firmware: '3.0.0' } })).toEqual({
      versions: { firmware: '3.0.0' },
      kioskId: 'K-7',
    })
    const many = Object.fromEntries(
      Array.from({ length: deviceLimits.versions }, (_, at) => [`part_${at}`, '1']),
    )
    expect(await say({ boot_id: start, versions: many, kiosk_id: '' })).toEqual({
      versions: many,
      kioskId: '',
    })
  })

  it('of a new connection replaces the earlier one', async () => {
    const { device, hello } = await online()
    const later = await connect()
    later.say(hello)
    await later.next('welcome')
    expect(await device.closed).toBe(deviceCloseCodes.replaced)
    later.say({ type: 'beat' })
    await later.next('beat')
  })

  it('of two devices with one token ends the token', async () => {
    const { device, hello } = await online()
    const copy = await connect()
    copy.say({ ...hello, boot_id: newId() })
    await copy.next('welcome')
    await device.closed
    const back = await connect()
    back.say(hello)
    expect(await back.next('refused')).toMatchObject({ code: 'copied' })
    expect(await copy.closed).toBe(deviceCloseCodes.unpaired)
  })
})

describe('settings and commands', () => {
  it('reach the device when they change', async () => {
    const { device, method } = await online()
    const response = await call('PATCH', `/sign-in-methods/${method.id}`, { name: 'North gate' })
    expect(response.statusCode, response.body).toBe(200)
    expect((await device.next('settings')).configuration.method_name).toBe('North gate')
    await call('POST', '/sign-in-methods/bulk', { action: 'disable', ids: [method.id] })
    expect((await device.next('settings')).configuration.in_service).toBe(false)
    expect(await device.ask(eventOf('reading', { temperature: 36.6 }))).toMatchObject({
      code: 'out_of_service',
    })
  })

  it('reach only a device that is connected', async () => {
    const { device, method } = await online()
    expect(
      (await call('POST', `/sign-in-methods/${method.id}/commands`, { command: 'identify' })).statusCode,
    ).toBe(204)
    const { id, command } = await device.next('command')
    expect(command).toBe('identify')
    device.say({ type: 'command_done', id })
    await expect
      .poll(() => here.sql`select id from device_commands where id = ${id} and done_at is not null`)
      .toHaveLength(1)
    device.socket.close()
    await expect.poll(async () => (await methodOf(method.id)).connected).toBe(false)
    const refused = await call('POST', `/sign-in-methods/${method.id}/commands`, { command: 'restart' })
    expect(refused.json().code).toBe('device_offline')
  })

  it('reach every other device where those of one cannot be read, and that one later', async () => {
    const [faulty, other, unpaired] = [await online(), await online(), await online()]
    const { clientId } = here.world.a
    const command = newId()
    // A method that only the review of all devices can read.
    await here.sql.unsafe(`
      create function is_readable(method uuid) returns boolean language plpgsql cost 100000 as $$ begin
        if method = '${faulty.method.id}' and current_setting('app.client_id', true) <> '' then raise exception 'unreadable'; end if;
        return true;
      end $$;
      create policy readable on sign_in_methods as restrictive for select using (is_readable(id))`)
    try {
      await here.sql.begin(async (tx) => {
        await tx`insert into device_commands (client_id, id, method_id, command) values (${clientId}, ${command}, ${faulty.method.id}, 'identify')`
        await tx`update sign_in_methods set name = 'Moved' where id in (${faulty.method.id}, ${other.method.id})`
        await tx`delete from devices where method_id = ${unpaired.method.id}`
      })
      expect(await faulty.device.next('command')).toMatchObject({ id: command })
      expect(await unpaired.device.closed).toBe(deviceCloseCodes.unpaired)
      expect((await other.device.next('settings')).configuration.method_name).toBe('Moved')
    } finally {
      await here.sql.unsafe('drop policy readable on sign_in_methods; drop function is_readable')
    }
    expect((await faulty.device.next('settings')).configuration.method_name).toBe('Moved')
  })

  it('wait for the present connection, whoever else still holds an earlier one', async () => {
    const { method } = await online()
    const { clientId } = here.world.a
    const [device] = await here.sql`select connection_id from devices where method_id = ${method.id}`
    const present = String(device?.['connection_id'])
    const held = (connectionId: string) => [
      { clientId, methodId: method.id, connectionId, pairedAt: new Date(), stamp: '', heardAt: undefined },
    ]
    await withScope(here.test.database.db, installationScope(), async (tx) => {
      const now = new Date()
      const request = { clientId, id: newId(now), methodId: method.id, createdAt: now }
      await tx.insert(deviceCommandRequests).values({ ...request, command: 'identify' })
      expect(await takeCommands(tx, held(newId(now)), now)).toEqual([])
      expect(await takeCommands(tx, held(present), now)).toEqual([
        { id: request.id, connectionId: present, command: 'identify' },
      ])
    })
  })
})

describe('a reading', () => {
  it('is refused where it cannot be one', async () => {
    const measuring = await online({ useTemperature: true })
    const plain = await online()
    const codeOf = async (device: RawDevice, fields: object) => {
      const answer = await device.ask(eventOf('reading', fields))
      return answer.type === 'refused' ? answer.code : 'accepted'
    }
    expect(await codeOf(plain.device, { temperature: 36.6 })).toBe('not_measuring')
    expect(await codeOf(measuring.device, { temperature: 1000 })).toBe('implausible')
    const old = { at: '2001-01-01T00:00:00Z', sent_at: '2001-01-01T00:10:01Z' }
    expect(await codeOf(measuring.device, { temperature: 36.6, ...old })).toBe('too_late')
  })

  it('gets one code, however often it is sent, and whatever the clock of the device says', async () => {
    const { device, hello, method } = await online({ useTemperature: true })
    const event = eventOf('reading', {
      temperature: 36.64,
      at: '1970-01-01T00:00:10.000Z',
      sent_at: '1970-01-01T00:00:12.000Z',
    })
    const sent = Date.now()
    const first = await device.ask(event)
    const elapsed = Date.now() - sent
    expect(first).toMatchObject({ type: 'accepted', code: expect.stringMatching(/^\d{6}$/) })
    if (first.type !== 'accepted') return
    const milliseconds = (text = '') => readMilliseconds(text) ?? 0
    const age = milliseconds(first.now) + 600_000 - milliseconds(first.expires_at)
    expect(age).toBeGreaterThanOrEqual(2000)
    expect(age).toBeLessThanOrEqual(2000 + elapsed)
    const again = await connect()
    again.say(hello)
    await again.next('welcome')
    const second = await again.ask({ ...event, sent_at: '1970-01-01T00:01:00Z' } as typeof event)
    expect(second).toMatchObject({ code: first.code, expires_at: first.expires_at })
    expect(await again.ask({ ...event, temperature: 37 } as typeof event)).toMatchObject({
      code: 'id_reused',
    })
    expect(await here.sql`select 1 from readings where method_id = ${method.id}`).toHaveLength(1)
  })

  it('from the future is one of now', async () => {
    const { device } = await online({ useTemperature: true })
    const answer = await device.ask(
      eventOf('reading', { temperature: 36.6, at: '2190-01-01T00:00:00Z', sent_at: '2026-01-01T00:00:00Z' }),
    )
    expect(answer.type).toBe('accepted')
  })
})

describe('a PIN', () => {
  const onSite = (id: string) => here.sql`select visit_id from presence where user_id = ${id}`

  it('is refused where it is nobody’s, of another site, of an archived account, and after too many', async () => {
    const { device, method } = await online()
    const elsewhere = await makePerson({}, here.world.a.otherSiteId)
    const archived = await makePerson({ status: 'archived' })
    const ask = async (pin: string) => {
      const answer = await device.ask(eventOf('pin', { pin, direction: 'in' }))
      return answer.type === 'refused' ? answer.code : answer.outcome
    }
    for (const pin of [elsewhere.pin, archived.pin]) expect(await ask(pin)).toBe('pin_unknown')
    let last: string | undefined
    for (let number = 0; number < 20; number += 1) last = await ask(elsewhere.pin)
    expect(last).toBe('too_many_requests')
    expect(await here.sql`select 1 from visits where method_id = ${method.id}`).toHaveLength(0)
  })

  it('signs in and out, once each, by name, and tells webhooks', async () => {
    await makeWebhook(here.test.database.db, here.world.a.clientId)
    const { device, method } = await online()
    const { id, pin } = await makePerson({ firstName: 'Mia', mobile: '+61491570156' })
    const into = eventOf('pin', { pin, direction: 'in' })
    const answer = await device.ask(into)
    expect(answer).toMatchObject({ outcome: 'signed_in', first_name: 'Mia' })
    expect(await device.ask(into)).toMatchObject({ outcome: 'signed_in', first_name: 'Mia' })
    expect(await onSite(id)).toHaveLength(1)
    expect(await here.sql`select source, kind from visits where user_id = ${id}`).toEqual([
      { source: 'device', kind: 'user' },
    ])
    const out = eventOf('pin', { pin, direction: 'out' })
    for (let times = 0; times < 2; times += 1)
      expect(await device.ask(out)).toMatchObject({ outcome: 'signed_out', first_name: 'Mia' })
    expect(await onSite(id)).toHaveLength(0)
    expect(await device.ask(eventOf('pin', { pin, direction: 'out' }))).toMatchObject({ code: 'not_on_site' })
    const events = await here.sql<{ type: string }[]>`
      select outbox.type from outbox join visits on visits.id = (payload->>'visit_id')::uuid
      where visits.method_id = ${method.id} and queue = 'event' order by outbox.position`
    expect(events.map(({ type }) => type)).toEqual(['visitor.signed_in', 'visitor.signed_out'])
  })

  it('of a user who is banned is refused, also where the account has no mobile', async () => {
    const { device } = await online()
    const { clientId } = here.world.a
    for (const fields of [{}, { mobile: '+61491570158' }]) {
      const { id, pin } = await makePerson(fields)
      await withScope(here.test.database.db, clientScope(clientId), (tx) =>
        createBan(
          tx,
          here.test.banKeys,
          { kind: 'system', id: null },
          { clientId, siteId: null, whom: { userId: id }, reason: 'Test', from: new Date(0), until: null },
          here.test.clock.now,
        ),
      )
      const answer = await device.ask(eventOf('pin', { pin, direction: 'in' }))
      expect(answer).toMatchObject({ outcome: 'banned' })
      expect(await onSite(id)).toHaveLength(0)
    }
  })

  it('that was stored counts at its time, and a later sign-out stands', async () => {
    const { device } = await online()
    const { id, pin } = await makePerson()
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const into = eventOf('pin', { pin, direction: 'in', at: ago(90) })
    expect(await device.ask(into)).toMatchObject({ outcome: 'signed_in' })
    expect(await device.ask(eventOf('pin', { pin, direction: 'out', at: ago(30) }))).toMatchObject({
      outcome: 'signed_out',
    })
    const [visit] = await here.sql<{ signed_in_at: Date; signed_out_at: Date; signed_in_offline: boolean }[]>`
      select signed_in_at, signed_out_at, signed_in_offline from visits where user_id = ${id}`
    expect(visit?.signed_in_offline).toBe(true)
    expect(Math.round((Number(visit?.signed_out_at) - Number(visit?.signed_in_at)) / 60_000)).toBe(60)
    expect(await device.ask(eventOf('pin', { pin, direction: 'in', at: ago(60 * 24 * 4) }))).toMatchObject({
      code: 'too_late',
    })
  })

  it('needs the reading of this person where temperatures are used', async () => {
    const { device } = await online({ useTemperature: true })
    const { pin } = await makePerson()
    const sign = (fields: object) => device.ask(eventOf('pin', { pin, direction: 'in', ...fields }))
    const read = async (temperature: number) => {
      const event = eventOf('reading', { temperature })
      await device.ask(event)
      return event.id
    }
    expect(await sign({})).toMatchObject({ code: 'temperature_required' })
    expect(await sign({ reading: newId() })).toMatchObject({ code: 'reading_unusable' })
    const warm = await read(38.4)
    expect(await sign({ reading: warm })).toMatchObject({ outcome: 'high_temperature' })
    expect(await sign({ reading: warm })).toMatchObject({ code: 'reading_unusable' })
    expect(await sign({ reading: await read(36.6) })).toMatchObject({ outcome: 'signed_in' })
  })
})

describe('a warning', () => {
  it('stands on the method until it is gone, or the cartridge was replaced', async () => {
    const { device, method } = await online()
    const warn = (warning: string, active: boolean) => device.ask(eventOf('warning', { warning, active }))
    const warnings = async () => {
      const { low_pressure_since: pressure, filter_cartridge_since: cartridge } = (await methodOf(method.id))
        .device
      return [pressure !== null, cartridge !== null]
    }
    await warn('low_pressure', true)
    await warn('filter_cartridge', true)
    expect(await warnings()).toEqual([true, true])
    await warn('low_pressure', false)
    expect(await warnings()).toEqual([false, true])
    const response = await call('POST', `/sign-in-methods/${method.id}/cartridge-replaced`)
    expect(response.statusCode, response.body).toBe(200)
    expect(await warnings()).toEqual([false, false])
  })
})

it('a device that nobody has heard of is offline, also where its node has died', async () => {
  const { method } = await online()
  await here.sql`update devices set last_seen_at = now() - interval '46 seconds', connection_id = ${newId()}
    where method_id = ${method.id}`
  expect(await methodOf(method.id)).toMatchObject({ connected: false })
  const listed = async (status: string) => {
    const { items } = (
      await here.get(`/sign-in-methods?status=${status}&per_page=100`, here.world.tokens['staff A'])
    ).json<{ items: { id: string }[] }>()
    return items.some(({ id }) => id === method.id)
  }
  expect([await listed('offline'), await listed('online'), await listed('never_seen')]).toEqual([
    true,
    false,
    false,
  ])
})

describe('what becomes of a device', () => {
  const told = (methodId: string) => here.sql<{ type: string; since: string }[]>`
    select type, payload->>'since' as since from outbox
    where subject = ${`device:${methodId}`} and queue = 'event' order by position`
  const typesTold = async (methodId: string) => (await told(methodId)).map(({ type }) => type)
  const look = async () => {
    const { db } = here.test.database
    await Promise.all([1, 2, 3].map(() => tellOffline(db, installationScope(), new Date())))
  }
  const silence = (methodId: string, seconds: number) => here.sql`
    update devices set last_seen_at = now() - ${seconds} * interval '1 second' where method_id = ${methodId}`
  beforeAll(() => makeWebhook(here.test.database.db, here.world.a.clientId))

  it('is told once when it is offline for as long as that takes, however it left, and once when it is back', async () => {
    const { device, method, hello } = await online()
    device.socket.close()
    await expect.poll(() => methodOf(method.id)).toMatchObject({ connected: false })
    await look()
    expect(await told(method.id)).toEqual([])
    await silence(method.id, 46)
    await look()
    await look()
    const [offline] = await told(method.id)
    const [row] = await here.sql`select last_seen_at from devices where method_id = ${method.id}`
    expect(offline).toEqual({ type: 'device.offline', since: row?.['last_seen_at'].toISOString() })
    for (let times = 0; times < 2; times += 1) {
      const again = await connect()
      again.say(hello)
      await again.next('welcome')
    }
    expect(await told(method.id)).toEqual([offline, { type: 'device.back', since: offline?.since }])
  })

  it('is told where its node has died, after its connection was ended', async () => {
    const { method } = await online()
    await silence(method.id, 46)
    await dropSilent(here.test.database.db, installationScope(), new Date())
    const [row] = await here.sql`select connection_id from devices where method_id = ${method.id}`
    expect(row).toEqual({ connection_id: null })
    await look()
    expect(await typesTold(method.id)).toEqual(['device.offline'])
  })

  it('is not told of a device that never said hello, or whose method is retired', async () => {
    const paired = await makeDeviceMethod()
    await pair(paired.id)
    const { method } = await online()
    await here.sql`update sign_in_methods set retired_at = now() where id = ${method.id}`
    await silence(method.id, 100)
    await look()
    expect([...(await typesTold(paired.id)), ...(await typesTold(method.id))]).toEqual([])
  })

  it('is told when a warning begins, and not when it is repeated or over', async () => {
    const { device, method } = await online()
    const warn = (active: boolean) => device.ask(eventOf('warning', { warning: 'low_pressure', active }))
    for (const active of [false, true, true, false, true]) await warn(active)
    const repeated = eventOf('warning', { warning: 'filter_cartridge', active: true })
    await device.ask(repeated)
    await device.ask(repeated)
    expect(await typesTold(method.id)).toEqual([
      'device.low_pressure',
      'device.low_pressure',
      'device.filter_cartridge',
    ])
  })
})
