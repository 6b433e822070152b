import { expect, it } from 'vitest'
import { isLater, version } from './version.ts'

it('the version of the program is that of its package', () => {
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
})

it.each([
  ['0.1.0', '0.1.0', false],
  ['0.1.1', '0.1.0', true],
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '0.99.0', true],
  ['0.9.9', '0.10.0', false],
])('%s is later than %s: %s', (one, other, expected) => expect(isLater(one, other)).toBe(expected))
