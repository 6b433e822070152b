import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { inject } from 'vitest'
import { createDatabase, type Database } from '../src/db/client.ts'
import { runtimeRole } from '../src/db/prepare.ts'
import { dropDatabase } from './database.ts'

const main = join(import.meta.dirname, '../src/main.ts')
const LONGEST_START_MS = 60_000

export interface RunningServer {
  origin: string
  pid: number
  /** Its output so far. */
  output: readonly string[]
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>
  /** Asks it to stop and waits until it has. @returns its exit code */
  stop(): Promise<number | null>
}

/** Starts the real program in its own process. Resolves when it is ready. */
export async function startRunningServer(settings: Record<string, string>): Promise<RunningServer> {
  const origin = `http://127.0.0.1:${settings['PORT']}`
  const child = spawn(process.execPath, [main, '--api-only'], {
    env: { ...process.env, LOG_LEVEL: 'error', NODE_ENV: 'test', SMTP_URL: 'outbox', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  child.stdout.on('data', (text: Buffer) => output.push(text.toString()))
  child.stderr.on('data', (text: Buffer) => output.push(text.toString()))
  await untilReady(child, origin, output)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await once(child, 'exit')
    }
    return child.exitCode
  }
  return {
    origin,
    pid: child.pid ?? 0,
    output,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}

async function untilReady(child: ChildProcess, origin: string, output: string[]): Promise<void> {
  const deadline = performance.now() + LONGEST_START_MS
  while (performance.now() < deadline && child.exitCode === null) {
    const response = await fetch(`${origin}/health/ready`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not become ready:\n${output.join('')}`)
}

/** Finds a free port of the loopback address. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

export interface EmptyInstallation {
  /**
   * `DATABASE_URL` and `DATA_DIR`: the program creates the schema and the secrets at
   * its first start.
   */
  settings: { DATABASE_URL: string; DATA_DIR: string }
  dataDir: string
  /** Under row-level security, like the program. */
  db: Database
  /** Reads as a superuser, who bypasses row-level security. */
  sql: Sql
  /** Removes the database and the folder, once the programs have ended. */
  remove(): Promise<void>
}

/** Creates an empty database and an empty data folder for programs in their own processes. */
export async function createEmptyInstallation(name: string): Promise<EmptyInstallation> {
  const { adminUrl } = inject('testServer')
  const database = `gatehouse_${name}_${process.pid}`
  const admin = postgres(adminUrl, { max: 1 })
  await admin`create database ${admin(database)}`
  await admin.end()
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  const runtimeUrl = new URL(url)
  runtimeUrl.searchParams.set('role', runtimeRole)
  const db = createDatabase({ runtimeUrl: runtimeUrl.href, connections: 3 })
  const sql = postgres(url.href, { max: 2, onnotice: () => {} })
  const dataDir = await mkdtemp(join(tmpdir(), `gatehouse-${name}-`))
  return {
    settings: { DATABASE_URL: url.href, DATA_DIR: dataDir },
    dataDir,
    db,
    sql,
    async remove() {
      await db.close()
      await sql.end()
      await dropDatabase(adminUrl, database)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
