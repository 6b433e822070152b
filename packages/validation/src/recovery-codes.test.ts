import { expect, test } from 'vitest'
import { checkRecoveryCode } from './recovery-codes.ts'

test.each([
  ['abcdef-gh2345', { code: 'abcdef-gh2345' }],
  ['  abcdef - gh2345\n', { code: 'abcdef-gh2345' }],
  ['abcdefGH2345', { code: 'abcdef-GH2345' }],
  ['abcdef-gh٢٣٤٥', { code: 'abcdef-gh2345' }],
  ['abcdef-gh２３４５', { code: 'abcdef-gh2345' }],
  ['abc', { code: 'abc' }],
  ['', { error: 'code_required' }],
  [' \t', { error: 'code_required' }],
  ['abcdef-gh23456', { error: 'too_long' }],
])('%j', (text, expected) => {
  expect(checkRecoveryCode(text)).toEqual(expected)
})
