import { readFile } from 'node:fs/promises'
import { hasCode } from '../../lib/has-code.ts'

/** The content of `postmaster.pid`. Port and status are written a moment after the pid. */
export type PostmasterFile = { pid: number; port: number | undefined; status: string }

/**
 * Parses the documented lines: pid, data folder, start time, port, socket, address, shared memory,
 * status.
 */
export function parsePostmasterFile(text: string): PostmasterFile | undefined {
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const port = Number(lines[3])
  return { pid, port: Number.isInteger(port) && port > 0 ? port : undefined, status: (lines[7] ?? '').trim() }
}

/**
 * The same file with another process id. Given the id of its future parent, PostgreSQL takes the
 * file as its own, and still checks by the shared memory line that no earlier process is left.
 */
export function withPid(text: string, pid: number): string {
  return text.replace(/^-?\d+/, String(pid))
}

export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
