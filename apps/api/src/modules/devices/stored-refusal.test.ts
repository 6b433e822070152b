import { eventOf } from '@gatehouse/devices/raw-device'
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

const inBell = async () => {
  const { body } = await here.get('/me/notifications', here.world.tokens['staff A'])
  return (JSON.parse(body) as { name: string; message: string; link: string; level: string }[]).filter(
    ({ name }) => name === 'A stored sign-in was refused',
  )
}

let people = 0
const makeOne = () => makePerson({ firstName: 'Ada', lastName: `Stored ${(people += 1)}` })
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
    expect(notices[0]?.message).toMatch(
      /^Somebody signed in at .+ at .+, while it had no network.+has the PIN/,
    )
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
    expect((await inBell())[0]?.message).toContain('signed out')
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
    expect((await inBell())[0]?.message).toMatch(/^Ada Stored \d+ signed in.+a ban is in force/)
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

  it('is sent again later where staff would be told too often', async () => {
    const { device } = await online()
    const { pin } = await makeOne()
    for (let number = 0; number < rateRules.lateRefusals.burst; number += 1)
      expect(await device.ask(stored({ pin, direction: 'out' }))).toMatchObject({ code: 'not_on_site' })
    const event = stored({ pin, direction: 'out' })
    expect(await device.ask(event)).toMatchObject({
      code: 'too_many_requests',
      retry_after_seconds: expect.any(Number),
    })
    expect(await here.sql`select 1 from idempotency_keys where key = ${event.id}`).toHaveLength(0)
    expect(await device.ask(stored({ pin, direction: 'in' }))).toMatchObject({ outcome: 'signed_in' })
  })
})
