import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findUnsafeText } from './safe-text.ts'

it.each([
  ['plain text', 'x', undefined],
  ['a NUL', 'a\u0000', ''],
  ['a lone high surrogate', { name: '\ud800' }, 'name'],
  ['a lone low surrogate deep inside', { a: [{ b: 'x' }, { b: '\udc00' }] }, 'a.1.b'],
  ['a pair of surrogates', { a: '👩' }, undefined],
  ['a NUL in a property’s name', { a: { 'b\u0000': 1 } }, 'a'],
  ['numbers, booleans and null', [1, true, null], undefined],
])('%s', (_, value, path) => {
  expect(findUnsafeText(value)).toBe(path)
})

it('passes exactly what PostgreSQL can keep', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const keeps =
        !text.includes('\u0000') && new TextDecoder().decode(new TextEncoder().encode(text)) === text
      expect(findUnsafeText(text) === undefined).toBe(keeps)
    }),
  )
})
