import { beforeEach, expect, it } from 'vitest'
import { makeClient, makeMethod, makeSite, makeUser, makeWebhook } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { clientScope, installationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { recordDeviceStates, tellOffline } from './device-states.ts'

const here = inWorld()

let clientId: string
let siteId: string
beforeEach(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db)).id
  siteId = (await makeSite(db, clientId)).id
  await makeUser(db, here.test.passwords, clientId, { admin: true })
  await makeWebhook(db, clientId)
})

const base = new Date()
const at = (seconds: number) => new Date(base.getTime() + seconds * 1000)

async function makeDevices(count: number): Promise<string[]> {
  const { db } = here.test.database
  const ids: string[] = []
  for (let number = 0; number < count; number += 1)
    ids.push((await makeMethod(db, clientId, siteId, { type: 'device' })).id)
  await here.sql`
    insert into devices (client_id, method_id, token_hash, serial_number, paired_at)
    select ${clientId}, id, '', id::text, now() from unnest(${ids}::uuid[]) as id`
  return ids
}

const hear = (methodIds: readonly string[], moment: Date) => here.sql`
  update devices set last_seen_at = ${moment} where method_id = any(${[...methodIds]}::uuid[])`
const look = (seconds: number) => tellOffline(here.test.database.db, installationScope(), at(seconds))
const comeBack = (methodId: string, moment: Date) =>
  withScope(here.test.database.db, clientScope(clientId), (tx) =>
    recordDeviceStates(tx, [{ clientId, methodId, type: 'device.back', at: moment, since: at(-60) }]),
  )
const waiting = () => here.sql<{ payload: { methods: string[] }; due: Date }[]>`
  select payload, next_attempt_at as due from outbox
  where queue = 'notice' and delivered_at is null and client_id = ${clientId}`
const events = (type: string) => here.sql`
  select from outbox where queue = 'event' and type = ${type} and client_id = ${clientId}`
const valuesTold = async () => {
  const rows = await here.sql<{ kind: string; values: Record<string, string> }[]>`
    select kind, values from notifications where client_id = ${clientId} order by id`
  return rows.map(({ kind, values: { site, count, method } }) => ({
    kind,
    count,
    isNamed: { site: site !== undefined, method: method !== undefined },
  }))
}
async function tellAt(seconds: number): Promise<void> {
  here.test.clock.now = at(seconds)
  await here.test.tell()
}
const severalAt = { site: true, method: false }

it('people read how many devices of a site are lost once, 20 s after the last one; webhooks each', async () => {
  const lost = await makeDevices(50)
  await hear(lost.slice(0, 1), at(-46))
  await hear(lost.slice(1, 25), at(-41))
  await hear(lost.slice(25), at(-36))
  for (const seconds of [0, 5, 10]) await look(seconds)
  const [notice, ...more] = await waiting()
  expect(more).toEqual([])
  expect(notice?.due).toEqual(at(30))
  expect(notice?.payload.methods.toSorted()).toEqual(lost.toSorted())
  expect(await events('device.offline')).toHaveLength(50)
  await tellAt(29)
  expect(await valuesTold()).toEqual([])
  await tellAt(30)
  expect(await valuesTold()).toEqual([{ kind: 'device_offline', count: '50', isNamed: severalAt }])
})

it('further devices put the notice off for a minute at most', async () => {
  const lost = await makeDevices(6)
  for (const [index, id] of lost.entries()) {
    await hear([id], at(index * 10 - 46))
    await look(index * 10)
  }
  expect(await waiting()).toMatchObject([{ due: at(60), payload: { methods: { length: 6 } } }])
  const [later = ''] = await makeDevices(1)
  await tellAt(60)
  await hear([later], at(20))
  await look(66)
  expect(await waiting()).toMatchObject([{ due: at(86), payload: { methods: [later] } }])
})

it('a device that is lost alone is told by its name, and so is another one later', async () => {
  const [first = '', second = ''] = await makeDevices(2)
  await hear([first], at(-46))
  await look(0)
  await tellAt(20)
  await hear([second], at(-6))
  await look(40)
  await tellAt(60)
  const named = { kind: 'device_offline', count: undefined, isNamed: { site: true, method: true } }
  expect(await valuesTold()).toEqual([named, named])
})

it('people read how many are back once, though each comes back for itself', async () => {
  const back = await makeDevices(6)
  await Promise.all(back.map((methodId, index) => comeBack(methodId, at(index))))
  const [notice, ...more] = await waiting()
  expect(more).toEqual([])
  expect(notice?.payload.methods.toSorted()).toEqual(back.toSorted())
  expect(await events('device.back')).toHaveLength(6)
  await tellAt(25)
  expect(await valuesTold()).toEqual([{ kind: 'device_back', count: '6', isNamed: severalAt }])
})
