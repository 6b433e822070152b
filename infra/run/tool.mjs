import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { basename, delimiter, dirname, join } from 'node:path'
import { dataFolderMode, inCheckout, logFile, readJson, root } from './checkout.mjs'
import { Failure, ownershipAdvice } from './say.mjs'
import { endGroup, track } from './children.mjs'

/** @typedef {{ command: string, args: string[], shell?: boolean | undefined }} Command */

/**
 * The environment of tools: the checkout's programs come first (with Node 26), and telemetry is
 * off.
 */
export function toolEnvironment() {
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...process.env,
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
  }
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  env[pathName] = [inCheckout('node_modules', '.bin'), env[pathName]].filter(Boolean).join(delimiter)
  // With NODE_ENV=production the tools that the start needs would not be installed.
  delete env.NODE_ENV
  return env
}

/** The npx of the npm that runs us, else the one beside this Node, else the one on the path. */
function npx() {
  const npm = process.env.npm_execpath ?? ''
  const besideNpm = basename(npm) === 'npm-cli.js' ? join(dirname(npm), 'npx-cli.js') : ''
  const besideNode = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npx-cli.js')
  const script = [besideNpm, besideNode].find((path) => path && existsSync(path))
  return script
    ? { command: process.execPath, args: [script] }
    : { command: 'npx', args: [], shell: process.platform === 'win32' }
}

/** The pinned pnpm, such as `pnpm@12.21.0`. */
export function pinnedPnpm() {
  const pinned = /^pnpm@\d+\.\d+\.\d+/.exec(readJson(inCheckout('package.json')).packageManager ?? '')
  if (!pinned) throw new Failure('package.json names no pnpm version in "packageManager". Restore that line.')
  return pinned[0]
}

/**
 * The pinned pnpm with these arguments, fetched by npx the first time.
 * @param {string[]} args
 * @returns {Command}
 */
export function pnpm(args) {
  const { command, args: first, shell } = npx()
  return { command, args: [...first, '--yes', pinnedPnpm(), ...args], shell }
}

/**
 * Runs a tool to its end and writes its output to a log file. `onLine` gets every line. A failure
 * contains the end of the log, its path and the advice.
 * @param {Command & { name: string, advice: string, env?: NodeJS.ProcessEnv, cwd?: string, onLine?:
 *   (line: string) => void }} tool
 * @returns {Promise<string>} the last lines of the output
 */
export async function runTool({ name, advice, command, args, shell, env, cwd = root, onLine }) {
  const path = logFile(name)
  mkdirSync(dirname(path), { recursive: true, mode: dataFolderMode })
  const log = createWriteStream(path, { mode: 0o600 })
  /** @type {Error | undefined} */
  let logFailure
  log.on('error', (error) => (logFailure = error))
  /** @type {string[]} */
  const last = []
  const child = spawn(command, args, {
    cwd,
    env: env ?? toolEnvironment(),
    shell: shell ?? false,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const forget = track(child)
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => log.write(chunk))
    createInterface({ input: stream }).on('line', (line) => {
      onLine?.(line)
      if (line.trim() && last.push(line) > 25) last.shift()
    })
  }
  const closed = new Promise((resolve) => child.once('close', resolve))
  const how = await new Promise((resolve) => {
    child
      .once('error', (error) => resolve(error.message))
      .once('exit', (code, signal) => resolve(code ?? signal))
  })
  forget()
  endGroup(child)
  // A process outside of the group may keep the output open. The tool's own output is complete by
  // then.
  await Promise.race([closed, delay(2_000, undefined, { ref: false })])
  if (logFailure) throw logFailure
  await new Promise((resolve) => log.end(resolve))
  const tail = last.join('\n')
  if (how === 0) return tail
  const said = tail ? `The end of what it said (all of it: ${path}):\n\n${tail}\n\n` : ''
  throw new Failure(`${name} failed (${how}). ${said}${ownershipAdvice(tail, root) ?? advice}`)
}
