import { expect, test } from 'vitest'
import { keyGroups } from './key-groups.ts'

test.each([
  ['JBSWY3DPEHPK3PXP', ['JBSW', 'Y3DP', 'EHPK', '3PXP']],
  ['JBSW Y3DP\nEH', ['JBSW', 'Y3DP', 'EH']],
  ['ABC', ['ABC']],
  ['', []],
])('%j', (key, expected) => {
  expect(keyGroups(key)).toEqual(expected)
})
