import { join, resolve } from 'node:path'
import { findMovedPaths, pathsIn } from './server-paths.ts'
import { isPostmasterOn } from './processes.ts'
import { parsePostmasterFile, readIfThere } from './server-files.ts'

/** Finds the loopback port of the server that runs on the data in `dataDir`; undefined where none runs. It starts and changes nothing. */
export async function findRunningPort(dataDir: string): Promise<number | undefined> {
  const folder = resolve(dataDir)
  const { data } = (await findMovedPaths(folder, () => {})) ?? pathsIn(folder)
  const text = await readIfThere(join(data, 'postmaster.pid'))
  const file = text === undefined ? undefined : parsePostmasterFile(text)
  if (file?.status !== 'ready' || !(await isPostmasterOn(file.pid, data))) return undefined
  return file.port
}
