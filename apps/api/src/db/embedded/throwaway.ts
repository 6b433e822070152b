import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMovedPaths, pathsIn } from './server-paths.ts'
import { isProcessAlive, isPostmasterOn } from './processes.ts'
import { parsePostmasterFile } from './server-files.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './start.ts'

const prefix = 'gatehouse-throwaway-'

/**
 * Starts an empty server for tests in a temporary folder, which `stop` removes. First removes the
 * servers and folders of killed test runs.
 */
export async function startThrowawayPostgres(
  onProgress: (message: string) => void = () => {},
): Promise<EmbeddedPostgres> {
  await sweepAbandoned()
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  await chmod(folder, 0o711)
  const server = await startEmbeddedPostgres({ dataDir: folder, durable: false, onProgress })
  return {
    adminUrl: server.adminUrl,
    dataDir: server.dataDir,
    adopted: server.adopted,
    get pid() {
      return server.pid
    },
    stop: async () => {
      await server.stop()
      await removeServerFolder(folder)
    },
  }
}

async function sweepAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1])
    if (!owner || isProcessAlive(owner)) continue
    const folder = join(tmpdir(), name)
    const isOurs = await stat(folder).then(
      ({ uid }) => process.getuid === undefined || uid === process.getuid(),
      () => false,
    )
    if (isOurs) await removeServerFolder(folder)
  }
}

/** Stops a server still running there, without a checkpoint, and removes its data. */
export async function removeServerFolder(folder: string): Promise<void> {
  const paths = (await findMovedPaths(folder, () => {})) ?? pathsIn(folder)
  const text = await readFile(join(paths.data, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = parsePostmasterFile(text)?.pid
  if (pid && (await isPostmasterOn(pid, paths.data))) process.kill(pid, 'SIGQUIT')
  for (const path of new Set([paths.home, folder])) {
    await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}
