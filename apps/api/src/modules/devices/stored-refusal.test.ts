import type { AddressInfo } from 'node:net'
import { eventOf } from '@gatehouse/devices/raw-device'
import { emptyMemory, SimulatedDevice } from '@gatehouse/devices/simulated-device'
import { rateRules } from '@gatehouse/validation/limits'
import { beforeEach, describe, expect, it } from 'vitest'
import { deviceBench } from '../../../test/device-bench.ts'
import { makeRecipient, makeUser } from '../../../test/factories.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { createBan } from '../bans/create-ban.ts'

const { here, online, makePerson } = deviceBench()
beforeEach(async () => {
  await here.sql`delete from notifications`
  await here.sql`delete from notification_recipients`
  await here.sql`delete from outbox`
  here.test.mails.length = 0
})

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const stored = (fields: object, minutes = 30) => eventOf('pin', { at: ago(minutes), ...fields })

const named = async (title: string) => {
  const { body } = await here.get('/me/notifications', here.world.tokens['staff A'])
  return (JSON.parse(body) as { name: string; message: string; link: string; level: string }[]).filter(
    ({ name }) => name === title,
  )
}
const inBell = () => named('A stored sign-in was refused')
const furtherInBell = () => named('Further stored sign-ins were refused')

/** So many further refusals are told one by one. */
const leaveTokens = (methodId: string, tokens: number) =>
  withScope(here.test.database.db, clientScope(here.world.a.clientId), (tx) =>
    here.test.limits.charge(tx, [['lateRefusals', methodId, rateRules.lateRefusals.burst - tokens]]),
  )

let people = 0
const makeOne = async () => {
  const lastName = `Stored ${(people += 1)}`
  return { name: `Ada ${lastName}`, ...(await makePerson({ firstName: 'Ada', lastName })) }
}
const makeAdmin = async (events: 'banned' | 'stored_refused') => {
  const { clientId } = here.world.a
  const { id } = await makeUser(here.test.database.db, here.test.passwords, clientId, {
    admin: true,
    status: 'active',
  })
  await makeRecipient(here.test.database.db, clientId, { userId: id, events: [events], channels: ['mail'] })
  return id
}

describe('a PIN that a device had stored, and that is refused,', () => {
  it('is told to staff once, however often it is sent', async () => {
    const { device } = await online()
    const event = stored({ pin: '00000000', direction: 'in' })
    for (let times = 0; times < 3; times += 1)
      expect(await device.ask(event)).toMatchObject({ code: 'pin_unknown' })
    const notices = await inBell()
    expect(notices).toHaveLength(1)
    expect(notices[0]).toMatchObject({ level: 'danger', link: expect.stringContaining('/site_management/') })
    expect(notices[0]?.message).toMatch(/^A person signed in at .+ at .+, while it was offline.+has this PIN/)
    // Under the same id nothing else is accepted.
    expect(await device.ask({ ...event, direction: 'out' } as typeof event)).toMatchObject({
      code: 'id_reused',
    })
  })

  it('is not told where the person stands before the device', async () => {
    const { device } = await online()
    expect(await device.ask(eventOf('pin', { pin: '00000000', direction: 'in' }))).toMatchObject({
      code: 'pin_unknown',
    })
    expect(await inBell()).toEqual([])
  })

  it('says who it was, and what they did', async () => {
    const { device } = await online()
    const { clientId } = here.world.a
    const { id, pin } = await makeOne()
    await device.ask(stored({ pin, direction: 'out' }))
    expect((await inBell())[0]?.message).toMatch(/^Ada Stored \d+ signed out/)
    await withScope(here.test.database.db, clientScope(clientId), (tx) =>
      createBan(
        tx,
        here.test.banKeys,
        { kind: 'system', id: null },
        { clientId, siteId: null, whom: { userId: id }, reason: 'Test', from: new Date(0), until: null },
        new Date(),
      ),
    )
    expect(await device.ask(stored({ pin, direction: 'in' }))).toMatchObject({ outcome: 'banned' })
    expect((await inBell())[0]?.message).toMatch(/^Ada Stored \d+ signed in.+the person is banned/)
  })

  it('is mailed to recipients, without a name, and not more often than they want', async () => {
    const { device } = await online()
    const [mailed, other] = [await makeAdmin('stored_refused'), await makeAdmin('banned')]
    for (let number = 0; number < 3; number += 1)
      await device.ask(stored({ pin: '00000000', direction: 'in' }, 10 + number))
    await here.test.deliver()
    expect(here.test.mails).toHaveLength(1)
    const [mail] = here.test.mails
    expect(`${mail?.subject} ${mail?.text}`).toContain('was refused when it arrived')
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('PIN')
    // The bell has each, whatever an entry says.
    const counts = await here.sql<{ user_id: string; count: number }[]>`
      select user_id, count(*)::int from notifications where kind = 'stored_refused' group by user_id`
    const countOf = new Map(counts.map(({ user_id: id, count }) => [id, count]))
    expect([countOf.get(mailed), countOf.get(other)]).toEqual([3, 3])
  })

  it('is refused at once also where staff are told enough, and nothing behind it waits', async () => {
    const { method, token, serialNumber, device: paired } = await online()
    paired.socket.close()
    const { pin } = await makeOne()
    const late = await makeOne()
    const [told, further] = [3, 5]
    await leaveTokens(method.id, told)
    const refused = [
      ...Array.from({ length: told }, () => ({ pin: '00000000', direction: 'in' })),
      ...Array.from({ length: further }, () => ({ pin: late.pin, direction: 'out' })),
    ]
    const events = [...refused, { pin, direction: 'in' }].map((typed, number) => ({
      id: crypto.randomUUID(),
      at: Date.now() - 3_600_000 + number * 1000,
      body: { type: 'pin', reading: null, ...typed },
    }))
    const { port } = here.test.app.server.address() as AddressInfo
    const device = new SimulatedDevice({
      url: `http://127.0.0.1:${port}`,
      serialNumber,
      memory: { ...emptyMemory(), token, events: [...events] },
    })
    const answers: string[] = []
    device.on('answer', (answer) => answers.push(answer.type === 'refused' ? answer.code : 'accepted'))
    device.start()
    await expect.poll(() => device.memory.events).toEqual([])
    device.stop()
    expect(answers.filter((answer) => answer !== 'not_on_site' && answer !== 'pin_unknown')).toEqual([
      'accepted',
    ])

    // Each is kept, so none is told twice.
    expect(
      await here.sql`select 1 from idempotency_keys where method_id = ${method.id} and status = 422`,
    ).toHaveLength(refused.length)
    expect(await inBell()).toHaveLength(told)
    const summary = await furtherInBell()
    expect(summary).toHaveLength(1)
    expect(summary[0]?.message).toContain(`${further} more`)
    expect(summary[0]?.message).toContain(late.name)
    expect(summary[0]?.message.split(late.name)).toHaveLength(2)
    expect(summary[0]).toMatchObject({ level: 'danger', link: expect.stringContaining('/site_management/') })
  })

  it('is told anew to whoever has cleared the bell', async () => {
    const { device, method } = await online()
    const wrong = () => device.ask(stored({ pin: '00000000', direction: 'in' }))
    await leaveTokens(method.id, 1)
    await wrong()
    await wrong()
    expect((await furtherInBell())[0]?.message).toContain('1 more')
    await here.test.app.inject({
      method: 'DELETE',
      url: '/api/me/notifications',
      headers: { authorization: `Bearer ${here.world.tokens['staff A']}` },
    })
    await wrong()
    expect(await inBell()).toEqual([])
    expect((await furtherInBell())[0]?.message).toContain('1 more')
  })

  it('stays in the bell where it was counted after the bell was read', async () => {
    const { device, method } = await online()
    const wrong = () => device.ask(stored({ pin: '00000000', direction: 'in' }))
    await leaveTokens(method.id, 1)
    await wrong()
    await wrong()
    const clear = async () => {
      const { body } = await here.get('/me/notifications', here.world.tokens['staff A'])
      const shown = JSON.parse(body) as { id: string; last_modified: string }[]
      const asOf = shown
        .map((one) => one.last_modified)
        .toSorted()
        .at(-1)
      return () =>
        here.test.app.inject({
          method: 'DELETE',
          url: `/api/me/notifications?through=${shown[0]?.id}&as_of=${asOf}`,
          headers: { authorization: `Bearer ${here.world.tokens['staff A']}` },
        })
    }
    const clearShown = await clear()
    await wrong()
    expect((await clearShown()).statusCode).toBe(204)
    expect(await inBell()).toEqual([])
    expect((await furtherInBell())[0]?.message).toContain('2 more')
    expect((await (await clear())()).statusCode).toBe(204)
    expect(await furtherInBell()).toEqual([])
  })
})
