import { existsSync } from 'node:fs'
import { inCheckout, logFile, readJson, root } from './checkout.mjs'
import { fingerprint, isStamped, writeStamp } from './fingerprint.mjs'
import { Failure, phase } from './say.mjs'
import { pnpm, runTool } from './tool.mjs'
import { workspaces } from './workspaces.mjs'

const stamp = inCheckout('node_modules', '.cache', 'gatehouse', 'built')

/** The workspaces whose build creates pages. */
const frontEnds = () =>
  workspaces(root).filter(
    (folder) => folder.startsWith('apps/') && readJson(inCheckout(folder, 'package.json')).scripts?.build,
  )

const pageOf = (/** @type {string} */ folder) => inCheckout(folder, 'dist', 'index.html')

/**
 * Builds the front ends, unless their sources, packages and settings are unchanged since the last
 * build.
 */
export async function ensureBuilt() {
  const apps = frontEnds()
  const sources = [...apps, ...workspaces(root).filter((folder) => folder.startsWith('packages/'))]
  const print = fingerprint(root, [...sources, 'turbo.json', 'tsconfig.base.json', 'pnpm-lock.yaml'])
  if (isStamped(stamp, print) && apps.every((folder) => existsSync(pageOf(folder)))) return
  await phase('Building the web apps', async (tell) => {
    const told = new Set()
    await runTool({
      name: 'build',
      ...pnpm(['exec', 'turbo', 'run', 'build', '--output-logs=new-only']),
      onLine: (line) => {
        const [, workspace] = /^(@[\w-]+\/[\w-]+):build:/.exec(line) ?? []
        if (workspace) tell(`${told.add(workspace).size} of ${apps.length} begun`)
      },
      advice: 'If a source file was changed, put right what the message names; then run the command again.',
    })
    const missing = apps.map(pageOf).filter((page) => !existsSync(page))
    if (missing.length > 0) {
      throw new Failure(`The build ended without making ${missing.join(', ')}. See ${logFile('build')}.`)
    }
    writeStamp(stamp, print)
  })
}
