import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { fingerprint, isStamped, writeStamp } from './fingerprint.mjs'

let base = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'finger print-'))
  mkdirSync(join(base, 'app', 'src'), { recursive: true })
  writeFileSync(join(base, 'app', 'src', 'main.ts'), 'one')
  writeFileSync(join(base, 'lock'), 'lock')
})
afterEach(() => rmSync(base, { recursive: true }))

const print = () => fingerprint(base, ['app', 'lock'])

await test('a fingerprint is the same for the same files, whatever their order and age', () => {
  const before = print()
  utimesSync(join(base, 'lock'), 1, 1)
  assert.equal(fingerprint(base, ['lock', 'app', 'app/src/main.ts']), before)
})

await test('what tools write, and tests, do not count', () => {
  const before = print()
  for (const folder of ['node_modules', 'dist', '.turbo']) {
    mkdirSync(join(base, 'app', folder))
    writeFileSync(join(base, 'app', folder, 'x'), 'x')
  }
  writeFileSync(join(base, 'app', 'src', 'main.test.ts'), 'x')
  assert.equal(print(), before)
})

for (const [what, change] of /** @type {[string, () => void][]} */ ([
  ['another content of the same length', () => writeFileSync(join(base, 'app', 'src', 'main.ts'), 'two')],
  ['another file', () => writeFileSync(join(base, 'app', 'src', 'new.ts'), '')],
  ['a file that went', () => rmSync(join(base, 'lock'))],
  [
    'content that moved from one file to another',
    () => {
      writeFileSync(join(base, 'app', 'src', 'main.ts'), '')
      writeFileSync(join(base, 'lock'), 'onelock')
    },
  ],
])) {
  await test(`${what} makes another fingerprint`, () => {
    const before = print()
    change()
    assert.notEqual(print(), before)
  })
}

await test('facts count', () => {
  assert.notEqual(fingerprint(base, ['lock'], ['linux']), fingerprint(base, ['lock'], ['darwin']))
})

await test('a stamp holds for its own fingerprint only', () => {
  const stamp = join(base, 'deep', 'stamp')
  assert.equal(isStamped(stamp, 'a'), false)
  writeStamp(stamp, 'a')
  assert.deepEqual([isStamped(stamp, 'a'), isStamped(stamp, 'b')], [true, false])
})
