import { expect, it } from 'vitest'
import { namesTag } from './route.ts'

it.each([
  [undefined, false],
  ['', false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b"', false],
  ['*', true],
  ['a', false],
])('If-None-Match: %s names "a": %s', (header, named) => {
  expect(namesTag(header, '"a"')).toBe(named)
})
