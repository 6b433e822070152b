import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

test.each([
  [{ a: '1', b: '2' }, { a: '1', b: '2' }, {}],
  [{ a: '1', b: '2' }, { a: '1', b: '3' }, { b: '3' }],
  [{ a: ' 1 ' }, { a: '1' }, {}],
  [{ a: '1' }, { a: '' }, { a: '' }],
  [{ a: '1', b: false }, { a: '1', b: true }, { b: true }],
  [{ a: '1', b: true }, { a: '1', b: true }, {}],
])('%j to %j', (before, now, expected) => {
  expect(changedFields<Record<string, string | boolean>>(before, now)).toEqual(expected)
})
