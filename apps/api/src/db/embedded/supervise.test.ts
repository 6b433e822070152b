import { expect, test, vi } from 'vitest'
import type { Postmaster } from './postmaster.ts'
import { supervise } from './supervise.ts'

/** A server for the supervisor, with a function that ends it. */
function makeServer(pid: number) {
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  const server: Postmaster = { pid, port: 1, adopted: false, ended }
  return { server, end }
}

/** Supervises servers 1, 2, 3 …. Each start waits until the test releases it. */
function makeScene() {
  const servers = [makeServer(1)]
  const starts: PromiseWithResolvers<Postmaster>[] = []
  const told: string[] = []
  const stop = vi.fn(async ({ pid }: Postmaster) =>
    servers.find(({ server }) => server.pid === pid)?.end('stopped'),
  )
  const supervisor = supervise({
    first: servers[0]!.server,
    restart: () => {
      const start = Promise.withResolvers<Postmaster>()
      starts.push(start)
      return start.promise
    },
    stop,
    onExit: (how) => told.push(`exit ${how}`),
    onProgress: (message) => told.push(message),
  })
  const startNext = () => {
    const next = makeServer(servers.length + 1)
    servers.push(next)
    starts.at(-1)!.resolve(next.server)
    return next
  }
  return { supervisor, servers, starts, told, stop, startNext }
}

test('a server that ends by itself is started again, and its successor too', async () => {
  const scene = makeScene()
  for (const pid of [2, 3]) {
    scene.servers.at(-1)!.end('it crashed')
    await vi.waitFor(() => expect(scene.starts).toHaveLength(pid - 1))
    scene.startNext()
    await vi.waitFor(() => expect(scene.supervisor.pid()).toBe(pid))
  }
  expect(scene.told.filter((text) => text.startsWith('exit'))).toEqual(['exit it crashed', 'exit it crashed'])
  await scene.supervisor.stop()
  expect(scene.starts).toHaveLength(2)
})

test('a start that fails is tried again, and its reason told once', async () => {
  const scene = makeScene()
  scene.servers[0]!.end('it crashed')
  for (const round of [1, 2]) {
    await vi.waitFor(() => expect(scene.starts).toHaveLength(round))
    scene.starts.at(-1)!.reject(new Error('no room'))
  }
  await vi.waitFor(() => expect(scene.starts).toHaveLength(3))
  scene.startNext()
  await vi.waitFor(() => expect(scene.supervisor.pid()).toBe(2))
  expect(scene.told.filter((text) => text === 'no room')).toHaveLength(1)
  await scene.supervisor.stop()
})

test('a server that comes up while everything is being stopped is stopped too', async () => {
  const scene = makeScene()
  scene.servers[0]!.end('it crashed')
  await vi.waitFor(() => expect(scene.starts).toHaveLength(1))
  const stopped = scene.supervisor.stop()
  const late = scene.startNext()
  await stopped
  expect(scene.stop).toHaveBeenLastCalledWith(late.server)
  expect(scene.starts).toHaveLength(1)
})

test('stopping twice stops once', async () => {
  const scene = makeScene()
  await Promise.all([scene.supervisor.stop(), scene.supervisor.stop()])
  const stops = scene.stop.mock.calls.length
  await scene.supervisor.stop()
  expect(scene.stop).toHaveBeenCalledTimes(stops)
  expect(scene.told).toEqual([])
})
