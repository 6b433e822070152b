import { expect, it } from 'vitest'
import { addressOf, isForPerson, partOf, partsOf, siteTabs, tabOf } from './site-tabs.ts'

it('a site has at most six tabs, and each part is in one of them', () => {
  expect(siteTabs.length).toBeLessThanOrEqual(6)
  const parts = siteTabs.flatMap((tab) => partsOf(tab, addressOf(tab), true))
  expect(new Set(parts).size).toBe(parts.length)
  for (const part of parts) expect(partsOf(tabOf(part), part, true)).toContain(part)
})

it.each([
  ['details', 'details'],
  ['methods', 'methods'],
  ['roles', 'visitors'],
  ['questions', 'visitors'],
  ['hours', 'limits'],
  ['temperature', 'limits'],
  ['muster', 'muster'],
  ['privacy', 'data'],
  ['external-api', 'data'],
  ['history', 'data'],
])('the address of %s opens the tab %s', (address, tab) => {
  expect(tabOf(partOf(address))).toBe(tab)
})

it.each(['external-api', 'history'] as const)('only those who manage a site see its part %s', (part) => {
  expect(partsOf('data', 'privacy', true)).toContain(part)
  expect(partsOf('data', 'privacy', false)).not.toContain(part)
  // A user who opens its URL gets a message, and is not silently redirected.
  expect(partsOf('data', part, false)).toContain(part)
  expect(isForPerson(part, false)).toBe(false)
})

it('an address that names no part leads to the first', () => {
  expect(partOf('nothing')).toBe('details')
})
