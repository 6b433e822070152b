import { expect, it, onTestFinished, vi } from 'vitest'
import { keeps, safeStorage, type SafeStorage } from './safe-storage.ts'
import { createTokenStore } from './token-store.ts'

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

it('says whether the browser keeps anything', () => {
  let text: string | undefined
  expect(keeps({ read: () => text, write: (_, written) => void (text = written) })).toBe(true)
  expect(text).toBeUndefined()
  expect(keeps({ read: () => undefined, write: () => {} })).toBe(false)
})

it('says that a browser whose storage is full keeps nothing', () => {
  const entries = new Map<string, string>()
  const storage = safeStorage(() => ({
    length: 0,
    key: () => null,
    clear: () => {},
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, text) => {
      if (text.length > 300) throw new DOMException('', 'QuotaExceededError')
      entries.set(name, text)
    },
    removeItem: (name) => void entries.delete(name),
  }))
  expect(keeps(storage)).toBe(false)
})

it.each([
  ['keeps nothing', undefined],
  ['is full of an earlier one', 'earlier'],
] as const)('a storage that %s loses a token with the page, not before', (_, stored) => {
  vi.stubGlobal('addEventListener', () => {})
  onTestFinished(() => void vi.unstubAllGlobals())
  const storage: SafeStorage = { read: () => stored, write: () => {} }
  const tokens = createTokenStore(storage)
  tokens.set('new')
  expect(tokens.get()).toBe('new')
  expect(createTokenStore(storage).get()).toBe(stored)
})
