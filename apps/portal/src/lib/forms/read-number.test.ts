import { expect, it } from 'vitest'
import { readNumber } from './read-number.ts'

it.each([
  ['12', 12],
  [' 37,5 ', 37.5],
  ['-1.5', -1.5],
  ['١٢', 12],
  ['３７．５', 37.5],
  ['', null],
  ['  ', null],
  ['twelve', 'twelve'],
  ['1.2.3', '1.2.3'],
  ['Infinity', 'Infinity'],
])('%j is read as %j', (typed, read) => {
  expect(readNumber(typed)).toBe(read)
})
