import type { AddressInfo } from 'node:net'
import { type LiveAnswer, liveLimits, liveNamespace } from '@gatehouse/validation/live'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { openSession } from '../../../test/world.ts'
import { SECOND_MS } from '../../lib/durations.ts'

const here = inWorld()
const PEOPLE = 6
const open: Socket[] = []
beforeAll(() => here.test.app.listen({ host: '127.0.0.1', port: 0 }))
afterAll(() => {
  for (const socket of open) socket.disconnect()
})

async function connect(token: string | undefined): Promise<Socket> {
  const { port } = here.test.app.server.address() as AddressInfo
  const options = { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false }
  const socket = io(`http://127.0.0.1:${port}${liveNamespace}`, options)
  open.push(socket)
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return socket
}

const say = (socket: Socket, event: 'join' | 'leave', room: string) =>
  new Promise<LiveAnswer>((resolve) => socket.emit(event, room, resolve))

it('the rights of sockets that came at once are read within a minute, and not at once', async () => {
  const { clientId, siteId, otherSiteId } = here.world.a
  const room = `site:${siteId}`
  const losers: Socket[] = []
  const ids: string[] = []
  for (let person = 0; person < PEOPLE; person += 1) {
    const { id } = await makeUser(here.test.database.db, here.test.passwords, clientId, {
      status: 'active',
      access: [
        { siteId, userType: 'Staff' },
        { siteId: otherSiteId, userType: 'Staff' },
      ],
    })
    ids.push(id)
    const token = await openSession(here.test, { clientId, userId: id })
    for (let number = 0; number < liveLimits.socketsPerUser; number += 1) losers.push(await connect(token))
  }
  const watcher = await connect(here.world.tokens['staff A'])
  for (const socket of [...losers, watcher]) expect(await say(socket, 'join', room)).toEqual({ ok: true })
  await here.sql`delete from access_entries where site_id = ${siteId} and user_id in ${here.sql(ids)}`

  /** How many of them are still told of the site. */
  async function stillTold(): Promise<number> {
    const heard = new Set<Socket>()
    const listeners = losers.map((socket) => () => void heard.add(socket))
    for (const [at, socket] of losers.entries()) socket.on('board_changed', listeners[at] ?? (() => {}))
    const told = new Promise<void>((resolve) => watcher.once('board_changed', () => resolve()))
    await here.sql`insert into board_changes (client_id, site_id, list) values (${clientId}, ${siteId}, 'on_site')`
    await told
    // What was sent before an answer has arrived with it.
    await Promise.all(losers.map((socket) => say(socket, 'leave', `site:${otherSiteId}`)))
    for (const socket of losers) socket.off('board_changed')
    return heard.size
  }
  const later = (seconds: number) => {
    here.test.clock.now = new Date(here.test.clock.now.getTime() + seconds * SECOND_MS)
  }

  expect(await stillTold()).toBe(losers.length)
  later(30)
  await expect.poll(stillTold).toBeLessThan(losers.length - 10)
  // Nobody else is due, however long it takes.
  const half = await stillTold()
  expect(half).toBeGreaterThan(10)
  later(31)
  await expect.poll(stillTold).toBe(0)
})
