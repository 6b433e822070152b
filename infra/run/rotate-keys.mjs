// npm run keys:rotate: signs sessions with a new key, while the server runs.
// npm run secret:rotate: the next start encrypts the database's data key with a new secret key.
// npm run secret:lost: gives the database a new data key, because its secret key is lost.
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inCheckout, root } from './checkout.mjs'
import { findNode26 } from './node-26.mjs'
import { Failure, tellFailure } from './say.mjs'

try {
  if (!existsSync(inCheckout('apps', 'api', 'node_modules')))
    throw new Failure('Gatehouse was never started here, so there are no keys yet. Start it with: npm start')
  const isLost = process.argv[2] === 'lost'
  const file = isLost ? 'new-data-key-command.ts' : join('config', 'rotate-keys-command.ts')
  const command = inCheckout('apps', 'api', 'src', file)
  const envFile = inCheckout('.env')
  const settings = existsSync(envFile) ? [`--env-file=${envFile}`] : []
  const { status, error } = spawnSync(findNode26(), [...settings, command, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  })
  if (error) throw error
  process.exitCode = status ?? 1
} catch (error) {
  tellFailure(error)
  process.exitCode = 1
}
