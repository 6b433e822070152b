import { expect, it, test } from 'vitest'
import { lenientPhoneCheck, loadPhoneCheck } from './phone-check.ts'

it('accepts a number that can be called, and refuses other texts', async () => {
  const isAustralian = await loadPhoneCheck('AU')
  expect(isAustralian('0412 345 678')).toBe(true)
  expect(isAustralian('call 0412 345 678')).toBe(false)
})

it('reads national numbers by the region of the method', async () => {
  const isAmerican = await loadPhoneCheck('US')
  expect(isAmerican('(212) 555-2368')).toBe(true)
  expect(isAmerican('0412 345 678')).toBe(false)
})

it('takes only full numbers in a region that nobody knows', async () => {
  const isAnywhere = await loadPhoneCheck('??')
  expect(isAnywhere('0412 345 678')).toBe(false)
  expect(isAnywhere('+61 412 345 678')).toBe(true)
})

test.each([
  ['0412', true],
  ['041', false],
  ['Ada', false],
  ['', false],
])('without the library %s: %s', (text, expected) => {
  expect(lenientPhoneCheck(text)).toBe(expected)
})
