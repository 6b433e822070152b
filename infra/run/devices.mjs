// npm run devices -- --count 500: simulated devices at a running Gatehouse; --page: one device to
// play with.
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { inCheckout, root } from './checkout.mjs'
import { findNode26 } from './node-26.mjs'
import { Failure, tellFailure } from './say.mjs'

try {
  if (!existsSync(inCheckout('infra', 'devices', 'node_modules')))
    throw new Failure('Gatehouse was never started here. Start it in another terminal with: npm start')
  const command = inCheckout('infra', 'devices', 'fleet.ts')
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
