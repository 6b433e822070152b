import { isMethodKey, methodKeyAlphabet } from '@gatehouse/validation/method-key'
import { expect, it } from 'vitest'
import { newMethodKey } from './keys.ts'

it('uses every character of the alphabet, and nothing else', () => {
  const keys = Array.from({ length: 4000 }, () => newMethodKey())
  for (const key of keys) expect(isMethodKey(key), key).toBe(true)
  expect(new Set(keys.join(''))).toEqual(new Set(methodKeyAlphabet))
  expect(new Set(keys).size).toBeGreaterThan(3900)
})

it('asks for numbers below the size of the alphabet', () => {
  const asked: number[] = []
  expect(newMethodKey((below) => asked.push(below) - 1)).toBe('ABCD')
  expect(asked).toEqual(Array(4).fill(methodKeyAlphabet.length))
})
