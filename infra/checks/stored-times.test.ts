import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * Source in browsers. Their clock may be set between storing a time and reading it, so no expiry
 * may depend on it.
 */
const folders = [
  'apps/guest/src',
  'apps/board/src',
  'apps/portal/src',
  'packages/api-client/src',
  'packages/ui/src',
]
const root = join(import.meta.dirname, '../..')

const readsClock = /\bDate\.now\b|\bnew Date\(\)/
const stores =
  /\b(?:localStorage|sessionStorage|localStore|sessionStore|indexedDB|SafeStorage|visitStorage)\b|'idb'/

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
)

it('in the guest app two files read the clock: what compares it with a stored time asks them', () => {
  const readers = files.filter(({ path, text }) => path.startsWith('apps/guest/') && readsClock.test(text))
  expect(readers.map(({ path }) => path)).toEqual([
    'apps/guest/src/lib/clock.ts',
    'apps/guest/src/lib/moment.ts',
  ])
})

it('no file of a browser reads the clock beside what it stores, but for pauses that a set clock does not prolong', () => {
  const both = files.filter(({ text }) => readsClock.test(text) && stores.test(text))
  expect(both.map(({ path }) => path)).toEqual([
    'packages/api-client/src/new-version.ts',
    'packages/api-client/src/use-recovery.ts',
  ])
})
