import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { ensureChromium } from './chromium.mjs'
import { Failure } from './say.mjs'
import { doSteps, testSteps } from './test-steps.mjs'

const titles = [
  'Format, lint, boundaries, imports, unused code, types, catalogues',
  'Build of the web apps',
  'The start and test commands',
  'Units and the API',
  'Size of an app',
  'Components in a browser',
  'Each measurement for a moment',
  'Journeys in a browser',
]

/** Runs all steps with tools that do nothing, or what is given. @param {object} changes */
async function run(changes) {
  /** @type {string[]} */
  const begun = []
  /** @type {unknown[]} */
  const failures = []
  /** @type {string[]} */
  const browsers = []
  const nothing = async () => {}
  const steps = testSteps({
    check: nothing,
    build: nothing,
    testCommands: nothing,
    units: nothing,
    budgets: [{ title: 'Size of an app', work: nothing }],
    findBrowser: async () => '/a/browser',
    components: async (browser) => void browsers.push(browser),
    measurements: async (browser) => void browsers.push(browser),
    journeys: async (browser) => void browsers.push(browser),
    ...changes,
  })
  const told = { onStep: begun.push.bind(begun), onFailure: failures.push.bind(failures) }
  return { ...(await doSteps(steps, told)), begun, failures, browsers }
}

await test('all steps are done in order, the journeys in the browser that was found', async () => {
  const { begun, browsers, hasPassed, missing } = await run({})
  assert.deepEqual(
    [begun, browsers, hasPassed, missing],
    [titles, ['/a/browser', '/a/browser', '/a/browser'], true, []],
  )
})

await test('without a browser everything else is done first, and what is missing is said at the end', async () => {
  const findBrowser = () => Promise.reject(new Failure('Install Chromium.'))
  const { begun, browsers, failures, hasPassed, missing, outcomes } = await run({ findBrowser })
  assert.deepEqual([begun, browsers, failures], [titles, [], []])
  assert.deepEqual([hasPassed, missing], [false, ['Install Chromium.']])
  assert.deepEqual(
    outcomes.map(({ result }) => result),
    ['passed', 'passed', 'passed', 'passed', 'passed', 'not run', 'not run', 'not run'],
  )
})

await test('the browser is looked for once', async () => {
  let searches = 0
  const findBrowser = () => {
    searches += 1
    return Promise.resolve('/a/browser')
  }
  await run({ findBrowser })
  assert.equal(searches, 1)
})

await test('a step that fails ends the run, and a failed journey is no missing browser', async () => {
  const broken = new Failure('It ended with 1.')
  const units = await run({ units: () => Promise.reject(broken) })
  assert.deepEqual([units.begun, units.failures, units.hasPassed], [titles.slice(0, 4), [broken], false])
  const journeys = await run({ journeys: () => Promise.reject(broken) })
  assert.deepEqual([journeys.failures, journeys.missing, journeys.hasPassed], [[broken], [], false])
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
