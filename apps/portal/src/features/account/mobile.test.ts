import { expect, test } from 'vitest'
import { isMobileText } from './mobile.ts'

test.each([
  ['', true],
  ['  ', true],
  ['0412345678', true],
  ['+61 412 345 678', true],
  ['(02) 9999-1234', true],
  ['04.12.34', true],
  ['041234x', false],
  ['++61', false],
  ['61+', false],
  [null, false],
])('%j: %s', (text, expected) => {
  expect(isMobileText(text)).toBe(expected)
})
