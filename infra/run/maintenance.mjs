// npm run backup: writes the database of a running Gatehouse to a file.
// npm run restore-test: restores the latest of these files beside it, and compares the two.
// npm run recover -- --email …: gives an administrator access again.
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { inCheckout, root } from './checkout.mjs'
import { findNode26 } from './node-26.mjs'
import { Failure, tellFailure } from './say.mjs'

try {
  if (!existsSync(inCheckout('apps', 'api', 'node_modules')))
    throw new Failure(
      'Gatehouse was never started here, so there is no installation. Start it with: npm start',
    )
  const file = process.argv[2] === 'recover' ? 'recover-command.ts' : 'maintenance-command.ts'
  const command = inCheckout('apps', 'api', 'src', file)
  const { status, error } = spawnSync(findNode26(), [command, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  })
  if (error) throw error
  process.exitCode = status ?? 1
} catch (error) {
  tellFailure(error)
  process.exitCode = 1
}
