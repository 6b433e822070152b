// npm run backup: backs up a running Gatehouse.
// npm run restore-test: restores the latest backup beside it, and reads every table.
// npm run restore -- <backup>: restores a backup into an empty installation.
// npm run recover -- --email …: gives an administrator access again.
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { inCheckout, root } from './checkout.mjs'
import { ensureInstalled } from './install.mjs'
import { findNode26 } from './node-26.mjs'
import { Failure, tellFailure } from './say.mjs'

try {
  const [name = '', ...args] = process.argv.slice(2)
  if (name === 'restore') await ensureInstalled()
  else if (!existsSync(inCheckout('apps', 'api', 'node_modules')))
    throw new Failure(
      'Gatehouse was never started here, so there is no installation. Start it with: npm start',
    )
  const isOwn = name === 'restore' || name === 'recover'
  const command = isOwn ? [`${name}-command.ts`, ...args] : ['maintenance-command.ts', name]
  const [file = '', ...rest] = command
  const { status, error } = spawnSync(findNode26(), [inCheckout('apps', 'api', 'src', file), ...rest], {
    cwd: root,
    stdio: 'inherit',
  })
  if (error) throw error
  process.exitCode = status ?? 1
} catch (error) {
  tellFailure(error)
  process.exitCode = 1
}
