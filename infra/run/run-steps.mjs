// What `npm test` and `npm run verify` share: they run steps, and end with a summary.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { dataFolderMode, inCheckout, root } from './checkout.mjs'
import { endChildren, endGroup, onEndSignals, track, watchParent } from './children.mjs'
import { ensureInstalled } from './install.mjs'
import { Failure, say, tellFailure } from './say.mjs'
import { doSteps, summarise } from './test-steps.mjs'
import { toolEnvironment } from './tool.mjs'

/**
 * Failed and flaky tests, one JSON object per line: infra/vite/test-reporter.ts,
 * e2e/test-reporter.ts.
 */
const report = inCheckout('.data', 'logs', 'tests.jsonl')

/**
 * Runs a program and shows its output.
 * @param {import('./tool.mjs').Command & { env?: NodeJS.ProcessEnv, cwd?: string }} program
 */
export async function show({ command, args, shell, env, cwd = root }) {
  const child = spawn(command, args, {
    cwd,
    env: { ...toolEnvironment(), TEST_REPORT: report, ...env },
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
  if (how !== 0) throw new Failure(`It ended with ${how}. The error is above.`)
}

/** @returns {import('./test-steps.mjs').ReportedTest[]} */
function readReport() {
  try {
    return readFileSync(report, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  } catch {
    return []
  }
}

/**
 * Installs the packages, runs the steps and ends this process.
 * @param {() => import('./test-steps.mjs').Step[]} stepsOf called after the installation
 */
export async function runSteps(stepsOf) {
  let isEnding = false
  const end = async (/** @type {number} */ code) => {
    isEnding = true
    // Playwright stops its server only on SIGINT, and gives it 20 s.
    await endChildren('SIGINT', 30_000)
    process.exit(code)
  }
  onEndSignals((signal) => void end(signal === 'SIGINT' ? 130 : 143))
  watchParent(() => void end(143))
  try {
    await ensureInstalled()
    mkdirSync(dirname(report), { recursive: true, mode: dataFolderMode })
    rmSync(report, { force: true })
    const done = await doSteps(stepsOf(), {
      onStep: (title) => say(`\n── ${title}`),
      onFailure: async (error) => {
        // A failure caused by the end itself is not printed, and no further step starts.
        if (isEnding) await new Promise(() => {})
        tellFailure(error)
      },
    })
    if (isEnding) return
    for (const line of summarise(done, readReport())) say(line)
    process.exit(done.hasPassed ? 0 : 1)
  } catch (error) {
    if (isEnding) return
    tellFailure(error)
    process.exit(1)
  }
}
