// npm run demo:reading -- HEAT 36.6: stores a reading of a device and prints its code.
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { inCheckout, root } from './checkout.mjs'
import { findNode26 } from './node-26.mjs'
import { Failure, tellFailure } from './say.mjs'

try {
  if (!existsSync(inCheckout('apps', 'api', 'node_modules')))
    throw new Failure('Gatehouse was never started here. Start it in another terminal with: npm start')
  const command = inCheckout('apps', 'api', 'src', 'demo', 'demo-reading-command.ts')
  const { status, error } = spawnSync(findNode26(), [command, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: inCheckout('node_modules', '.cache', 'node-compile') },
    stdio: 'inherit',
  })
  if (error) throw error
  process.exitCode = status ?? 1
} catch (error) {
  tellFailure(error)
  process.exitCode = 1
}
