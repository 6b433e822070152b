import { afterEach, expect, test, vi } from 'vitest'
import { remembered } from './remembered.ts'

afterEach(() => void vi.unstubAllGlobals())

function stubStorage(entries = new Map<string, string>()) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
  })
  return entries
}

test('is the same for all who ask under one name', () => {
  const entries = stubStorage()
  remembered('theme', ['light', 'dark']).set('dark')
  expect(remembered('theme', ['light', 'dark']).get()).toBe('dark')
  expect([...entries.keys()]).toEqual(['gatehouse.theme'])
})

test('a text that is not one of its values counts as nothing', () => {
  stubStorage(new Map([['gatehouse.theme', 'purple']]))
  expect(remembered('theme', ['light', 'dark']).get()).toBeUndefined()
  expect(remembered('theme').get()).toBe('purple')
})

test('lasts as long as the page where storage is forbidden', () => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden })
  const theme = remembered('theme', ['light', 'dark'])
  expect(theme.get()).toBeUndefined()
  theme.set('dark')
  expect(theme.get()).toBe('dark')
})
