import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

test.each([
  [{ a: '1', b: '2' }, { a: '1', b: '2' }, {}],
  [{ a: '1', b: '2' }, { a: '1', b: '3' }, { b: '3' }],
  [{ a: ' 1 ' }, { a: '1' }, {}],
  [{ a: '1' }, { a: '' }, { a: '' }],
])('%j to %j', (before, now, expected) => {
  expect(changedFields<Record<string, string>>(before, now)).toEqual(expected)
})
