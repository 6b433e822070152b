import { readFile } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import type { Connection } from './connection.ts'

/** Below the priority of this process. A core that two processes want is shared one to nine; with more steps, Home would stand still on a busy machine. */
const STEPS = 10
const LOWEST = 19

/**
 * Lowers the priority of the process that serves a connection, so that check-ins go first where the cores are busy. Only Linux can do it, and
 * only for a server on this machine that this account may change; elsewhere nothing happens.
 */
export async function lowerPriority({ sql, localPort }: Connection): Promise<void> {
  if (process.platform !== 'linux' || localPort === undefined) return
  try {
    const [row] = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
    if (!row) return
    // The title of the process names the other end. The same id on another machine is another process.
    const title = await readFile(`/proc/${row.pid}/cmdline`, 'utf8')
    if (title.startsWith('postgres: ') && title.includes(`(${localPort})`))
      setPriority(row.pid, Math.min(LOWEST, getPriority() + STEPS))
  } catch {
    // It runs elsewhere, or may not be changed. A connection that is lost says so when it is used.
  }
}
