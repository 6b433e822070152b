import { join, resolve } from 'node:path'
import { readPassword } from './cluster.ts'
import { findMovedPaths, pathsIn } from './server-paths.ts'
import { isPostmasterOn } from './processes.ts'
import { parsePostmasterFile, readIfThere } from './server-files.ts'

/** A running server: its process, its loopback port, its data and its superuser's password. */
interface RunningServer {
  pid: number
  port: number
  data: string
  readPassword(): Promise<string>
}

/**
 * Finds the server that runs on the data in `dataDir`; undefined where none runs. Starts and
 * changes nothing.
 */
export async function findRunningServer(dataDir: string): Promise<RunningServer | undefined> {
  const folder = resolve(dataDir)
  const paths = (await findMovedPaths(folder, () => {})) ?? pathsIn(folder)
  const text = await readIfThere(join(paths.data, 'postmaster.pid'))
  const file = text === undefined ? undefined : parsePostmasterFile(text)
  if (file?.status !== 'ready' || file.port === undefined) return undefined
  if (!(await isPostmasterOn(file.pid, paths.data))) return undefined
  return { pid: file.pid, port: file.port, data: paths.data, readPassword: () => readPassword(paths) }
}

export async function findRunningPort(dataDir: string): Promise<number | undefined> {
  return (await findRunningServer(dataDir))?.port
}
