import { expect, it } from 'vitest'
import { tabOf, tabsFor } from './site-tabs.ts'

it('only those who manage a site see its external API', () => {
  expect(tabsFor(true)).toContain('external-api')
  expect(tabsFor(false)).not.toContain('external-api')
  expect(tabOf('external-api', true)).toBe('external-api')
  expect(tabOf('external-api', false)).toBe('details')
})

it('an address that names no part leads to the first', () => {
  expect(tabOf('muster', false)).toBe('muster')
  expect(tabOf('nothing', true)).toBe('details')
})
