// npm test: all checks and tests in order. It stops at the first failure. What needs a browser comes last, so that all else
// runs without one.
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { ensureBuilt } from './build.mjs'
import { inCheckout, root } from './checkout.mjs'
import { endChildren, endGroup, onEndSignals, track, watchParent } from './children.mjs'
import { ensureChromium, playwrightCli } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { findNode26 } from './node-26.mjs'
import { duration, Failure, say, tellFailure } from './say.mjs'
import { doSteps, testSteps } from './test-steps.mjs'
import { pnpm, toolEnvironment } from './tool.mjs'
import { workspaces } from './workspaces.mjs'

const begunAt = Date.now()
let isEnding = false

/** @param {number} code @param {NodeJS.Signals} [signal] */
async function giveUp(code, signal = 'SIGTERM') {
  isEnding = true
  process.exitCode = code
  await endChildren(signal)
  process.exit()
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

/** @param {string} node */
function steps(node) {
  const checks = ['format', 'lint', 'boundaries', 'imports', 'unused', 'types', 'catalogues'].map(
    (name) => `check:${name}`,
  )
  const vitest = inCheckout('node_modules', 'vitest', 'vitest.mjs')
  const budgets = readdirSync(inCheckout('infra', 'checks')).filter((name) => name.endsWith('-budget.ts'))
  return testSteps({
    check: () => show(pnpm(['exec', 'turbo', 'run', ...checks, '--output-logs=errors-only'])),
    build: ensureBuilt,
    testCommands: () =>
      show({ command: node, args: ['--test', '--test-reporter=dot', 'infra/run/*.test.mjs'] }),
    // With one number for all, no workspace waits until the others have ended.
    units: () => show({ command: node, args: [vitest, 'run', `--maxWorkers=${availableParallelism()}`] }),
    budgets: budgets.sort().map((budget) => ({
      title: `Size of the apps (${budget})`,
      work: () => show({ command: node, args: [inCheckout('infra', 'checks', budget)] }),
    })),
    findBrowser: () => ensureChromium(node),
    components: async (browser) => {
      const config = 'vitest.browser.config.ts'
      const folders = workspaces(root).filter((folder) => existsSync(inCheckout(folder, config)))
      for (const folder of folders)
        await show({
          command: node,
          args: [vitest, 'run', '--config', config],
          env: { CHROMIUM_PATH: browser },
          cwd: inCheckout(folder),
        })
    },
    measurements: (browser) =>
      show({
        command: node,
        args: [inCheckout('infra', 'bench', 'run.ts'), 'all', '--light'],
        env: { CHROMIUM_PATH: browser },
      }),
    journeys: (browser) =>
      show({
        command: node,
        args: [playwrightCli, 'test'],
        env: { CHROMIUM_PATH: browser },
        cwd: inCheckout('e2e'),
      }),
  })
}

/** @param {import('./test-steps.mjs').Outcome[]} outcomes */
function summary(outcomes) {
  const width = Math.max(...outcomes.map(({ title }) => title.length))
  say('')
  for (const { title, result, ms } of outcomes)
    say(`${title.padEnd(width)}  ${result.padEnd(7)}  ${duration(ms).padStart(12)}`)
}

onEndSignals((signal) => void giveUp(signal === 'SIGINT' ? 130 : 143, signal))
watchParent(() => void giveUp(143))

try {
  await ensureInstalled()
  const { outcomes, missing, hasPassed } = await doSteps(steps(findNode26()), {
    onStep: (title) => say(`\n── ${title}`),
    onFailure: (error) => {
      // A failure that the end itself caused is not printed.
      if (!isEnding) tellFailure(error)
    },
  })
  if (!isEnding) {
    summary(outcomes)
    const failed = outcomes.find(({ result }) => result === 'failed')
    if (failed) tellFailure(new Failure(`${failed.title}: failed.`))
    for (const sentence of missing) tellFailure(new Failure(`Everything else passed. ${sentence}`))
    if (hasPassed) say(`\nAll tests passed in ${duration(Date.now() - begunAt)}.`)
    else process.exitCode = 1
  }
} catch (error) {
  if (!isEnding) {
    tellFailure(error)
    process.exitCode = 1
  }
}
if (!isEnding) process.exit()
