import { expect, it, test } from 'vitest'
import { lenientPhoneCheck, loadPhoneCheck } from './phone-check.ts'

it('accepts a number that can be called, and refuses other texts', async () => {
  const isAustralian = await loadPhoneCheck('AU')
  expect(isAustralian('0412 345 678')).toBe('valid')
  expect(isAustralian('call 0412 345 678')).toBe('invalid')
})

it('knows a number that the numbering plan does not know, but that could be one', async () => {
  const isAustralian = await loadPhoneCheck('AU')
  expect(isAustralian('0912 345 678')).toBe('possible')
})

it('reads national numbers by the region of the method', async () => {
  const isAmerican = await loadPhoneCheck('US')
  expect(isAmerican('(212) 555-2368')).toBe('valid')
  expect(isAmerican('0412 345 678')).not.toBe('valid')
})

it('takes only full numbers in a region that nobody knows', async () => {
  const isAnywhere = await loadPhoneCheck('??')
  expect(isAnywhere('0412 345 678')).toBe('invalid')
  expect(isAnywhere('+61 412 345 678')).toBe('valid')
})

test.each([
  ['0412', 'valid'],
  ['041', 'invalid'],
  ['Ada', 'invalid'],
  ['', 'invalid'],
])('without the library %s: %s', (text, expected) => {
  expect(lenientPhoneCheck(text)).toBe(expected)
})
