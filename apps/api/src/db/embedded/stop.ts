import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { programOf, type Binaries } from './binaries.ts'
import type { ServerPaths } from './server-paths.ts'
import type { Postmaster } from './postmaster.ts'
import { isPostmasterOn } from './processes.ts'
import { hasCode } from '../../lib/has-code.ts'

const run = promisify(execFile)

// PostgreSQL's signals: fast shutdown, then immediate shutdown without a checkpoint, then kill.
const steps = [
  { signal: 'INT', waitMs: 15_000 },
  { signal: 'QUIT', waitMs: 10_000 },
  { signal: 'KILL', waitMs: 5_000 },
] as const

/**
 * Stops a server: it closes connections, rolls back transactions and writes a checkpoint. After 15
 * s, harder signals follow.
 */
export async function stopPostmaster(
  postmaster: Postmaster,
  paths: ServerPaths,
  binaries: Binaries,
): Promise<void> {
  for (const { signal, waitMs } of steps) {
    // Checked right before the signal, so that a reused id never receives it.
    if (!(await isPostmasterOn(postmaster.pid, paths.data))) return
    await send(postmaster.pid, signal, binaries)
    if (await hasEnded(postmaster, waitMs)) return
  }
}

async function send(pid: number, signal: 'INT' | 'QUIT' | 'KILL', binaries: Binaries): Promise<void> {
  if (process.platform === 'win32') {
    await run(programOf(binaries, 'pg_ctl'), ['kill', signal, String(pid)]).catch(() => undefined)
    return
  }
  try {
    process.kill(pid, `SIG${signal}`)
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error
  }
}

async function hasEnded(postmaster: Postmaster, waitMs: number): Promise<boolean> {
  const giveUp = new AbortController()
  const timeout = delay(waitMs, false, { signal: giveUp.signal }).catch(() => false)
  const ended = await Promise.race([postmaster.ended.then(() => true), timeout])
  giveUp.abort()
  return ended
}
