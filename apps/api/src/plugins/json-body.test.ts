import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isDeeperThan } from './json-body.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

it.each([
  ['', 0],
  ['1', 0],
  ['[]', 1],
  ['{"a":[{}]}', 3],
  ['[[],[],[]]', 2],
  ['"[[["', 0],
  ['["\\"[[[", "[\\\\", []]', 2],
])('%s is %i deep', (text, depth) => {
  expect(isDeeperThan(depth, bytes(text))).toBe(false)
  if (depth > 0) expect(isDeeperThan(depth - 1, bytes(text))).toBe(true)
})

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

it('counts as deep as the value is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(6), fc.constantFrom(0, 2), (value, limit, indent) => {
      expect(isDeeperThan(limit, bytes(JSON.stringify(value, null, indent)))).toBe(depthOf(value) > limit)
    }),
  )
})

it('accepts any bytes', () => {
  fc.assert(fc.property(fc.uint8Array(), fc.nat(9), (any, limit) => void isDeeperThan(limit, any)))
  expect(isDeeperThan(9, bytes('['.repeat(1_000_000)))).toBe(true)
})
