import { randomBytes } from 'node:crypto'
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, canEnter, canRun } from './account.ts'
import { programOf, type Binaries } from './binaries.ts'
import { OperatorError } from '../../lib/operator-error.ts'

/**
 * Folders outside the checkout, in order of preference, for files that the server's account can't
 * reach inside it.
 */
export const defaultFallbackFolders: readonly string[] = [
  '/var/lib/gatehouse',
  '/var/tmp/gatehouse',
  join(tmpdir(), 'gatehouse'),
  '/tmp/gatehouse',
]

const stamp = 'complete'

/**
 * Creates or finds the first fallback folder that only this process's user can write to and the
 * account can enter.
 */
export async function openFallbackFolder(
  fallbackFolders: readonly string[],
  account: Account,
): Promise<string> {
  for (const folder of fallbackFolders) {
    try {
      await mkdir(folder)
      await chmod(folder, 0o711)
    } catch {
      // It exists, or can't be created. The checks below tell which.
    }
    try {
      const entry = await lstat(folder)
      // A folder that others can write to could contain a forged program.
      const ours = entry.isDirectory() && entry.uid === process.getuid?.() && (entry.mode & 0o022) === 0
      if (ours && (await canEnter(folder, account))) return folder
    } catch {
      continue
    }
  }
  throw new OperatorError(
    `The account "${account.name}", which PostgreSQL has to run as, cannot reach this checkout, and none of ` +
      `${fallbackFolders.join(', ')} could be used instead. Move the checkout to a folder that every user can enter, ` +
      'start Gatehouse as an ordinary user, or set DATABASE_URL.',
  )
}

/**
 * The binaries themselves where the account can run them, else a copy in the fallback folder, made
 * once per version.
 */
export async function reachableBinaries(
  binaries: Binaries,
  account: Account,
  fallbackFolders: readonly string[],
  onProgress: (message: string) => void,
): Promise<Binaries> {
  if (await canRun(programOf(binaries, 'postgres'), account)) return binaries
  const fallbackFolder = await openFallbackFolder(fallbackFolders, account)
  const directory = join(fallbackFolder, `postgresql-${binaries.version}-${process.arch}`)
  const copy = { ...binaries, directory }
  if (await isComplete(directory)) return copy

  onProgress(`Copying PostgreSQL to ${directory}, where the account "${account.name}" can run it`)
  const unfinished = `${directory}.${randomBytes(4).toString('hex')}`
  try {
    await copyTree(binaries.directory, unfinished)
    await writeFile(join(unfinished, stamp), `${binaries.version}\n`)
    await chmod(join(unfinished, stamp), 0o644)
    // A folder without the stamp is an incomplete copy. With the stamp, another process made it at
    // the same time.
    if (!(await isComplete(directory))) await rm(directory, { recursive: true, force: true })
    await rename(unfinished, directory).catch(async (error: unknown) => {
      if (!(await isComplete(directory))) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return copy
}

/** Copies files, folders and links, and makes them readable for everyone. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to)
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (entry.isDirectory()) await copyTree(source, target)
    else {
      await copyFile(source, target)
      await chmod(target, ((await stat(source)).mode & 0o100) === 0 ? 0o644 : 0o755)
    }
  }
}

/** Whether others can read the stamp. If not, the permissions of the whole copy were restricted. */
async function isComplete(directory: string): Promise<boolean> {
  return lstat(join(directory, stamp)).then(
    ({ mode }) => (mode & 0o004) !== 0,
    () => false,
  )
}
