import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Keeps the link for the first administrator where only the operator can read it, because a log may
 * be collected elsewhere. Without a link the file of an earlier start is removed.
 * @returns the path of the file
 */
export async function keepFirstAdminLink(
  dataDir: string,
  url: string | undefined,
): Promise<string | undefined> {
  const file = join(dataDir, 'first-admin-link.txt')
  await rm(file, { force: true })
  if (url === undefined) return undefined
  await writeFile(file, `${url}\n`, { mode: 0o600 })
  return file
}
