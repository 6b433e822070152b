import { deviceCloseCodes } from '@gatehouse/validation/device-protocol'
import { beforeAll, expect, it } from 'vitest'
import { deviceBench } from '../../../test/device-bench.ts'
import { makeWebhook } from '../../../test/factories.ts'
import { newId } from '../../lib/ids.ts'

const { here, connect, online } = deviceBench()
beforeAll(() => makeWebhook(here.test.database.db, here.world.a.clientId))

const told = (methodId: string) => here.sql<{ type: string; queue: string; payload: object }[]>`
  select type, queue, payload from outbox where type in ('device.copied', 'notice.device_copied')
    and (payload->>'method_id' = ${methodId} or payload->>'method' = ${methodId}) order by queue`

it('a start of a device that comes back is told to people and webhooks, and its token ends', async () => {
  const { method, hello } = await online()
  const copy = await connect()
  copy.say({ ...hello, boot_id: newId() })
  await copy.next('welcome')
  const [row] = await here.sql`select paired_at from devices where method_id = ${method.id}`
  const back = await connect()
  back.say(hello)
  expect(await back.next('refused')).toMatchObject({ code: 'copied' })
  expect(await Promise.all([back.closed, copy.closed])).toEqual([
    deviceCloseCodes.unpaired,
    deviceCloseCodes.unpaired,
  ])
  for (const bootId of [hello.boot_id, newId()]) {
    const later = await connect()
    later.say({ ...hello, boot_id: bootId })
    expect(await later.next('refused')).toMatchObject({ code: 'unauthenticated' })
  }
  expect(await told(method.id)).toMatchObject([
    { type: 'device.copied', payload: { method_id: method.id, since: row?.['paired_at'].toISOString() } },
    { type: 'notice.device_copied', payload: { method: method.id } },
  ])
})

it('two devices that take turns with one start are told once, and the token stays', async () => {
  const { device, method, hello } = await online()
  let current = device
  for (let turn = 0; turn < 5; turn += 1) {
    const next = await connect()
    next.say(hello)
    await next.next('welcome')
    expect(await current.closed).toBe(deviceCloseCodes.replaced)
    if (turn === 1) expect(await told(method.id)).toEqual([])
    current = next
  }
  await expect.poll(() => told(method.id)).toHaveLength(2)
  await here.test.tell()
  const rows = await here.sql<{ level: string }[]>`
    select level from notifications where kind = 'device_copied' and values->>'siteId' = ${here.world.a.siteId}`
  expect(rows.map(({ level }) => level)).toContain('danger')
  current.say({ type: 'beat' })
  await current.next('beat')
})

it('a device that closes a connection before it opens the next one is no copy', async () => {
  const { device, method, hello } = await online()
  let current = device
  for (let turn = 0; turn < 5; turn += 1) {
    current.socket.close()
    await current.closed
    current = await connect()
    current.say(hello)
    await current.next('welcome')
  }
  await expect
    .poll(() => here.sql`select 1 from devices where method_id = ${method.id} and connection_id is not null`)
    .toHaveLength(1)
  expect(await told(method.id)).toEqual([])
})
