import { readFileSync } from 'node:fs'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const running = new Set()

/**
 * Adds a child to those that `endChildren` ends. Returns a function that removes it.
 * @param {ChildProcess} child
 */
export function track(child) {
  running.add(child)
  return () => running.delete(child)
}

/**
 * Sends a signal to a child's process group, or only to the child where there are no groups.
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // The group no longer exists.
  }
}

/** Ends processes that a finished tool has left in its group. @param {ChildProcess} child */
export function endGroup(child) {
  if (process.platform !== 'win32') signalGroup(child, 'SIGTERM')
}

/**
 * Ends every tracked child with its group, by SIGKILL after `timeoutMs`.
 * @param {NodeJS.Signals} signal
 * @param {number} timeoutMs
 */
export async function endChildren(signal, timeoutMs = 10_000) {
  const hard = setTimeout(() => {
    for (const child of running) signalGroup(child, 'SIGKILL')
  }, timeoutMs)
  await Promise.all([...running].map((child) => endOne(child, signal)))
  clearTimeout(hard)
}

/** @param {ChildProcess} child @param {NodeJS.Signals} signal */
async function endOne(child, signal) {
  const isGone = child.exitCode !== null || child.signalCode !== null
  const gone = new Promise((resolve) => child.once('exit', resolve))
  signalGroup(child, signal)
  if (!isGone) await gone
}

/**
 * Calls back once when the process that started this command has ended. Only a package manager is
 * watched: with `nohup node …` the program continues after its shell has ended.
 * @param {() => void} onGone
 */
export function watchParent(onGone) {
  if (!process.env.npm_lifecycle_event) return
  const chain = () => `${process.ppid} ${parentOf(process.ppid)}`
  const first = chain()
  const timer = setInterval(() => {
    if (chain() === first) return
    clearInterval(timer)
    onGone()
  }, 200)
  timer.unref()
}

/** The parent of a process, from /proc: npm may start us through a shell. @param {number} pid */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    return /^(sh|dash|bash|ash)$/.test(name) ? stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] : ''
  } catch {
    return ''
  }
}

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Calls back for each of the signals that ask a program to end.
 * @param {(signal: NodeJS.Signals) => void} onSignal
 */
export function onEndSignals(onSignal) {
  for (const signal of signals) process.on(signal, () => onSignal(signal))
}
