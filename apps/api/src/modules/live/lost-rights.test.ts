import type { AddressInfo } from 'node:net'
import {
  type ClientEvents,
  liveNamespace,
  type LiveAnswer,
  type ServerEvents,
  siteRoom,
} from '@gatehouse/validation/live'
import { io, type Socket } from 'socket.io-client'
import { beforeAll, expect, it } from 'vitest'
import { makeUser, type NewUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { openSession } from '../../../test/world.ts'
import { EVERY_SITE } from '../../db/schema/board-changes.ts'
import { MINUTE_MS } from '../../lib/durations.ts'

// Its own clock: rights are read again after a minute.
const here = inWorld()
beforeAll(() => here.test.app.listen({ host: '127.0.0.1', port: 0 }))

async function watch(token: string, siteId: string) {
  const { port } = here.test.app.server.address() as AddressInfo
  const socket: Socket<ServerEvents, ClientEvents> = io(`http://127.0.0.1:${port}${liveNamespace}`, {
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
  })
  const heard: string[] = []
  socket.on('board_changed', (change) => heard.push(change.siteId))
  await new Promise<void>((resolve) => socket.on('connect', () => resolve()))
  const join = () => new Promise<LiveAnswer>((resolve) => socket.emit('join', siteRoom(siteId), resolve))
  expect(await join()).toEqual({ ok: true })
  return { socket, heard, join }
}

it('a socket leaves the room of a site that its person may no longer watch, within a minute, and stays in the others', async () => {
  const { clientId, siteId, otherSiteId } = here.world.a
  const { id: userId } = await makeUser(here.test.database.db, here.test.passwords, clientId, {
    access: [
      { siteId, userType: 'Staff' },
      { siteId: otherSiteId, userType: 'Staff' },
    ],
  })
  const witness = await watch(here.world.tokens['admin A'] ?? '', siteId)
  const watcher = await watch(await openSession(here.test, { clientId, userId }), siteId)
  const other = await watch(await openSession(here.test, { clientId, userId }), otherSiteId)
  /** Changes the board of a site. @returns how often the watcher was told of it */
  const change = async () => {
    const before = [witness.heard.length, watcher.heard.length] as const
    await here.sql`insert into board_changes (client_id, site_id, list) values (${clientId}, ${siteId}, 'on_site')`
    await expect.poll(() => witness.heard.length).toBeGreaterThan(before[0])
    // What was sent to the watcher before this answer has arrived.
    await new Promise<LiveAnswer>((resolve) =>
      watcher.socket.emit('leave', siteRoom(here.world.b.siteId), resolve),
    )
    return watcher.heard.length - before[1]
  }
  try {
    expect(await change()).toBe(1)
    await here.sql`delete from access_entries where user_id = ${userId} and site_id = ${siteId}`
    here.test.clock.now = new Date(here.test.clock.now.getTime() + MINUTE_MS)
    await expect.poll(change).toBe(0)
    expect(await change()).toBe(0)
    expect(await watcher.join()).toMatchObject({ ok: false, code: 'not_found' })
    await here.sql`insert into board_changes (client_id, site_id, list) values (${clientId}, ${otherSiteId}, 'on_site')`
    await expect.poll(() => other.heard).toEqual([otherSiteId])
  } finally {
    for (const { socket } of [witness, watcher, other]) socket.disconnect()
  }
})

it('a socket hears of devices only while its person sees their sites, and an admin no more than their entries say', async () => {
  const { clientId, siteId, otherSiteId, device } = here.world.a
  const { db } = here.test.database
  const makePerson = async (fields: NewUser) => {
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, fields)
    return { userId, token: await openSession(here.test, { clientId, userId }) }
  }
  const staff = await makePerson({
    access: [
      { siteId, userType: 'Staff' },
      { siteId: otherSiteId, userType: 'Staff' },
    ],
  })
  const former = await makePerson({ admin: true, access: [{ siteId, userType: 'Device' }] })
  // A list is sent to one after the other: the witness hears last.
  const watchers = [
    await watch(staff.token, siteId),
    await watch(former.token, siteId),
    await watch(here.world.tokens['admin A'] ?? '', siteId),
  ]
  const lists = watchers.map(({ socket }) => {
    const heard: string[][] = []
    socket.on('connected_devices_changed', (devices) => heard.push(devices.map(({ id }) => id)))
    return heard
  })
  /** @returns per watcher, whether its next list has the device; undefined without a next list */
  const change = async () => {
    const before = lists.map(({ length }) => length)
    await here.sql`insert into board_changes (client_id, site_id, list) values (${clientId}, ${EVERY_SITE}, 'devices')`
    await expect.poll(() => lists[2]?.length).toBeGreaterThan(before[2] ?? 0)
    // What was sent before this answer has arrived.
    for (const { socket } of watchers)
      await new Promise<LiveAnswer>((resolve) => socket.emit('leave', siteRoom(otherSiteId), resolve))
    return lists.map((heard, at) => heard.slice(before[at]).at(-1)?.includes(device.id))
  }
  try {
    for (const { socket } of watchers)
      await new Promise((resolve) => socket.emit('connected_devices', resolve))
    expect(await change()).toEqual([true, true, true])
    await here.sql`delete from access_entries where user_id = ${staff.userId} and site_id = ${siteId}`
    await here.sql`update users set admin = false where id = ${former.userId}`
    here.test.clock.now = new Date(here.test.clock.now.getTime() + MINUTE_MS)
    await expect.poll(change).toEqual([false, undefined, true])
  } finally {
    for (const { socket } of watchers) socket.disconnect()
  }
})
