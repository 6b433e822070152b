import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { dataFolder } from './data-folder.ts'
import { askDatabase, killDatabase, type Statement } from './server-tools.ts'

const repository = join(import.meta.dirname, '..')
const LONGEST_START_MS = 60_000

/** Another Gatehouse server with its own data. */
export interface OwnServer {
  origin: string
  /** The link for the first administrator. */
  firstAdminLink(): Promise<string>
  /** The folder of the emails that it would send. */
  outbox: string
  ask(...statements: Statement[]): Promise<Record<string, unknown>[]>
  /** Kills the program by SIGKILL. */
  kill(): Promise<void>
  /** Restarts the killed program, at the same address and on the same data. */
  restart(): Promise<void>
  /** Kills PostgreSQL by SIGKILL. The program restarts it. */
  killDatabase(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the program with its pages on an empty database, without demo data, on a free port.
 * Resolves when it is ready.
 */
export async function startOwnServer(
  name: string,
  settings: Record<string, string> = {},
): Promise<OwnServer> {
  const dataDir = dataFolder(name)
  await rm(dataDir, { recursive: true, force: true })
  const port = await findFreePort()
  const own = {
    DATA_DIR: dataDir,
    DEMO: 'off',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'test',
    SMTP_URL: 'outbox',
  }
  const output: string[] = []
  const start = () => {
    const started = spawn(process.execPath, ['--max-semi-space-size=4', 'apps/api/src/main.ts'], {
      cwd: repository,
      env: { ...process.env, ...own, PORT: String(port), ...settings },
      // The server ends when this channel closes.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    started.stdout?.on('data', (text: Buffer) => output.push(text.toString()))
    started.stderr?.on('data', (text: Buffer) => output.push(text.toString()))
    return started
  }
  let child = start()
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  const stop = async () => {
    await end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
  await untilReady(child, output).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    origin: `http://localhost:${port}`,
    firstAdminLink: async () => (await readFile(join(dataDir, 'first-admin-link.txt'), 'utf8')).trim(),
    outbox: join(dataDir, 'outbox'),
    ask: (...statements) => askDatabase(statements, dataDir),
    kill: () => end('SIGKILL'),
    async restart() {
      child = start()
      await untilReady(child, output)
    },
    killDatabase: () => killDatabase(dataDir),
    stop,
  }
}

/** Resolves when the server has sent its URL, which it does once it is ready. */
async function untilReady(child: ChildProcess, output: readonly string[]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`The server did not become ready:\n${output.join('')}`))
    const timer = setTimeout(fail, LONGEST_START_MS)
    child.once('exit', fail)
    child.once('message', () => {
      clearTimeout(timer)
      child.off('exit', fail)
      resolve()
    })
  })
}

export async function findFreePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}
