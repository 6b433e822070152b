import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../../../..')
let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'time-lint-'))))
afterAll(() => rmSync(folder, { recursive: true }))

/** The lint rules that a piece of code breaks. */
function rulesBrokenBy(code: string): string[] {
  const file = join(folder, 'code.ts')
  writeFileSync(file, `export const written = (time: Date) => ${code}\n`)
  const { stdout } = spawnSync(
    join(repository, 'node_modules/.bin/oxlint'),
    ['--config', join(repository, '.oxlintrc.json'), '--format', 'json', file],
    { encoding: 'utf8' },
  )
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] }
  return diagnostics.map((diagnostic) => diagnostic.code)
}

test.each([
  'time.toLocaleString()',
  'time.toLocaleTimeString("en")',
  'time.toLocaleDateString("en", { timeZone: "UTC" })',
  'time.toTimeString()',
  'time.toDateString()',
  'new Intl.DateTimeFormat("en").format(time)',
  'Intl.DateTimeFormat("en").format(time)',
  'time["toLocaleTimeString"]()',
  'time.getHours()',
  'time.getDate()',
])('%s is refused by the linter', (code) => {
  expect(rulesBrokenBy(code)).toContain('eslint(no-restricted-properties)')
})

test.each([
  'time.toISOString()',
  'time.getTime()',
  'time.getUTCHours()',
  'new Intl.NumberFormat("en").format(time.getTime())',
])('%s is no time that is written without its zone', (code) => {
  expect(rulesBrokenBy(code)).toEqual([])
})
