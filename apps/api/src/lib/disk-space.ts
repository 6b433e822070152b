import { statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** A node with less free space is not ready. */
export const MIN_FREE_BYTES = 256 * 1024 ** 2

export interface DiskSpace {
  freeBytes: number
  totalBytes: number
}

export type ReadStatfs = (path: string) => Promise<{ bavail: number; bsize: number; blocks: number }>

/**
 * The free space of the data folder or the photo folder, whichever has less. Undefined where
 * neither exists: a node with its keys, photos and database elsewhere may have no data folder.
 */
export async function readDiskSpace(
  dataDir: string,
  readStatfs: ReadStatfs = statfs,
): Promise<DiskSpace | undefined> {
  const disks = await Promise.all(
    [dataDir, join(dataDir, 'storage')].map((folder) => readStatfs(folder).catch(() => undefined)),
  )
  return disks
    .flatMap((disk) =>
      disk ? [{ freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize }] : [],
    )
    .toSorted((one, other) => one.freeBytes - other.freeBytes)
    .at(0)
}
