import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { askDatabase, type Statement } from './server-tools.ts'

const repository = join(import.meta.dirname, '..')
const LONGEST_START_MS = 60_000

/** Another Gatehouse server with data of its own. */
export interface OwnServer {
  origin: string
  /** Its standard output so far. */
  printed(): string
  /** The folder of the mails that it would send. */
  outbox: string
  ask(...statements: Statement[]): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

/** Starts the program with its pages on an empty database, without demo data, on a free port. Resolves when it is ready. */
export async function startOwnServer(
  name: string,
  settings: Record<string, string> = {},
): Promise<OwnServer> {
  const dataDir = join(repository, '.data/e2e', name)
  await rm(dataDir, { recursive: true, force: true })
  const port = await findFreePort()
  const own = { DATA_DIR: dataDir, DEMO: 'off', HOST: '127.0.0.1', LOG_LEVEL: 'warn', NODE_ENV: 'test' }
  const child = spawn(process.execPath, ['--max-semi-space-size=4', 'apps/api/src/main.ts'], {
    cwd: repository,
    env: { ...process.env, ...own, PORT: String(port), ...settings },
    // The server ends when this channel closes.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
  const printed = await untilReady(child).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    origin: `http://localhost:${port}`,
    printed,
    outbox: join(dataDir, 'outbox'),
    ask: (...statements) => askDatabase(statements, dataDir),
    stop,
  }
}

/** Resolves when the server prints that it is ready. */
async function untilReady(child: ChildProcess): Promise<() => string> {
  let printed = ''
  let complained = ''
  child.stderr?.on('data', (text: Buffer) => (complained += text.toString()))
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`The server did not become ready:\n${printed}${complained}`))
    const timer = setTimeout(fail, LONGEST_START_MS)
    child.once('exit', fail)
    child.stdout?.on('data', (text: Buffer) => {
      printed += text.toString()
      if (!printed.includes('Gatehouse is ready.')) return
      clearTimeout(timer)
      child.off('exit', fail)
      resolve()
    })
  })
  return () => printed
}

async function findFreePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}
