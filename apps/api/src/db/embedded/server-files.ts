import { readFile } from 'node:fs/promises'
import { hasCode } from './embedded-postgres-error.ts'

/** What a running server says about itself in `postmaster.pid`; port and status come a moment after the pid. */
export type PostmasterFile = { pid: number; port: number | undefined; status: string }

/** Reads the lines that PostgreSQL documents: pid, data folder, start time, port, socket, address, memory, status. */
export function parsePostmasterFile(text: string): PostmasterFile | undefined {
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const port = Number(lines[3])
  return { pid, port: Number.isInteger(port) && port > 0 ? port : undefined, status: (lines[7] ?? '').trim() }
}

/**
 * The same file under another process id. Under the id of the parent that is about to start it, PostgreSQL takes
 * the file for its own and still checks, by the memory line, that nobody is left from before.
 */
export function withPid(text: string, pid: number): string {
  return text.replace(/^-?\d+/, String(pid))
}

/** The text of a file, or undefined where there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
