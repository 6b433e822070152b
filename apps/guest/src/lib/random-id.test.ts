import { expect, it } from 'vitest'
import { randomId } from './random-id.ts'
import { Uuid } from '@gatehouse/validation/fields'
import * as v from 'valibot'

const version4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

it('is a UUID with and without the browser’s own', () => {
  const withoutOwn = { getRandomValues: crypto.getRandomValues.bind(crypto) }
  const ids = Array.from({ length: 200 }, () => randomId(withoutOwn))
  for (const id of [randomId(), ...ids]) {
    expect(id).toMatch(version4)
    expect(v.is(Uuid, id)).toBe(true)
  }
  expect(new Set(ids).size).toBe(200)
})

it('keeps all of the chance it is given', () => {
  const ones = {
    getRandomValues: <T extends ArrayBufferView | null>(array: T) =>
      (array as Uint8Array).fill(255) as unknown as T,
  }
  expect(randomId(ones)).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
})
