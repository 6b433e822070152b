import { chmod, chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../lib/operator-error.ts'
import { programOf } from './binaries.ts'
import { runToEnd, stageCluster } from './cluster.ts'
import { readIfThere } from './server-files.ts'
import { type EmbeddedPostgresOptions, locateServer } from './start.ts'

/**
 * Creates the cluster of a data folder from the files of an online backup.
 * PostgreSQL then replays the write-ahead log of the backup, and the superuser gets a new password.
 * An interrupted run leaves no cluster.
 * @param write writes the files into the folder that it is given
 * @throws OperatorError where the data folder has a cluster, and where PostgreSQL cannot read the
 *   files
 */
export async function restoreCluster(
  options: EmbeddedPostgresOptions,
  write: (data: string) => Promise<void>,
): Promise<void> {
  const { paths, binaries, account } = await locateServer(options)
  const assertNoCluster = async () => {
    if ((await readIfThere(join(paths.data, 'PG_VERSION'))) === undefined) return
    throw new OperatorError(`There is a database in ${paths.cluster}. Name another folder, or move it away.`)
  }
  await assertNoCluster()
  await stageCluster(paths, account, async ({ data, password }) => {
    await write(data)
    // PostgreSQL refuses data that others can read.
    for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      await chmod(path, entry.isDirectory() ? 0o700 : 0o600)
      if (account) await chown(path, account.uid, account.gid)
    }
    const args = ['--single', '-D', data, '-c', 'exit_on_error=on', '-c', 'log_min_error_statement=panic']
    const { how, output } = await runToEnd(
      programOf(binaries, 'postgres'),
      [...args, 'postgres'],
      account,
      paths.home,
      `alter role postgres password '${password}'\n`,
    )
    if (how === 0) return
    throw new OperatorError(
      `PostgreSQL could not read the restored database (it ended with ${how}). It said:\n${output}`,
    )
  }).catch(async (error: unknown) => {
    // A start may have created one meanwhile, and removed the unfinished folder.
    await assertNoCluster()
    throw error
  })
}
