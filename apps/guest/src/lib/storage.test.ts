import { expect, it } from 'vitest'
import { parseStored, safeStorage } from './storage.ts'

it('works where access to the storage throws', () => {
  const forbidden = safeStorage(() => {
    throw new Error('SecurityError')
  })
  expect(forbidden.read('a')).toBeUndefined()
  expect(() => forbidden.write('a', 'b')).not.toThrow()
  expect(() => forbidden.write('a', undefined)).not.toThrow()
})

it('reads what it wrote, and removes', () => {
  const entries = new Map<string, string>()
  const storage = safeStorage(() => ({
    length: 0,
    key: () => null,
    clear: () => entries.clear(),
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, text) => void entries.set(name, text),
    removeItem: (name) => void entries.delete(name),
  }))
  storage.write('a', 'b')
  expect(storage.read('a')).toBe('b')
  storage.write('a', undefined)
  expect(entries.size).toBe(0)
})

it.each([undefined, '', '{', 'undefined', '\u0000'])('%j is not a value', (text) => {
  expect(parseStored(text)).toBeUndefined()
})
