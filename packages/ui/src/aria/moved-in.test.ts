import { expect, it } from 'vitest'
import { movedIn } from './moved-in.ts'

it.each([
  [['b'], 'd', 'after', 'acdb'],
  [['b'], 'a', 'before', 'bacd'],
  [['b'], 'c', 'before', 'abcd'],
  [['d', 'b'], 'a', 'after', 'abdc'],
  [['a'], 'd', 'before', 'bcad'],
  [['b'], 'b', 'after', 'abcd'],
] as const)('%j goes to %s, %s', (moved, target, place, expected) => {
  expect(movedIn(['a', 'b', 'c', 'd'], new Set(moved), target, place).join('')).toBe(expected)
})
