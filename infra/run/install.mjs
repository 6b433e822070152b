import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inCheckout, readJson, root } from './checkout.mjs'
import { fingerprint, isStamped, writeStamp } from './fingerprint.mjs'
import { phase } from './say.mjs'
import { pnpm, runTool } from './tool.mjs'
import { workspaces } from './workspaces.mjs'

const stamp = inCheckout('node_modules', '.gatehouse-install')

/**
 * The files that decide which packages are installed. The running Node's version is not among them,
 * because all else runs on the installed Node.
 */
function wanted() {
  const manifests = ['', ...workspaces(root)].map((folder) => join(folder, 'package.json'))
  return fingerprint(
    root,
    [...manifests, 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc'],
    [process.platform, process.arch],
  )
}

/** Whether every workspace that needs packages has its folder of them. */
function isWhole() {
  return workspaces(root).every((folder) => {
    const { dependencies, devDependencies } = readJson(inCheckout(folder, 'package.json'))
    const needsNone = Object.keys({ ...dependencies, ...devDependencies }).length === 0
    return needsNone || existsSync(inCheckout(folder, 'node_modules'))
  })
}

/** Installs exactly what the lock file names, unless that has been done. */
export async function ensureInstalled() {
  const print = wanted()
  if (isStamped(stamp, print) && isWhole()) return
  await phase('Installing packages', async (tell) => {
    rmSync(stamp, { force: true })
    const tool = {
      name: 'install',
      ...pnpm([
        'install',
        '--frozen-lockfile',
        '--reporter=append-only',
        '--config.confirm-modules-purge=false',
      ]),
      onLine: (/** @type {string} */ line) => {
        const progress = /Progress: resolved (\d+), reused (\d+), downloaded (\d+), added (\d+)/.exec(line)
        if (progress) tell(`${progress[4]} of ${progress[1]}`)
        else if (/ (postinstall|install)\b.*\$ /.test(line)) tell('setting up')
      },
      advice:
        'Check that the network and the package registry can be reached, that the disk has 2 GB free, and that ' +
        'pnpm-lock.yaml fits the package.json files; then run the command again.',
    }
    await runTool(tool).catch(async (error) => {
      // Two checkouts that fetch pnpm at the same moment can fail in npx's cache. The second
      // attempt is alone.
      if (!/_npx|ENOTEMPTY|ECOMPROMISED|EEXIST/.test(String(error))) throw error
      await runTool(tool)
    })
    writeStamp(stamp, print)
  })
}
