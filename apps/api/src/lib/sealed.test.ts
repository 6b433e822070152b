import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSeal, openOrNot, SealError } from './sealed.ts'

const key = () => randomBytes(32).toString('base64url')

describe('a seal', () => {
  const secretKey = key()
  const seal = createSeal(secretKey, 'test')

  it('opens what it sealed in the same context', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.array(fc.string(), { maxLength: 3 }),
        (bytes, context) => {
          expect(new Uint8Array(seal.open(seal.seal(bytes, ...context), ...context))).toEqual(bytes)
        },
      ),
    )
  })
  it('never makes the same bytes twice', () => {
    const plain = Buffer.from('seed')
    expect(seal.seal(plain, 'a')).not.toEqual(seal.seal(plain, 'a'))
    expect(seal.seal(plain).includes(plain)).toBe(false)
  })
  it('does not open in another context, for another purpose, with another key, or with a bit changed', () => {
    const sealed = seal.seal(Buffer.from('seed'), 'row 1', 'x')
    expect(() => seal.open(sealed, 'row 2', 'x')).toThrow(SealError)
    expect(() => seal.open(sealed, 'row 1x')).toThrow(SealError)
    expect(() => createSeal(secretKey, 'other').open(sealed, 'row 1', 'x')).toThrow(SealError)
    expect(() => createSeal(key(), 'test').open(sealed, 'row 1', 'x')).toThrow(SealError)
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => seal.open(changed, 'row 1', 'x'), `byte ${at}`).toThrow(SealError)
    }
    expect(() => seal.open(sealed.subarray(0, 20), 'row 1', 'x')).toThrow(SealError)
  })
  it('that does not open can be asked for without a throw, and another mistake still is one', () => {
    expect(openOrNot(() => seal.open(seal.seal(Buffer.from('seed'))))).toEqual(Buffer.from('seed'))
    expect(openOrNot(() => createSeal(key(), 'test').open(seal.seal(Buffer.from('seed'))))).toBeInstanceOf(
      SealError,
    )
    const mistake = () => {
      throw new TypeError('a mistake')
    }
    expect(() => openOrNot(mistake)).toThrow(TypeError)
  })
})
