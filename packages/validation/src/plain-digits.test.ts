import { expect, it } from 'vitest'
import { plainDigits } from './plain-digits.ts'

const systems = Intl.supportedValuesOf('numberingSystem')

it.each(systems)('digits of the numbering system %s', (numberingSystem) => {
  const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false })
  const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit))
  // Some systems have no digits, such as Chinese numerals.
  if (!digits.every((digit) => /^\p{Nd}$/u.test(digit))) return
  expect(plainDigits(digits.join(''))).toBe('0123456789')
})

it('every decimal digit of Unicode has a value, and others keep theirs', () => {
  const digits = Array.from({ length: 0x11_0000 }, (_, codePoint) => codePoint)
    .filter((codePoint) => codePoint < 0xd8_00 || codePoint > 0xdf_ff)
    .map((codePoint) => String.fromCodePoint(codePoint))
    .filter((character) => /^\p{Nd}$/u.test(character))
  expect(plainDigits(digits.join(''))).toBe('0123456789'.repeat(digits.length / 10))
  expect(plainDigits('٠٤٩١ abc')).toBe('0491 abc')
})
