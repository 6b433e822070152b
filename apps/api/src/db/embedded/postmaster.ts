import { spawn, type ChildProcess } from 'node:child_process'
import { open, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Account } from './account.ts'
import { programOf, type Binaries } from './binaries.ts'
import { childOptions, startFailure } from './cluster.ts'
import type { ServerPaths } from './server-paths.ts'
import { isFree, portsFor, takeFree } from './ports.ts'
import { endOrphansOn, isPostmasterOn } from './processes.ts'
import { parsePostmasterFile, readIfThere, withPid, type PostmasterFile } from './server-files.ts'
import { OperatorError } from '../../lib/operator-error.ts'

/** A running main process of PostgreSQL. `ended` resolves with how it ended, and never rejects. */
export type Postmaster = { pid: number; port: number; adopted: boolean; ended: Promise<string> }

/** With `port` no other port is used; with `freshLog` the log of the last run is renamed. */
export type LaunchInput = {
  paths: ServerPaths
  binaries: Binaries
  account: Account | undefined
  durable: boolean
  port?: number
  freshLog?: boolean
  onProgress: (message: string) => void
}

const POLL_MS = 20
/** The SQLSTATE when the data is already in use. */
const LOCK_FILE_EXISTS = 'F0001'
const TIMEOUT_MS = 20_000
const PROGRESS_MS = 5_000

/**
 * Adopts the server that runs on this data, or starts one. Resolves when it accepts connections.
 */
export async function launchPostmaster(input: LaunchInput): Promise<Postmaster> {
  const { paths } = input
  const ports = portsFor(paths.data)
  const deadline = Date.now() + TIMEOUT_MS
  let hasFreshLog = !input.freshLog
  for (;;) {
    const running = await findRunning(paths)
    if (running) return running
    if (!hasFreshLog) await rename(paths.log, `${paths.log}.1`).catch(() => undefined)
    hasFreshLog = true
    const port = input.port ?? (await takeFree(ports))
    const outcome = await tryToStart(input, port)
    if (typeof outcome !== 'string') return outcome
    const isLocked = sqlStatesIn(outcome).includes(LOCK_FILE_EXISTS)
    // The lock belongs to another server starting on this data, or else to processes left
    // by an earlier one.
    if (isLocked && !(await isPostmasterRunning(paths))) await endOrphansOn(paths.data)
    if (isLocked && Date.now() < deadline) await delay(200)
    // A taken port has no SQLSTATE of its own (`XX000`), so the port is probed.
    else if (input.port !== undefined || (await isFree(port))) {
      throw new OperatorError(
        `PostgreSQL ended while it started. The end of ${paths.log}:\n${outcome.trim() || '(nothing)'}\n` +
          'Put right what it names and start again, or set DATABASE_URL.',
      )
    }
  }
}

/**
 * The server on this data, once it is ready; undefined where none runs. First disarms a stale
 * `postmaster.pid`, whose process is gone or whose id belongs to another process.
 */
async function findRunning(paths: ServerPaths): Promise<Postmaster | undefined> {
  for (;;) {
    const text = await readIfThere(join(paths.data, 'postmaster.pid'))
    if (text === undefined) return undefined
    const file = parsePostmasterFile(text)
    if (!file) return undefined
    if (!(await isPostmasterOn(file.pid, paths.data))) {
      await writeFile(join(paths.data, 'postmaster.pid'), withPid(text, process.pid))
      return undefined
    }
    if (file.status === 'ready' && file.port !== undefined) {
      return { pid: file.pid, port: file.port, adopted: true, ended: watchStranger(file.pid, paths.data) }
    }
    await delay(POLL_MS)
  }
}

/** A server that is not our child sends no exit event, so its process is polled. */
async function watchStranger(pid: number, data: string): Promise<string> {
  while (await isPostmasterOn(pid, data).catch(() => true)) await delay(250, undefined, { ref: false })
  return 'it is gone'
}

/** Resolves with the ready server, or with what it wrote to its log before it ended. */
async function tryToStart(input: LaunchInput, port: number): Promise<Postmaster | string> {
  const { paths, binaries, account } = input
  const log = await open(paths.log, 'a', 0o600)
  const logStart = (await log.stat()).size
  const program = programOf(binaries, 'postgres')
  try {
    const child = spawn(program, serverArguments(paths.data, port, input.durable), {
      ...childOptions(account, paths.home),
      stdio: ['ignore', log.fd, log.fd],
    })
    const ended = endOf(child)
    const failure = await new Promise<Error | undefined>((resolve) => {
      child.once('spawn', () => resolve(undefined)).once('error', resolve)
    })
    if (failure || child.pid === undefined)
      throw startFailure(program, account, failure ?? new Error('no process'))
    child.unref()
    if (await isReady(child, paths, input.onProgress)) return { pid: child.pid, port, adopted: false, ended }
  } finally {
    await log.close()
  }
  return readFrom(paths.log, logStart)
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) =>
      resolve(signal ? `it was ended by ${signal}` : `it ended with code ${code}`),
    )
  })
}

/** The SQLSTATEs in the lines of a log, where `log_line_prefix` writes them. */
function sqlStatesIn(log: string): string[] {
  return [...log.matchAll(/^.* \[\d+\] ([\dA-Z]{5}) /gm)].map(([, state = '']) => state)
}

/**
 * Waits as long as the process runs: after a crash the server first recovers its data, which can
 * take long.
 */
async function isReady(
  child: ChildProcess,
  paths: ServerPaths,
  onProgress: (message: string) => void,
): Promise<boolean> {
  let nextMessage = Date.now() + PROGRESS_MS
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPostmasterFile(paths)
    const isOurs = file?.pid === child.pid || process.platform === 'win32'
    if (isOurs && file?.status === 'ready') return true
    if (Date.now() > nextMessage) {
      onProgress('PostgreSQL is still getting its data ready')
      nextMessage += PROGRESS_MS
    }
    await delay(POLL_MS)
  }
  return false
}

async function isPostmasterRunning(paths: ServerPaths): Promise<boolean> {
  const file = await readPostmasterFile(paths)
  return file !== undefined && isPostmasterOn(file.pid, paths.data)
}

async function readPostmasterFile(paths: ServerPaths): Promise<PostmasterFile | undefined> {
  const text = await readIfThere(join(paths.data, 'postmaster.pid'))
  return text === undefined ? undefined : parsePostmasterFile(text)
}

async function readFrom(path: string, start: number): Promise<string> {
  const file = await open(path, 'r')
  try {
    const length = Math.min((await stat(path)).size - start, 8_000)
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(Math.max(length, 0)),
      0,
      Math.max(length, 0),
      start,
    )
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * The settings of every embedded server, as `-c` arguments. The files that initdb wrote stay
 * unchanged.
 */
export function serverArguments(data: string, port: number, durable: boolean): string[] {
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '128MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %e ',
    // Failed statements are in the program's own log. In the server's log they would contain names
    // of people.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    logging_collector: 'off',
    ...(durable ? {} : throwawaySettings),
  }
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/**
 * Settings for data that a power cut may destroy: nothing waits for the disk, and the write-ahead
 * log is minimal.
 */
const throwawaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
}
