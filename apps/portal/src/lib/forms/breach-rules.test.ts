import { expect, test } from 'vitest'
import { isWorthLookup } from './breach-rules.ts'

test.each([
  ['change', '', false],
  ['change', '1234567', false],
  ['change', '12345678', true],
  ['change', '😀😀😀😀', false],
  ['reset', '123456', false],
  ['reset', '1234567', true],
] as const)('%s, %j: %s', (place, password, expected) => {
  expect(isWorthLookup(password, place)).toBe(expected)
})
