import { expect, test } from 'vitest'
import { kinds } from './kinds.ts'

test('what was found is opened, or its list is searched for what names it alone', () => {
  const found = { id: 'a1', name: 'Ana Silva', detail: 'ana@harbour.example' }
  expect(kinds.site.hrefOf({ kind: 'site', ...found })).toBe('/site_management/a1')
  expect(kinds.user.hrefOf({ kind: 'user', ...found })).toBe('/user_management?search=ana%40harbour.example')
})
