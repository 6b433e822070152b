import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { type ClientEvents, liveNamespace, type ServerEvents, siteRoom } from '@gatehouse/validation/live'
import { io, type Socket } from 'socket.io-client'
import { expect, it } from 'vitest'
import { buildSecondNode, buildTestApp } from '../../build-test-app.ts'
import { redisServers, startRedis } from '../../redis-server.ts'
import { makeWorld } from '../../world.ts'

/** Longer than the test: what comes sooner was told by the other node. */
const NEVER_MS = 600_000

it.each(redisServers)(
  'a change on one node is told on another one by Redis at once, and without Redis nothing breaks',
  async () => {
    await using stack = new AsyncDisposableStack()
    const redis = await startRedis()
    stack.defer(() => redis.stop())
    const test = await buildTestApp({ redisUrl: redis.url, hasRealClock: true })
    stack.defer(() => test.close())
    const other = await buildSecondNode(test, undefined, { changesEveryMs: NEVER_MS })
    stack.defer(() => other.close())
    const world = await makeWorld(test)
    await other.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = other.app.server.address() as AddressInfo
    const socket: Socket<ServerEvents, ClientEvents> = io(`http://127.0.0.1:${port}${liveNamespace}`, {
      transports: ['websocket'],
      auth: { token: world.tokens['staff A'] },
      forceNew: true,
    })
    stack.defer(() => void socket.disconnect())
    await new Promise<void>((resolve) => socket.on('connect', () => resolve()))
    await new Promise<void>((resolve) => socket.emit('join', siteRoom(world.a.siteId), () => resolve()))
    let heard = 0
    socket.on('board_changed', () => (heard += 1))
    let visitors = 0
    const signIn = async () => {
      visitors += 1
      const response = await test.app.inject({
        method: 'POST',
        url: '/api/checkin',
        payload: {
          firstName: 'Ana',
          lastName: `Node ${'abcdefghijklmnopqrstuvwxyz'[visitors % 26]}`,
          mobile: '0491570156',
          machineId: world.a.method.id,
        },
      })
      expect(response.statusCode, response.body).toBe(200)
    }
    // The nodes may not have found each other yet, so there are several words.
    const isTold = async () => {
      const before = heard
      await signIn()
      await expect.poll(() => heard, { timeout: 2000 }).toBeGreaterThan(before)
    }
    await expect
      .poll(
        async () =>
          isTold().then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true)

    await redis.kill()
    const since = performance.eventLoopUtilization()
    await signIn()
    const answered = await other.app.inject({
      url: `/api/board/${world.a.siteId}`,
      headers: { authorization: `Bearer ${world.tokens['staff A']}` },
    })
    expect(answered.statusCode).toBe(200)
    await new Promise((resolve) => socket.emit('leave', siteRoom(world.b.siteId), resolve))
    // Nobody asks in a loop for what is away: the process comes to rest.
    await expect.poll(() => performance.eventLoopUtilization(since).utilization).toBeLessThan(0.5)

    await redis.restart()
    await expect
      .poll(
        async () =>
          isTold().then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true)
  },
)
