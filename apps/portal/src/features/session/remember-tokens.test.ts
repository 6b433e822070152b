import type { SafeStorage } from '@gatehouse/api-client/safe-storage'
import { describe, expect, test } from 'vitest'
import { rememberTokens } from './remember-tokens.ts'

function memory(initial?: string): SafeStorage {
  let text = initial
  return { read: () => text, write: (_, written) => void (text = written) }
}

describe('the tokens of remembered devices', () => {
  test('each account has its own, whatever the case of its email', () => {
    const storage = memory()
    const tokens = rememberTokens(storage)
    tokens.set('Ann@Example.org', 'a')
    tokens.set('bob@example.org', 'b')
    expect(tokens.get(' ann@example.ORG ')).toBe('a')
    expect(tokens.get('bob@example.org')).toBe('b')
    expect(tokens.get('eve@example.org')).toBeUndefined()
    tokens.drop('ANN@example.org')
    expect(tokens.get('ann@example.org')).toBeUndefined()
    expect(tokens.get('bob@example.org')).toBe('b')
  })

  test('names of every object are no accounts', () => {
    const tokens = rememberTokens(memory())
    expect(tokens.get('constructor')).toBeUndefined()
  })

  test('the oldest go where there are too many', () => {
    const storage = memory()
    const tokens = rememberTokens(storage)
    for (let at = 0; at < 25; at++) tokens.set(`${at}@example.org`, `t${at}`)
    expect(tokens.get('4@example.org')).toBeUndefined()
    expect(tokens.get('5@example.org')).toBe('t5')
    expect(tokens.get('24@example.org')).toBe('t24')
  })

  test.each(['', 'nonsense', '[1]', '{"a":1}', 'null'])(
    'what cannot be read (%j) counts as nothing',
    (text) => {
      const storage = memory(text)
      const tokens = rememberTokens(storage)
      expect(tokens.get('a')).toBeUndefined()
      tokens.set('a', 'x')
      expect(tokens.get('a')).toBe('x')
    },
  )

  test('a forbidden storage is no fault', () => {
    const tokens = rememberTokens({ read: () => undefined, write: () => {} })
    tokens.set('a', 'x')
    expect(tokens.get('a')).toBeUndefined()
  })
})
