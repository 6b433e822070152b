import { beforeEach, expect, it } from 'vitest'
import { makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { MINUTE_MS } from '../../lib/durations.ts'

const here = inWorld()
let siteId: string
let token: string
let email: string

const makeWarden = async () => {
  const { clientId } = here.world.a
  const { db } = here.test.database
  siteId = (await makeSite(db, clientId)).id
  const access = [{ siteId, userType: 'Staff' as const }]
  const user = await makeUser(db, here.test.passwords, clientId, { access })
  email = user.email
  token = await openSession(here.test, { clientId, userId: user.id, siteId, userType: 'Staff' })
}
/** A second later: a muster of the same moment would be joined. */
const startAndEnd = async (drill: boolean) => {
  later(1000)
  const { status, body, text } = await call(
    here.test,
    'POST',
    '/musters',
    { site_id: siteId, drill },
    { token },
  )
  expect(status, text).toBe(200)
  const ended = await call(here.test, 'POST', `/musters/${String(body['id'])}/end`, {}, { token })
  expect(ended.status, ended.text).toBe(200)
}
const rolls = async () => {
  await here.test.deliver()
  const subjects = here.test.mails
    .filter(({ to, text }) => to.address === email && text.includes(siteId))
    .map(({ subject }) => subject.split(' ')[0])
  here.test.mails.length = 0
  return subjects
}
const later = (milliseconds: number) => {
  here.test.clock.now = new Date(here.test.clock.now.getTime() + milliseconds)
}

beforeEach(makeWarden)

it('musters in a loop mail the roll once in ten minutes, and are never refused', async () => {
  for (let time = 0; time < 20; time += 1) await startAndEnd(false)
  expect(await rolls()).toEqual(['Evacuation'])
  later(10 * MINUTE_MS - 20_001)
  await startAndEnd(false)
  expect(await rolls()).toEqual([])
  await startAndEnd(false)
  expect(await rolls()).toEqual(['Evacuation'])
})

it('a roll that waits goes to nobody whose right at the site has ended meanwhile', async () => {
  await startAndEnd(false)
  await here.sql`delete from access_entries where site_id = ${siteId}`
  expect(await rolls()).toEqual([])
})

it('drills in a loop hold back no roll of a real muster, nor that of another site', async () => {
  for (let time = 0; time < 5; time += 1) await startAndEnd(true)
  await startAndEnd(false)
  expect(await rolls()).toEqual(expect.arrayContaining(['Drill', 'Evacuation']))
  await makeWarden()
  await startAndEnd(true)
  expect(await rolls()).toEqual(['Drill'])
})

it('a warden who is entered for the start of musters too gets one mail', async () => {
  const { clientId } = here.world.a
  const { db } = here.test.database
  const { id: adminId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
  const admin = await openSession(here.test, { clientId, userId: adminId })
  const [warden] = await here.sql`select id from users where email = ${email}`
  const other = await makeUser(db, here.test.passwords, clientId, { admin: true })
  for (const userId of [warden?.['id'], other.id]) {
    const body = { user_id: userId, events: ['muster_started'], channels: ['mail'] }
    const { status, text } = await call(here.test, 'POST', '/notification-recipients', body, { token: admin })
    expect(status, text).toBe(201)
  }
  // Of musters before this one.
  await here.test.tell()
  await here.test.deliver()
  here.test.mails.length = 0
  await startAndEnd(false)
  await here.test.tell()
  await here.test.deliver()
  const to = here.test.mails.map((mail) => mail.to.address)
  expect(to.filter((address) => address === email)).toHaveLength(1)
  expect(to.filter((address) => address === other.email)).toHaveLength(1)
})
