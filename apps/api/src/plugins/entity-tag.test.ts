import { expect, it } from 'vitest'
import { entityTag, namesTag } from './route.ts'

it('is the same for the same bytes only', () => {
  expect(entityTag('[]')).toBe(entityTag('[]'))
  expect(entityTag('[]')).not.toBe(entityTag('[ ]'))
  expect(entityTag('[]')).toMatch(/^"[\w-]{27}"$/)
})

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
