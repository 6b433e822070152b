import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { hasCode } from '../../lib/has-code.ts'

const run = promisify(execFile)

/** Whether a process with this id exists, whoever owns it. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/**
 * Whether this process is the main process of a PostgreSQL on this data folder. The id alone is no
 * proof, because ids are reused.
 */
export async function isPostmasterOn(pid: number, data: string): Promise<boolean> {
  if (!isProcessAlive(pid)) return false
  if (process.platform === 'linux') return isPostmasterByProc(pid, data)
  if (process.platform === 'win32') {
    const { stdout } = await run('tasklist', ['/FI', `PID eq ${pid}`, '/NH'])
    return stdout.toLowerCase().includes('postgres.exe')
  }
  const { stdout } = await run('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return /(^|\/)postgres\s/.test(stdout) && stdout.includes(data)
}

/**
 * A zombie has an empty command line, and a server's children replace theirs with a title, so
 * neither matches.
 */
async function isPostmasterByProc(pid: number, data: string): Promise<boolean> {
  try {
    const [program = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    if (basename(program) !== 'postgres') return false
    if (args.includes(data)) return true
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(data))
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) return false
    throw error
  }
}

/**
 * Ends the backends that a killed server left on this data. In a long query, a backend does not
 * notice that its main process is gone, and keeps a new server from starting. Works only on systems
 * with /proc.
 */
export async function endOrphansOn(data: string): Promise<void> {
  const folder = await realpath(data)
  for (const pid of (await readdir('/proc').catch(() => [])).map(Number).filter(Boolean)) {
    try {
      const title = await readFile(`/proc/${pid}/cmdline`, 'utf8')
      if (!title.startsWith('postgres: ') || (await readlink(`/proc/${pid}/cwd`)) !== folder) continue
      process.kill(pid, 'SIGQUIT')
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) throw error
    }
  }
}
