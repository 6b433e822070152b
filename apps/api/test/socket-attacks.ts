import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { deviceLimits, devicePath, deviceProtocol } from '@gatehouse/validation/device-protocol'
import { liveLimits, liveNamespace, siteRoom } from '@gatehouse/validation/live'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { type Nodes, startNodes } from './verify/nodes.ts'
import { makeVenue, openBoard, residentMegabytes, untilAccepted, type Venue } from './two-nodes.ts'

const SECOND_MS = 1000
/** A stalled reader is closed after two unanswered pings: 25 s, plus 20 s. */
const STALLED_SECONDS = 50
const STALLED_AT_ONCE = 10

export interface AttackedNode extends AsyncDisposable {
  nodes: Nodes
  origin: string
  venue: Venue
}

/** One node in its own process, whose errors are read. @param people how many have a session */
export async function startAttackedNode(name: string, people: number): Promise<AttackedNode> {
  const seed = randomBytes(32).toString('base64url')
  const nodes = await startNodes(name, { count: 1, settings: { SESSION_KEYS: seed, LOG_LEVEL: 'error' } })
  const venue = await makeVenue(nodes, seed, people)
  return { nodes, origin: nodes.origin(0), venue, [Symbol.asyncDispose]: () => nodes.close() }
}

/**
 * Checks that the node lives, has logged no error, and notifies a board of a sign-in
 * within two seconds.
 */
export async function expectUnharmed({ nodes, origin, venue }: AttackedNode): Promise<void> {
  expect((await fetch(`${origin}/health/ready`)).status).toBe(200)
  // The lines of the start have the level `info`.
  const logged = nodes
    .said(0)
    .split('\n')
    .filter((line) => line.startsWith('{') && (JSON.parse(line) as { level: number }).level > 30)
  expect(logged).toEqual([])
  const board = openBoard(origin, venue, venue.tokens.at(-1) ?? '', 0)
  try {
    await expect.poll(() => board.toldAt, { timeout: 5000 }).toBeGreaterThan(0)
    const begun = performance.now()
    await untilAccepted(origin, { lastName: 'Unharmed', machineId: venue.methods[0] ?? '' })
    await expect.poll(() => board.toldAt, { timeout: 2000, interval: 10 }).toBeGreaterThan(begun)
  } finally {
    board.socket.disconnect()
  }
}

/** Pseudo-random numbers, the same for the same seed. */
function createChance(seed: number) {
  let state = seed >>> 0
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Chance = ReturnType<typeof createChance>

/** A frame with a random fault, or none. */
function mutate(frame: string, chance: Chance): string | Buffer {
  const at = chance(frame.length + 1)
  const faults: (() => string | Buffer)[] = [
    () => frame,
    () => frame.slice(0, at),
    () => frame.slice(at),
    () => frame.slice(0, at) + String.fromCodePoint(chance(0xd7ff)) + frame.slice(at),
    () => frame.slice(0, at) + '\0' + frame.slice(at + 1),
    () => frame + frame,
    () => frame.replaceAll(/"[^"]*"/g, (text) => (chance(3) === 0 ? String(chance(1e9)) : text)),
    () => frame.replaceAll(/\d/g, (digit) => (chance(4) === 0 ? '9' : digit)),
    () => frame.replace('{', '{"__proto__":{"x":1},'),
    () => frame.replace('[', '['.repeat(1 + chance(5000))),
    () => frame.replace('"', `"${'x'.repeat(chance(15_000))}`),
    () => Buffer.from(frame),
    () => Buffer.from(Array.from({ length: chance(200) }, () => chance(256))),
    () => `5${chance(10)}-${liveNamespace},["join",{"_placeholder":true,"num":${chance(5)}}]`,
  ]
  return (faults[chance(faults.length)] ?? faults[0]!)()
}

interface Attack {
  frames: number
  seed: number
}

/** Sends faulty frames to both sockets. Closed connections are replaced. */
export async function sendMutatedFrames(
  { origin, venue }: AttackedNode,
  { frames, seed }: Attack,
): Promise<void> {
  const chance = createChance(seed)
  const host = new URL(origin).host
  const room = siteRoom(venue.siteIds[0] ?? '')
  const token = venue.tokens[0] ?? ''
  const live = [
    `40${liveNamespace},${JSON.stringify({ token })}`,
    `42${liveNamespace},1["join",${JSON.stringify(room)}]`,
    `42${liveNamespace},2["leave",${JSON.stringify(room)}]`,
    `42${liveNamespace},3["connected_devices"]`,
    `41${liveNamespace},`,
    '3probe',
    '2',
  ]
  const now = new Date().toISOString()
  const device = [
    { type: 'pair', code: 'ABCD2345', serial_number: 'X', versions: { firmware: '1' } },
    { type: 'hello', token: 'x'.repeat(86), serial_number: 'X', boot_id: crypto.randomUUID() },
    { type: 'beat' },
    { type: 'reading', id: crypto.randomUUID(), temperature: 36.6, at: now, sent_at: now },
    { type: 'pin', id: crypto.randomUUID(), pin: '12345678', direction: 'in', at: now, sent_at: now },
    { type: 'settings_reported', version: 'x', accepted: true },
  ].map((message) => JSON.stringify(message))
  const targets = [
    {
      url: `ws://${host}/socket.io/?EIO=4&transport=websocket`,
      valid: live,
      atOnce: liveLimits.messagesPerMinute,
    },
    { url: `ws://${host}${devicePath}`, valid: device, atOnce: deviceLimits.faultyMessagesPerMinute },
  ]
  let left = frames
  let connections = 0
  const attack = async () => {
    while (left > 0) {
      connections += 1
      const target = targets[connections % targets.length]!
      const count = Math.min(left, target.atOnce)
      left -= count
      const isDevice = target.url.endsWith(devicePath)
      const socket = new WebSocket(target.url, isDevice ? [deviceProtocol] : [], {
        headers: { 'x-forwarded-for': `10.7.${(connections >> 8) & 255}.${connections & 255}` },
      })
      const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
      socket.on('error', () => {})
      await Promise.race([new Promise((resolve) => socket.on('open', resolve)), closed])
      // Half of them are logged in, so that the server reads what follows.
      if (!isDevice && chance(2) === 0) socket.send(live[0] ?? '')
      for (let sent = 0; sent < count && socket.readyState === WebSocket.OPEN; sent += 1)
        socket.send(mutate(target.valid[chance(target.valid.length)] ?? '', chance))
      await Promise.race([closed, delay(50)])
      socket.terminate()
      await closed
    }
  }
  await Promise.all(Array.from({ length: 10 }, attack))
}

/**
 * Readers that join a board and then read nothing. All others are notified, and the stalled
 * ones are closed.
 */
export async function stallReaders(node: AttackedNode, readers: number): Promise<void> {
  const { origin, venue } = node
  const host = new URL(origin).host
  const stall = async (index: number) => {
    const socket = new WebSocket(`ws://${host}/socket.io/?EIO=4&transport=websocket`)
    const token = venue.tokens[Math.floor(index / liveLimits.socketsPerUser)]
    let heard = ''
    socket.on('message', (data: Buffer) => (heard += data.toString()))
    socket.on('error', () => {})
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    await new Promise((resolve) => socket.on('open', resolve))
    socket.send(`40${liveNamespace},${JSON.stringify({ token })}`)
    await expect.poll(() => heard, { timeout: 20_000 }).toContain(`40${liveNamespace}`)
    socket.send(`42${liveNamespace},1["join",${JSON.stringify(siteRoom(venue.siteIds[0] ?? ''))}]`)
    await expect.poll(() => heard, { timeout: 20_000 }).toContain('"ok":true')
    socket.pause()
    return { socket, closed }
  }
  const stalled: Awaited<ReturnType<typeof stall>>[] = []
  // A few at a time: all at once is the test of the storm.
  while (stalled.length < readers) {
    const length = Math.min(STALLED_AT_ONCE, readers - stalled.length)
    const coming = Array.from({ length }, (_, index) => stall(stalled.length + index))
    stalled.push(...(await Promise.all(coming)))
  }
  const begun = performance.now()
  while (performance.now() - begun < STALLED_SECONDS * SECOND_MS) {
    await expectUnharmed(node)
    await delay(SECOND_MS)
  }
  for (const { socket } of stalled) socket.resume()
  await Promise.race([
    Promise.all(stalled.map(({ closed }) => closed)),
    delay(5 * SECOND_MS).then(() => {
      throw new Error('A stalled reader is still connected')
    }),
  ])
}

/**
 * Boards that all connect at once, and again after all were lost. @returns the seconds until all
 * were connected, each time
 */
export async function storm({ origin, venue }: AttackedNode, sockets: number): Promise<number[]> {
  const boards = Array.from({ length: sockets }, (_, index) =>
    openBoard(origin, venue, venue.tokens[Math.floor(index / liveLimits.socketsPerUser)] ?? '', 0),
  )
  try {
    const seconds: number[] = []
    for (let round = 0; round < 2; round += 1) {
      const begun = performance.now()
      if (round > 0) for (const { socket } of boards) socket.io.engine.close()
      const isBack = () => boards.every(({ toldAt }) => toldAt > (round > 0 ? begun : 0))
      await expect.poll(isBack, { timeout: 30 * SECOND_MS }).toBe(true)
      seconds.push((performance.now() - begun) / SECOND_MS)
    }
    return seconds
  } finally {
    for (const { socket } of boards) socket.disconnect()
  }
}

/** How much resident memory the work adds to the node, in megabytes. */
export async function memoryAddedBy({ nodes }: AttackedNode, work: () => Promise<unknown>): Promise<number> {
  const before = await residentMegabytes(nodes.pid(0))
  await work()
  return (await residentMegabytes(nodes.pid(0))) - before
}
