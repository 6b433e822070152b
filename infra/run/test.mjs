// npm test: everything that has to hold, in order, stopping at the first thing that does not.
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { ensureBuilt } from './build.mjs'
import { inCheckout, root } from './checkout.mjs'
import { endChildren, endGroup, onEndSignals, track, watchParent } from './children.mjs'
import { ensureChromium, playwrightCli } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { findNode26 } from './node-26.mjs'
import { duration, Failure, say, tellFailure } from './say.mjs'
import { ensureTestPrograms } from './test-programs.mjs'
import { pnpm, toolEnvironment } from './tool.mjs'

/** @typedef {{ title: string, result: string, ms: number }} Step */

/** @type {Step[]} */
const steps = []
const begunAt = Date.now()
let isEnding = false

/** @param {number} code @param {NodeJS.Signals} [signal] */
async function giveUp(code, signal = 'SIGTERM') {
  isEnding = true
  process.exitCode = code
  await endChildren(signal)
  process.exit()
}

/** Does one step under its title and notes its time. @param {string} title @param {() => Promise<unknown>} work */
async function step(title, work) {
  const start = Date.now()
  say(`\n── ${title}`)
  let result = 'failed'
  try {
    await work()
    result = 'passed'
  } catch (error) {
    if (!isEnding) tellFailure(error)
    throw new Failure(`${title}: failed.`)
  } finally {
    steps.push({ title, result, ms: Date.now() - start })
  }
}

/** Runs a program with its output in view. @param {import('./tool.mjs').Command & { env?: NodeJS.ProcessEnv, cwd?: string }} program */
async function show({ command, args, shell, env, cwd = root }) {
  const child = spawn(command, args, {
    cwd,
    env: { ...toolEnvironment(), ...env },
    shell: shell ?? false,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const forget = track(child)
  const how = await new Promise((resolve) => {
    child
      .once('error', (error) => resolve(error.message))
      .once('exit', (code, signal) => resolve(code ?? signal))
  })
  forget()
  endGroup(child)
  if (how !== 0) throw new Failure(`It ended with ${how}; what is wrong stands above.`)
}

/** @param {string} node @param {string} browser */
async function runSteps(node, browser) {
  const checks = ['format', 'lint', 'boundaries', 'unused', 'types', 'catalogues'].map(
    (name) => `check:${name}`,
  )
  const vitest = inCheckout('node_modules', 'vitest', 'vitest.mjs')
  const budgets = readdirSync(inCheckout('infra', 'checks')).filter((name) => name.endsWith('-budget.ts'))
  const env = { CHROMIUM_PATH: browser }

  await step('Format, lint, boundaries, unused code, types, catalogues', () =>
    show(pnpm(['exec', 'turbo', 'run', ...checks, '--output-logs=errors-only'])),
  )
  await step('Build of the web apps', ensureBuilt)
  await step('The start and test commands', () =>
    show({ command: node, args: ['--test', '--test-reporter=dot', 'infra/run/*.test.mjs'] }),
  )
  await step('Units and the API', () => show({ command: node, args: [vitest, 'run'], env }))
  for (const budget of budgets.sort()) {
    await step(`Size of the apps (${budget})`, () =>
      show({ command: node, args: [inCheckout('infra', 'checks', budget)] }),
    )
  }
  await step('Journeys in a browser', () =>
    show({ command: node, args: [playwrightCli, 'test'], env, cwd: inCheckout('e2e') }),
  )
}

function summary() {
  const width = Math.max(...steps.map(({ title }) => title.length))
  say('')
  for (const { title, result, ms } of steps)
    say(`${title.padEnd(width)}  ${result}  ${duration(ms).padStart(12)}`)
}

onEndSignals((signal) => void giveUp(signal === 'SIGINT' ? 130 : 143, signal))
watchParent(() => void giveUp(143))

try {
  await ensureInstalled()
  const node = findNode26()
  const browser = await ensureChromium(node)
  await ensureTestPrograms()
  await runSteps(node, browser)
  summary()
  say(`\nAll tests passed in ${duration(Date.now() - begunAt)}.`)
} catch (error) {
  // What was cut short is no failure to tell about.
  if (!isEnding) {
    if (steps.length > 0) summary()
    tellFailure(error)
    process.exitCode = 1
  }
}
if (!isEnding) process.exit()
