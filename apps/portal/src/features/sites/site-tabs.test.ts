import { expect, it } from 'vitest'
import { tabOf, tabsFor } from './site-tabs.ts'

it.each(['external-api', 'history'] as const)('only those who manage a site see its part %s', (part) => {
  expect(tabsFor(true)).toContain(part)
  expect(tabsFor(false)).not.toContain(part)
  // Whoever opens its address is told, and not led elsewhere without a word.
  expect(tabOf(part)).toBe(part)
})

it('an address that names no part leads to the first', () => {
  expect(tabOf('muster')).toBe('muster')
  expect(tabOf('nothing')).toBe('details')
})
