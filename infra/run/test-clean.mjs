// npm run test:clean: runs the build server's checks on a clone of the last commit in an empty
// folder.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inCheckout, root } from './checkout.mjs'
import { say } from './say.mjs'

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const changed = git('status', '--porcelain')
if (changed) say(`Not committed, so not tested:\n${changed}\n`)
const tree = git('rev-parse', 'HEAD^{tree}')
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-clean-'))
try {
  const clone = join(folder, 'gatehouse')
  execFileSync('git', ['clone', '--quiet', root, clone])
  execFileSync('git', ['checkout', '--quiet', git('rev-parse', 'HEAD')], { cwd: clone })
  const { status } = spawnSync(join(clone, '.ci', 'run'), { cwd: clone, stdio: 'inherit' })
  if (status === 0) {
    const stamp = inCheckout('node_modules', '.cache', 'last-green')
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, `${tree}\n`)
    say(`\nThe tree ${tree} passed in a clean clone.`)
  }
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
