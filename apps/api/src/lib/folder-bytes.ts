import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MINUTE_MS } from './durations.ts'

const RECENT_MS = 10 * MINUTE_MS

/**
 * The size of the files below a folder; 0 for one that does not exist. It may be ten minutes old,
 * because reading thousands of files takes a while.
 */
export function recentFolderBytes(folder: string): () => Promise<number> {
  let latest: { at: number; bytes: Promise<number> } | undefined
  return () => {
    const now = performance.now()
    if (!latest || now - latest.at > RECENT_MS) latest = { at: now, bytes: folderBytes(folder) }
    return latest.bytes
  }
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  let bytes = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    // oxlint-disable-next-line no-await-in-loop -- thousands of files
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined)
    bytes += found?.size ?? 0
  }
  return bytes
}
