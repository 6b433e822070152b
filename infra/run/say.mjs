import { writeSync } from 'node:fs'
import { root } from './checkout.mjs'

/** A failure whose message is printed without a stack. */
export class Failure extends Error {}

const isLive = process.stdout.isTTY
const tickMs = isLive ? 250 : 10_000

/** Prints one line. @param {string} line */
export function say(line) {
  try {
    writeSync(1, `${line}\n`)
  } catch {
    // The output is a closed pipe. The command continues.
  }
}

/** "0.4 s", "12 s", "2 min 5 s". @param {number} ms */
export function duration(ms) {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/**
 * Does one piece of work and prints one line with its duration. A terminal shows the time while it
 * runs; elsewhere a line is printed every ten seconds. `work` gets a function that sets the state
 * as text.
 * @template T
 * @param {string} title
 * @param {(tell: (state: string) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function phase(title, work) {
  const start = Date.now()
  let state = ''
  const line = () => `${title} … ${duration(Date.now() - start)}${state && ` (${state})`}`
  const ticker = setInterval(
    () => (isLive ? process.stdout.write(`\r\u001B[K${line()}`) : say(line())),
    tickMs,
  )
  try {
    const result = await work((next) => (state = next))
    state = ''
    if (isLive) process.stdout.write('\r\u001B[K')
    say(line())
    return result
  } catch (error) {
    if (isLive) process.stdout.write('\r\u001B[K')
    throw error
  } finally {
    clearInterval(ticker)
  }
}

/**
 * Prints a failure on standard error. A `Failure` and a denied access are printed as sentences,
 * other errors with their stack.
 * @param {unknown} error
 */
export function tellFailure(error) {
  const message = error instanceof Error ? error.message : String(error)
  const advice = ownershipAdvice(message, root)
  const isKnown = error instanceof Failure || !(error instanceof Error)
  const text = isKnown ? message : advice ? `${message}. ${advice}` : error.stack
  try {
    writeSync(2, `\n${text}\n`)
  } catch {
    // The output is a closed pipe.
  }
}

/**
 * The advice for a file that another user owns, or undefined for other errors.
 * @param {string} text the output of a tool or Node
 * @param {string} folder
 */
export function ownershipAdvice(text, folder) {
  if (!/\b(EACCES|EPERM)\b|permission denied/i.test(text)) return undefined
  return (
    `Some files in ${folder} belong to another user; was Gatehouse run as root here before? ` +
    `Give them back with: sudo chown -R "$(id -un)" "${folder}"`
  )
}
