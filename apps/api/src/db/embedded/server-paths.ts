import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, canEnter } from './account.ts'
import { openFallbackFolder } from './fallback-folder.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { hasCode } from '../../lib/has-code.ts'

/** The folders and files of one server. `data` is the data directory of PostgreSQL. */
export type ServerPaths = { home: string; cluster: string; data: string; password: string; log: string }

/**
 * The paths below a home folder. The cluster folder appears only when its initialisation is
 * complete.
 */
export function pathsIn(home: string): ServerPaths {
  const cluster = join(home, 'cluster')
  return {
    home,
    cluster,
    data: join(cluster, 'data'),
    password: join(cluster, 'password'),
    log: join(home, 'server.log'),
  }
}

const pointer = 'kept-elsewhere.json'
const ownerNote = 'belongs-to'

/**
 * Reads the note in `dataDir` in which an earlier start recorded where the data is; undefined
 * without one.
 */
export async function findMovedPaths(
  dataDir: string,
  onProgress: (message: string) => void,
): Promise<ServerPaths | undefined> {
  const note = await readText(join(dataDir, pointer))
  if (note === undefined) return undefined
  const { home } = JSON.parse(note) as { home: string }
  const owner = (await readText(join(home, ownerNote)))?.trim()
  if (owner === undefined) {
    onProgress(`The database that was kept in ${home} is gone: starting with an empty one`)
    return undefined
  }
  const here = await realpath(dataDir)
  if (owner !== here) {
    // The note came with a copy of the folder: the data belongs to the original.
    const elsewhere = await readText(join(owner, pointer))
    if (elsewhere === note) return undefined
    await writeFile(join(home, ownerNote), `${here}\n`)
  }
  return pathsIn(home)
}

/**
 * Chooses the home of a server: `dataDir` itself, or a fallback folder where the account can't
 * enter `dataDir`.
 */
export async function choosePaths(
  dataDir: string,
  parentDir: string | undefined,
  account: Account | undefined,
  fallbackFolders: readonly string[],
  onProgress: (message: string) => void,
): Promise<ServerPaths> {
  const paths = pathsIn(dataDir)
  if (!account) return paths
  for (const folder of [parentDir, dataDir, paths.cluster]) {
    if (folder !== undefined) await allowTraversal(folder, account)
  }
  if (await canEnter(dataDir, account)) return paths

  const fallbackFolder = await openFallbackFolder(fallbackFolders, account)
  const path = await realpath(dataDir)
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 12)
  const home = join(fallbackFolder, `data-${hash}-${randomBytes(3).toString('hex')}`)
  onProgress(`The account "${account.name}" cannot reach ${dataDir}: the database is kept in ${home}`)
  await mkdir(home)
  await chmod(home, 0o711)
  await writeFile(join(home, ownerNote), `${path}\n`)
  await writeFile(join(dataDir, pointer), `${JSON.stringify({ home })}\n`)
  return pathsIn(home)
}

/** Lets other accounts pass through a folder, if it exists and belongs to us. */
async function allowTraversal(folder: string, account: Account): Promise<void> {
  const entry = await stat(folder).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
  })
  if (!entry || entry.uid !== process.getuid?.() || entry.uid === account.uid) return
  await chmod(folder, (entry.mode & 0o7777) | 0o011)
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    if (hasCode(error, 'EACCES', 'EPERM')) {
      throw new OperatorError(
        `${path} cannot be read by this user. Start Gatehouse as the user who started it before, or set DATABASE_URL.`,
      )
    }
    throw error
  }
}
