import { expect, test } from 'vitest'
import { readRecoveryCode } from './recovery-code.ts'

test.each([
  ['abcdef-gh2345', { code: 'abcdef-gh2345' }],
  ['  abcdef - gh2345\n', { code: 'abcdef-gh2345' }],
  ['', { error: 'code_required' }],
  [' \t', { error: 'code_required' }],
  ['abcdef-gh23456', { error: 'too_long' }],
])('%j', (text, expected) => {
  expect(readRecoveryCode(text)).toEqual(expected)
})
