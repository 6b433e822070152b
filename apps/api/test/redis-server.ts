import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { createClient } from '@redis/client'
import type { RateStore } from './rate-store.ts'
import { freePort } from './running-server.ts'

export interface RedisServer {
  /** Includes the password, which occurs nowhere else in the tests. */
  url: string
  password: string
  /** Every key with its seconds to live; -1 for no expiry. */
  keys(): Promise<Map<string, number>>
  /** Changes a setting of the running server. */
  set(setting: string, value: string): Promise<void>
  forgetScripts(): Promise<void>
  /** Stops replying but keeps its connections, as behind a network that loses packets. */
  freeze(): void
  thaw(): void
  /** Kills it. Its data is lost. */
  kill(): Promise<void>
  /** Starts it again at the same address, empty. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** The program of the server that this machine has: Redis or Valkey. */
const program = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0)
if (!program)
  console.warn('Neither redis-server nor valkey-server is installed: what needs a Redis is not tested.')

/** Starts a real Redis on the loopback address, in memory only. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  const password = randomBytes(12).toString('hex')
  const url = `redis://:${password}@127.0.0.1:${port}`
  let child = await run(port, password)
  const kill = async () => {
    child.kill('SIGCONT')
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  const ask = async <T>(question: (client: ReturnType<typeof connectTo>) => Promise<T>): Promise<T> => {
    const client = connectTo(url)
    await client.connect()
    try {
      return await question(client)
    } finally {
      client.destroy()
    }
  }
  return {
    url,
    password,
    keys: () =>
      ask(async (client) => {
        const names = await client.keys('*')
        const lives = await Promise.all(names.map((name) => client.ttl(name)))
        return new Map(names.map((name, index) => [name, lives[index] ?? Number.NaN]))
      }),
    set: (setting, value) => ask(async (client) => void (await client.configSet(setting, value))),
    forgetScripts: () => ask(async (client) => void (await client.scriptFlush())),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill,
    async restart() {
      await kill()
      child = await run(port, password)
    },
    stop: kill,
  }
}

/** A Redis where one is installed. */
export const redisStores: RateStore[] = program ? [{ name: 'Redis', start: startRedis }] : []

/** The same for tests of Redis only, by the name of its program. */
export const redisServers = program ? [program] : []

const connectTo = (url: string) => createClient({ url })

async function run(port: number, password: string): Promise<ChildProcess> {
  const settings = ['--port', port, '--bind', '127.0.0.1', '--requirepass', password]
  const inMemory = ['--save', '', '--appendonly', 'no', '--dir', tmpdir()]
  const child = spawn(program ?? 'redis-server', [...settings, ...inMemory].map(String), {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let said = ''
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString()
    if (/ready to accept connections/i.test(said)) resolve()
  })
  child.once('exit', () => reject(new Error(`redis-server ended:\n${said}`)))
  await promise
  return child
}
