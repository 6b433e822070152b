import { spawn } from 'node:child_process'
import { inCheckout, root } from './checkout.mjs'
import { onEndSignals, watchParent } from './children.mjs'
import { recordOf } from './run-lock.mjs'
import { Failure, say } from './say.mjs'

/** @typedef {Awaited<ReturnType<typeof import('./run-lock.mjs').takeRunLock>>} RunLock */

const TIMEOUT_MS = 20_000
const SECOND_SIGNAL_MS = 1_000

/**
 * Runs the server until it ends and returns its exit code. The first signal is passed on once,
 * because npm and the terminal both send one. A later second signal, or twenty seconds, kill the
 * server.
 * @param {{ node: string, entry?: string, lock: RunLock }} options
 * @returns {Promise<number>}
 */
export async function serve({ node, entry = inCheckout('apps', 'api', 'src', 'main.ts'), lock }) {
  // With a small young generation the idle server needs about half of the memory.
  const child = spawn(node, ['--max-semi-space-size=4', entry], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: inCheckout('node_modules', '.cache', 'node-compile') },
    // In its own process group, the server gets Ctrl-C only from us, once.
    detached: process.platform !== 'win32',
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.on('spawn', () => lock.update({ server: recordOf(/** @type {number} */ (child.pid)) }))
  child.on('message', (message) => {
    const url = /** @type {{ url?: unknown }} */ (message).url
    if (typeof url === 'string') lock.update({ url })
  })
  // A message to a server that is ending may fail.
  child.on('error', () => undefined)

  let endingSince = 0
  const endHard = () => child.kill('SIGKILL')
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    if (endingSince === 0) {
      endingSince = Date.now()
      lock.update({ isStopping: true })
      child.kill(signal)
      setTimeout(endHard, TIMEOUT_MS).unref()
    } else if (Date.now() - endingSince > SECOND_SIGNAL_MS) {
      say('Ending at once.')
      endHard()
    }
  }
  onEndSignals(end)
  watchParent(() => end('SIGTERM'))

  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => resolve(code ?? (endingSince === 0 ? 1 : signalCode(signal))))
    child.once('error', (error) => {
      if (child.pid === undefined) reject(new Failure(`${node} could not be started: ${error.message}.`))
    })
  })
}

/**
 * The exit code that a shell uses for a program ended by a signal.
 * @param {NodeJS.Signals | null} signal
 */
function signalCode(signal) {
  return signal === 'SIGINT' ? 130 : signal === 'SIGKILL' ? 137 : 143
}
