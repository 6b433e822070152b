import { expect, it } from 'vitest'
import { parseStored } from './storage.ts'

it.each([undefined, '', '{', 'undefined', '\u0000'])('%j is not a value', (text) => {
  expect(parseStored(text)).toBeUndefined()
})
