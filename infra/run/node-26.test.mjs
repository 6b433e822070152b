import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { onPath } from './packages.mjs'
import { findNode26 } from './node-26.mjs'
import { duration, ownershipAdvice } from './say.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'node 26-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const running = { execPath: '/usr/bin/node', version: '20.20.2', platform: 'linux' }

/** @param {string[]} parts */
function make(...parts) {
  const path = join(folder, ...parts)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, '')
  chmodSync(path, 0o755)
  return path
}

await test('the installed Node comes first, under the name of the platform', () => {
  const unix = make('node', 'bin', 'node')
  const windows = make('node', 'bin', 'node.exe')
  assert.equal(findNode26(folder, { ...running, version: '27.0.0' }), unix)
  assert.equal(findNode26(folder, { ...running, platform: 'win32' }), windows)
})

await test('else the linked one, else the running one where it is new enough, else a sentence', () => {
  assert.throws(() => findNode26(folder, running), { message: /Delete the folder node_modules/ })
  assert.equal(findNode26(folder, { ...running, version: '26.0.0' }), '/usr/bin/node')
  const linked = make('.bin', 'node')
  assert.equal(findNode26(folder, running), linked)
})

await test('programs are found in the order of the search path, and only those that may run', () => {
  const first = make('b', 'chromium')
  const second = make('a', 'chromium')
  writeFileSync(join(folder, 'chromium'), '')
  const searchPath = [folder, join(folder, 'b'), '', join(folder, 'none'), join(folder, 'a')].join(':')
  assert.deepEqual(onPath('chromium', searchPath), [first, second])
})

await test('durations read well', () => {
  assert.deepEqual([0, 440, 9_940, 9_960, 59_400, 59_600, 125_000].map(duration), [
    '0.0 s',
    '0.4 s',
    '9.9 s',
    '10 s',
    '59 s',
    '1 min 0 s',
    '2 min 5 s',
  ])
})

await test('only a refused access is answered with the advice to give files back', () => {
  assert.match(ownershipAdvice('EACCES: permission denied, open x', '/a b') ?? '', /chown -R .* "\/a b"/)
  assert.equal(ownershipAdvice('ENOSPC: no space left', '/a'), undefined)
})
