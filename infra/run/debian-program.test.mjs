import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { writeLauncher } from './debian-program.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "Ana's tools-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** @param {string} script */
function unpackedWith(script) {
  const unpacked = join(folder, 'unpacked')
  mkdirSync(join(unpacked, 'usr', 'bin'), { recursive: true })
  mkdirSync(join(unpacked, 'usr', 'lib', 'some-linux-gnu'), { recursive: true })
  const path = join(unpacked, 'usr', 'bin', 'program')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return unpacked
}

await test('an unpacked program is started with its arguments, its status and the libraries beside it', () => {
  const unpacked = unpackedWith('printf "%s|" "$@"; printf "%s" "$LD_LIBRARY_PATH"; exit 7')
  const bin = join(folder, 'bin')
  writeLauncher(unpacked, bin, 'program')
  const { status, stdout } = spawnSync(join(bin, 'program'), ['--port', 'two words'], { encoding: 'utf8' })
  assert.equal(status, 7)
  const lib = join(unpacked, 'usr', 'lib')
  assert.equal(stdout, `--port|two words|${lib}:${join(lib, 'some-linux-gnu')}`)
})

await test('it becomes the program itself, so that a signal to the one reaches the other', () => {
  const unpacked = unpackedWith('echo $$')
  writeLauncher(unpacked, join(folder, 'bin'), 'program')
  const { pid, stdout } = spawnSync(join(folder, 'bin', 'program'), [], { encoding: 'utf8' })
  assert.equal(stdout.trim(), String(pid))
})
