import { expect, it } from 'vitest'
import { tabOf, tabsFor } from './site-tabs.ts'

it.each(['external-api', 'history'] as const)('only those who manage a site see its part %s', (part) => {
  expect(tabsFor(true)).toContain(part)
  expect(tabsFor(false)).not.toContain(part)
  expect(tabOf(part, true)).toBe(part)
  expect(tabOf(part, false)).toBe('details')
})

it('an address that names no part leads to the first', () => {
  expect(tabOf('muster', false)).toBe('muster')
  expect(tabOf('nothing', true)).toBe('details')
})
