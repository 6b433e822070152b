import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { recordOf } from './run-lock.mjs'

let folder = ''
let checkout = ''
let dataDir = ''

// Holds the lock, so that the start ends before it installs anything.
const neighbour = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
await once(neighbour, 'spawn')
neighbour.unref()
process.once('exit', () => neighbour.kill('SIGKILL'))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'))
  checkout = join(folder, 'checkout')
  dataDir = join(folder, 'data')
  cpSync(import.meta.dirname, join(checkout, 'infra', 'run'), { recursive: true })
  // No folder of this name can be created, not even by root.
  writeFileSync(join(checkout, '.data'), '')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'run.lock'), JSON.stringify({ holder: recordOf(neighbour.pid ?? 0) }))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** @param {string[]} args @param {Record<string, string>} settings */
function run(args, settings) {
  const { DATA_DIR: _, ...env } = process.env
  return spawnSync(process.execPath, args, { env: { ...env, ...settings }, encoding: 'utf8' })
}

for (const [
  where,
  settings,
  envFile,
] of /** @type {[string, () => Record<string, string>, () => string][]} */ ([
  ['the environment', () => ({ DATA_DIR: dataDir }), () => ''],
  ['.env', () => ({}), () => 'DATA_DIR="../data" # a comment'],
  ['the environment before .env', () => ({ DATA_DIR: dataDir }), () => 'DATA_DIR=elsewhere'],
])) {
  await test(`the lock and the logs are in the DATA_DIR of ${where}, and nothing in the checkout`, () => {
    writeFileSync(join(checkout, '.env'), envFile())
    const { status, stderr } = run([join(checkout, 'infra', 'run', 'start.mjs')], settings())
    assert.match(stderr, new RegExp(`already runs with this data folder \\(process ${neighbour.pid}\\)`))
    assert.equal(status, 1)

    const tool = `
      const { runTool } = await import(${JSON.stringify(pathToFileURL(join(checkout, 'infra', 'run', 'tool.mjs')).href)})
      await runTool({ name: 'greeting', command: process.execPath, args: ['-e', 'console.log("hello")'], advice: '' })`
    assert.equal(run(['--input-type=module', '-e', tool], settings()).stderr, '')
    assert.equal(readFileSync(join(dataDir, 'logs', 'greeting.log'), 'utf8'), 'hello\n')
  })
}
