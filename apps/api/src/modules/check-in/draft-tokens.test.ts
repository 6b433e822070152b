import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newId } from '../../lib/ids.ts'
import { createCipher } from '../../lib/encryption.ts'
import { createDraftTokens } from './draft-tokens.ts'

const tokens = createDraftTokens(createCipher(Buffer.alloc(32, 5).toString('base64url'), 'drafts in tests'))
const method = newId()
const now = new Date('2026-11-20T03:04:05.678Z')
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds)

it('name a new draft each time, and are all of one length', () => {
  const issued = Array.from({ length: 3 }, () => tokens.issue(method, now))
  expect(new Set(issued.map((token) => tokens.read(token, method, now))).size).toBe(3)
  expect(new Set(issued.map(({ length }) => length))).toEqual(new Set([63]))
})

it('are good for an hour, at their own method', () => {
  const token = tokens.issue(method, now)
  expect(tokens.read(token, method, later(3_599_999))).toBeDefined()
  expect(tokens.read(token, method, later(3_600_000))).toBeUndefined()
  expect(tokens.read(token, newId(), now)).toBeUndefined()
})

it('are refused when anything in them was changed, and so is whatever else is sent for one', () => {
  const token = tokens.issue(method, now)
  fc.assert(
    fc.property(fc.nat(47 * 8 - 1), (bit) => {
      const bytes = Buffer.from(token, 'base64url')
      bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(tokens.read(bytes.toString('base64url'), method, now)).toBeUndefined()
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(tokens.read(text, method, now)).toBeUndefined()
    }),
  )
})
