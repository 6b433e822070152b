import { setTimeout as sleep } from 'node:timers/promises'
import { LoadConnection, nextNumber } from './load.ts'
import { options } from './options.ts'
import { checkInRequests, demoMethodId, type Memory, type Server, withServers } from './servers.ts'

const CONNECTIONS = 32
const READ_EVERY_MS = 500
const MAX_RETRIES = 60
const MEGABYTE = 1024 ** 2

interface Reading {
  checkIns: number
  rss: number
  /** The minimum since the last reading: what a garbage collection left. */
  heapUsed: number
}

/**
 * The memory of the server over many check-ins, after each tenth of them, and its growth after the
 * first tenth. A busy server answers 503 or closes connections: the same request is then retried
 * later, as phones do.
 */
export async function benchMemory(): Promise<void> {
  await withServers(async ({ gatehouse }) => {
    const request = checkInRequests(await demoMethodId(gatehouse.port))
    const progress = { checkIns: 0, retries: 0, isDone: false }
    const load = sendAll(gatehouse.port, request, progress).finally(() => (progress.isDone = true))
    const [readings] = await Promise.all([readMemory(gatehouse, progress), load])
    const steady = readings.filter(({ checkIns }) => checkIns >= options.checkIns / 10)
    const growth = (of: 'rss' | 'heapUsed') => megabytes(slope(steady, of) * options.checkIns * 0.9)
    console.log(
      `from the first tenth to the end, by least squares: resident ${growth('rss')}, heap ${growth('heapUsed')}; ${progress.retries} requests were sent again`,
    )
  })
}

interface Progress {
  checkIns: number
  retries: number
  isDone: boolean
}

async function sendAll(port: number, request: (number: number) => string, progress: Progress): Promise<void> {
  const loop = async () => {
    let connection = new LoadConnection(port)
    for (let number = nextNumber(); number <= options.checkIns; number = nextNumber()) {
      const text = request(number)
      for (let retries = 0; ; retries += 1) {
        const answer = await connection.send(text).catch(() => undefined)
        if (answer?.status === 200) break
        if ((answer && answer.status !== 503) || retries === MAX_RETRIES)
          throw new Error(`A check-in was answered with ${answer?.status ?? 'nothing'}`)
        progress.retries += 1
        await sleep((answer?.retryAfterSeconds ?? 1) * 1000)
        if (!answer) connection = new LoadConnection(port)
      }
      progress.checkIns += 1
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
}

/** One reading per hundredth of the check-ins. Each tenth is printed. */
async function readMemory(server: Server, progress: Progress): Promise<Reading[]> {
  const readings: Reading[] = []
  const start = performance.now()
  const tell = (what: string, { rss, heapUsed }: Pick<Memory, 'rss' | 'heapUsed'>) =>
    console.log(
      `${((performance.now() - start) / 1000).toFixed(0).padStart(5)} s, ${what}: resident ${megabytes(rss)}, heap ${megabytes(heapUsed)}`,
    )
  tell('before', await server.memory())
  let heapUsed = Infinity
  while (!progress.isDone) {
    await sleep(READ_EVERY_MS)
    const memory = await server.memory()
    heapUsed = Math.min(heapUsed, memory.heapUsed)
    const { checkIns } = progress
    const hundredths = Math.floor((checkIns / options.checkIns) * 100)
    if (hundredths === Math.floor(((readings.at(-1)?.checkIns ?? 0) / options.checkIns) * 100)) continue
    const before = readings.at(-1)?.checkIns ?? 0
    readings.push({ checkIns, rss: memory.rss, heapUsed })
    if (Math.floor((checkIns / options.checkIns) * 10) > Math.floor((before / options.checkIns) * 10))
      tell(`${checkIns} check-ins`, { rss: memory.rss, heapUsed })
    heapUsed = Infinity
  }
  return readings
}

/** The least-squares slope, per check-in. */
function slope(readings: readonly Reading[], of: 'rss' | 'heapUsed'): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(readings.map(({ checkIns }) => checkIns))
  const y = mean(readings.map((reading) => reading[of]))
  const covariance = mean(readings.map((reading) => (reading.checkIns - x) * (reading[of] - y)))
  const variance = mean(readings.map(({ checkIns }) => (checkIns - x) ** 2))
  return variance === 0 ? 0 : covariance / variance
}

const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`
