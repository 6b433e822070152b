import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inCheckout } from './checkout.mjs'
import { Failure } from './say.mjs'

/**
 * The Node that came with the packages in this `node_modules`, else the running one if it is new
 * enough.
 * @param {string} modules
 * @param {{ execPath: string, version: string, platform: string }} running
 */
export function findNode26(
  modules = inCheckout('node_modules'),
  running = { execPath: process.execPath, version: process.versions.node, platform: process.platform },
) {
  const name = running.platform === 'win32' ? 'node.exe' : 'node'
  const installed = [join(modules, 'node', 'bin', name), join(modules, '.bin', name)].find((path) =>
    existsSync(path),
  )
  if (installed) return installed
  if (Number(running.version.split('.')[0]) >= 26) return running.execPath
  throw new Failure(
    'The packages are installed, yet Node 26 did not come with them. Delete the folder node_modules and run the ' +
      'command again; where no ready-made Node exists for this system, install Node 26 yourself.',
  )
}
