import { expect, it, test } from 'vitest'
import { lenientPhoneCheck, loadPhoneCheck } from './phone.ts'

const isAustralian = await loadPhoneCheck('AU')

test.each([
  ['0412 345 678', true],
  ['0412345678', true],
  ['(04) 1234 5678', true],
  ['0412-345-678', true],
  ['+61 412 345 678', true],
  ['+61 (0)412 345 678', true],
  ['0061 412 345 678', false],
  ['0011 61 412 345 678', true],
  ['02 9374 4000', true],
  ['+1 (212) 555-2368', true],
  ['+34 612 34 56 78', true],
  ['０４１２３４５６７８', true],
  ['', false],
  ['12', false],
  ['0412 345 67', false],
  ['0412 345 678 9', false],
  ['+61 12', false],
  ['call 0412 345 678', false],
  ['Ada', false],
])('in Australia %s: %s', (text, expected) => {
  expect(isAustralian(text)).toBe(expected)
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
