import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { phase } from './say.mjs'
import { runTool } from './tool.mjs'

/**
 * All files of that name on a search path, in its order.
 * @param {string} name
 * @param {string} searchPath
 */
export function onPath(name, searchPath) {
  return searchPath
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .filter((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** Whether the distribution's packages can be installed: as root, on Debian and its derivatives. */
export const canInstallPackages = () =>
  process.getuid?.() === 0 && onPath('apt-get', process.env.PATH ?? '').length > 0

/** Installs a package of the distribution. @param {string} name */
export async function installPackage(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const tool = { name, command: 'apt-get', env, advice: `Install ${name} yourself.` }
  const quiet = ['-o', 'DPkg::Lock::Timeout=120', '-q']
  await runTool({ ...tool, args: [...quiet, 'update'] })
  await runTool({ ...tool, args: [...quiet, 'install', '-y', '--no-install-recommends', name] })
}

/**
 * Installs those of these packages whose program is missing, where that is possible. Tests without
 * their program say so and are skipped.
 * @param {string[]} names of packages whose program has the same name
 */
export async function ensurePackages(names) {
  for (const name of names) {
    if (onPath(name, process.env.PATH ?? '').length > 0 || !canInstallPackages()) continue
    await phase(`Installing ${name}`, () => installPackage(name))
  }
}
