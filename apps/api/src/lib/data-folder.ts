import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Creates the data folder. Under root the embedded PostgreSQL runs as another account, which must
 * be able to pass through the folders created above it.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  const topmost = await mkdir(folder, { recursive: true })
  if (topmost === undefined || process.getuid?.() !== 0) return
  for (let above = dirname(folder); above.startsWith(topmost); above = dirname(above)) {
    await chmod(above, 0o711)
  }
}

const READ_OR_WRITE = 0o066
const PASS = 0o011

/** The data folder, else its files and folders, where others can read or write it. */
export async function findOpenFolders(folder: string): Promise<string[]> {
  const mode = process.platform === 'win32' ? 0 : await modeOf(folder)
  if ((mode & READ_OR_WRITE) !== 0) return [folder]
  if ((mode & PASS) === 0) return []
  const names = (await readdir(folder).catch(() => [])).filter((name) => !isProgram(name))
  const modes = await Promise.all(names.map((name) => modeOf(join(folder, name))))
  return names
    .filter((_, index) => ((modes[index] ?? 0) & READ_OR_WRITE) !== 0)
    .map((name) => join(folder, name))
}

/** The command that closes folders. PostgreSQL under root may still pass through them. */
export function commandToClose(folders: readonly string[]): string {
  return `chmod -R go-rw ${folders.map((folder) => `"${folder}"`).join(' ')}`
}

/** The mode of a file or folder; 0 where it does not exist. */
async function modeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mode ?? 0
}

/** The copy of PostgreSQL in `/var/lib/gatehouse`, which its account must be able to read. */
const isProgram = (name: string) => name.startsWith('postgresql-')
