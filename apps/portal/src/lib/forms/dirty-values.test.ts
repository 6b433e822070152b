import { expect, test } from 'vitest'
import { dirtyValues } from './dirty-values.ts'

test.each([
  [{ a: '1', b: '2' }, { a: '1', b: '2' }, {}],
  [{ a: '1', b: '2' }, { a: '1', b: '3' }, { b: '3' }],
  [{ a: ' 1 ' }, { a: '1' }, {}],
  [{ a: '1' }, { a: '' }, { a: '' }],
  [{ a: '1', b: false }, { a: '1', b: true }, { b: true }],
  [{ a: '1', b: true }, { a: '1', b: true }, {}],
  [{ a: [{ b: 1 }] }, { a: [{ b: 1 }] }, {}],
  [{ a: [{ b: 1 }] }, { a: [] }, { a: [] }],
])('%j to %j', (before, now, expected) => {
  expect(dirtyValues<Record<string, unknown>>(before, now)).toEqual(expected)
})
