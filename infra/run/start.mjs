// npm start: installs what is missing, builds what has changed, runs the server.
import './node-version.mjs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { dataFolder } from './checkout.mjs'
import { endChildren, onEndSignals, watchParent } from './children.mjs'
import { ensureInstalled } from './install.mjs'
import { findNode26 } from './node-26.mjs'
import { takeRunLock } from './run-lock.mjs'
import { say, tellFailure } from './say.mjs'
import { serve } from './serve.mjs'

/** @type {Awaited<ReturnType<typeof takeRunLock>> | undefined} */
let lock
let isServing = false
let isEnding = false

/**
 * Stops the preparations. A running server handles its end itself.
 * @param {number} code
 * @param {NodeJS.Signals} [signal]
 */
async function giveUp(code, signal = 'SIGTERM') {
  if (isServing) return
  isEnding = true
  process.exitCode = code
  await endChildren(signal)
  lock?.release()
  process.exit()
}

onEndSignals((signal) => void giveUp(signal === 'SIGINT' ? 130 : 143, signal))
watchParent(() => void giveUp(143))

try {
  lock = await takeRunLock(join(dataFolder(), 'run.lock'), {
    onWait: () => say('Waiting for the earlier Gatehouse with this data folder to end'),
  })
  await ensureInstalled()
  await ensureBuilt()
  const node = findNode26()
  isServing = true
  process.exitCode = await serve({ node, lock })
} catch (error) {
  // A failure caused by the end itself is not printed.
  if (!isEnding) {
    tellFailure(error)
    process.exitCode = 1
  }
}
if (!isEnding) {
  lock?.release()
  process.exit()
}
