import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { ensureChromium, findBrowserOnce } from './chromium.mjs'
import { Failure } from './say.mjs'
import { BUILD, doSteps, summarise } from './test-steps.mjs'

const nothing = async () => {}

/** @param {string} title @param {Partial<import('./test-steps.mjs').Step>} more */
const step = (title, more = {}) => ({ title, command: `run ${title}`, seconds: 1, work: nothing, ...more })

/** Runs steps. @param {import('./test-steps.mjs').Step[]} steps */
async function run(...steps) {
  /** @type {string[]} */
  const begun = []
  /** @type {unknown[]} */
  const failures = []
  const told = { onStep: begun.push.bind(begun), onFailure: failures.push.bind(failures) }
  const done = await doSteps(steps, told)
  return { ...done, begun, failures, results: done.outcomes.map(({ result }) => result) }
}

const failing = (message = 'It ended with 1.') => ({ work: () => Promise.reject(new Failure(message)) })

await test('all steps run, also after one that fails', async () => {
  const { begun, failures, hasPassed, results } = await run(
    step('check'),
    step('units', failing()),
    step('size'),
  )
  assert.deepEqual(
    [begun, results],
    [
      ['check', 'units', 'size'],
      ['passed', 'failed', 'passed'],
    ],
  )
  assert.deepEqual([failures.length, hasPassed], [1, false])
})

await test('what needs the build is not run without it', async () => {
  const journeys = step('journeys', { needsBuild: true })
  const { begun, results } = await run(step(BUILD, failing()), step('units'), journeys)
  assert.deepEqual(
    [begun, results],
    [
      [BUILD, 'units'],
      ['failed', 'passed', 'not run'],
    ],
  )
  assert.equal((await run(step(BUILD), journeys)).hasPassed, true)
})

await test('without a browser the other steps run, and the run has not passed', async () => {
  let searches = 0
  const browser = findBrowserOnce('/a/node', () => {
    searches += 1
    return Promise.reject(new Failure('Install Chromium.'))
  })
  const { failures, hasPassed, missing, results } = await run(
    step('components', { work: browser }),
    step('size'),
    step('journeys', { work: browser }),
  )
  assert.deepEqual(results, ['not run', 'passed', 'not run'])
  assert.deepEqual([failures, missing, hasPassed, searches], [[], ['Install Chromium.'], false, 1])
})

await test('the last lines name failed and flaky tests, and the command that runs each', async () => {
  const done = await run(step('units', failing()), step('journeys'))
  const lines = summarise(done, [
    { outcome: 'failed', name: 'a.test.ts > adds', command: 'npx vitest run a.test.ts' },
    { outcome: 'flaky', name: 'b.spec.ts > waits', command: 'npx playwright test b.spec.ts:3' },
  ])
  const text = lines.join('\n')
  assert.match(text, /Flaky, passed at the second attempt:\n {2}b\.spec\.ts > waits\n {4}npx playwright/)
  assert.match(text, /Failed tests:\n {2}a\.test\.ts > adds\n {4}npx vitest run a\.test\.ts/)
  assert.match(text, /Failed steps:\n {2}units: run units\n/)
  assert.match(text, /\nFailed after [\d.]+ s\.$/)
})

await test('a step that takes half as long again as its budget is named', () => {
  const outcome = { step: step('units'), result: /** @type {const} */ ('passed'), ms: 0 }
  const told = (/** @type {number} */ ms) =>
    summarise({ outcomes: [{ ...outcome, ms }], missing: [], hasPassed: true }, []).join('\n')
  assert.doesNotMatch(told(1500), /budget/)
  assert.match(told(1501), /units {2}passed .* \(budget 1\.0 s\)/)
  assert.match(told(1500), /\nAll steps passed in 1\.5 s\.$/)
})

const { CHROMIUM_PATH, PATH } = process.env
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'no browser-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  process.env.PATH = PATH
  if (CHROMIUM_PATH === undefined) delete process.env.CHROMIUM_PATH
  else process.env.CHROMIUM_PATH = CHROMIUM_PATH
})

/** @param {string} name @param {string} script */
function program(name, script) {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

await test('a machine without a browser, on which none can be installed, is told what to do', async () => {
  program('apt-get', 'echo no network; exit 100')
  program('chromium', 'echo Install the messenger package; exit 1')
  process.env.PATH = folder
  process.env.CHROMIUM_PATH = ''
  const node = program('node', 'exit 1')
  await assert.rejects(ensureChromium(node), (error) => {
    assert.ok(error instanceof Failure)
    assert.match(error.message, /Install Chromium or Chrome yourself, or name one in CHROMIUM_PATH/)
    return true
  })
  process.env.CHROMIUM_PATH = join(folder, 'nothing')
  await assert.rejects(ensureChromium(node), {
    message: /CHROMIUM_PATH names .* not a browser that starts/,
  })
})
