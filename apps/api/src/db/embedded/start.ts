import { chmod, mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { serverAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster, readPassword } from './cluster.ts'
import { choosePaths, findMovedPaths, pathsIn } from './server-paths.ts'
import { launchPostmaster } from './postmaster.ts'
import { defaultFallbackFolders, reachableBinaries } from './fallback-folder.ts'
import { stopPostmaster } from './stop.ts'
import { supervise } from './supervise.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { hasCode } from '../../lib/has-code.ts'

/**
 * The options of a start. `parentDir` is our folder around `dataDir`; the server's account gets the
 * right to pass through it. `fallbackFolders` are outside folders for files it can't reach inside.
 */
export type EmbeddedPostgresOptions = {
  dataDir: string
  parentDir?: string
  durable?: boolean
  onProgress?: (message: string) => void
  onExit?: (how: string) => void
  fallbackFolders?: readonly string[]
}

/**
 * A running server. `dataDir` is the actual folder of its data. `pid` changes with each restart.
 */
export type EmbeddedPostgres = {
  adminUrl: string
  dataDir: string
  readonly pid: number | undefined
  adopted: boolean
  stop: () => Promise<void>
}

/**
 * Starts a PostgreSQL on the data in `dataDir` and a loopback port, or adopts a running one, and
 * restarts it on that port until `stop`. With `durable: false`, for tests, a crash may lose the
 * last commits.
 * @throws OperatorError
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options)
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM')) throw error
    throw new OperatorError(
      `The embedded PostgreSQL has no access to its files (${error instanceof Error ? error.message : ''}). ` +
        'Start Gatehouse as the user who started it first, give that folder back to yourself, or set DATABASE_URL.',
      { cause: error },
    )
  }
}

/** Where the server of a data folder keeps its files, and as which account and program it runs. */
export async function locateServer({
  dataDir,
  parentDir,
  onProgress = () => {},
  fallbackFolders = defaultFallbackFolders,
}: EmbeddedPostgresOptions) {
  const folder = resolve(dataDir)
  const installed = findBinaries()
  await mkdir(folder, { recursive: true })

  const knownPaths = (await findMovedPaths(folder, onProgress)) ?? pathsIn(folder)
  const account = await serverAccount(knownPaths.data)
  const paths =
    knownPaths.home === folder
      ? await choosePaths(folder, parentDir, account, fallbackFolders, onProgress)
      : knownPaths
  const binaries = account
    ? await reachableBinaries(installed, account, fallbackFolders, onProgress)
    : installed
  return { paths, binaries, account }
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, onProgress = () => {}, onExit = () => {} } = options
  const { paths, binaries, account } = await locateServer(options)
  await ensureCluster(paths, binaries, account, durable, onProgress)
  if (!account && process.platform !== 'win32') await chmod(paths.data, 0o700)

  const input = { paths, binaries, account, durable, onProgress }
  const first = await launchPostmaster({ ...input, freshLog: true })
  const password = await readPassword(paths)
  const supervisor = supervise({
    first,
    restart: () => launchPostmaster({ ...input, port: first.port }),
    stop: (postmaster) => stopPostmaster(postmaster, paths, binaries),
    onExit,
    onProgress,
  })
  return {
    adminUrl: `postgres://postgres:${password}@127.0.0.1:${first.port}/postgres`,
    dataDir: paths.data,
    get pid() {
      return supervisor.pid()
    },
    adopted: first.adopted,
    stop: supervisor.stop,
  }
}
