import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRequestTarget } from './request-target.ts'

it.each([
  ['/', '/', ''],
  ['/home?a=1?b', '/home', '?a=1?b'],
  ['/home#part?a', '/home', ''],
  ['//evil.example/x', '//evil.example/x', ''],
  ['/\\evil.example', '/\\evil.example', ''],
  ['/a/../b', '/a/../b', ''],
  ['/%', '/%', ''],
  ['http://host.example', '/', ''],
  ['HTTPS://host.example:1?q', '/', '?q'],
  ['http://host.example/a?q#f', '/a', '?q'],
])('%s is the path %s with %s', (target, path, search) => {
  expect(parseRequestTarget(target)).toEqual({ path, search })
})

it.each(['*', '', 'host.example:443', 'ftp://host.example/', 'http://', 'http:///a', '?q', '#', '\\'])(
  '%j is no path',
  (target) => {
    expect(parseRequestTarget(target)).toBeUndefined()
  },
)

describe('any target', () => {
  it('is read without an error, and a path is kept as it was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const found = parseRequestTarget(`/${text}`)
        expect(`/${text}`.startsWith(`${found?.path}${found?.search}`)).toBe(true)
        parseRequestTarget(text)
      }),
    )
  })
})
