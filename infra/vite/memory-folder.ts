import { statfsSync } from 'node:fs'

const folder = '/dev/shm'
const NEEDED_BYTES = 2 * 1024 ** 3

/**
 * Keeps temporary files of tests in memory, where there is room. Each test file creates a database,
 * which takes PostgreSQL ten times as long on a disk. A TMPDIR that is already set is kept.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!process.env['TMPDIR'] && hasRoom()) process.env['TMPDIR'] = folder
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}
