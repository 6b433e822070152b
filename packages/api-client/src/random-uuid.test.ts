import { Uuid } from '@gatehouse/validation/fields'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { randomUuid } from './random-uuid.ts'

describe('random UUIDs', () => {
  it('are valid with and without the browser’s own function', () => {
    const version4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
    const withoutOwn = { getRandomValues: crypto.getRandomValues.bind(crypto) }
    const ids = Array.from({ length: 200 }, () => randomUuid(withoutOwn))
    for (const id of [randomUuid(), ...ids]) {
      expect(id).toMatch(version4)
      expect(v.is(Uuid, id)).toBe(true)
    }
    expect(new Set(ids).size).toBe(200)
  })

  it('keep all random bits', () => {
    const ones = {
      getRandomValues: <T extends ArrayBufferView | null>(array: T) =>
        (array as Uint8Array).fill(255) as unknown as T,
    }
    expect(randomUuid(ones)).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
  })
})
