import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCipher, tryDecrypt, DecryptionError } from './encryption.ts'

const key = () => randomBytes(32).toString('base64url')

describe('a cipher', () => {
  const secretKey = key()
  const cipher = createCipher(secretKey, 'test')

  it('decrypts what it encrypted in the same context', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.array(fc.string(), { maxLength: 3 }),
        (bytes, context) => {
          expect(new Uint8Array(cipher.decrypt(cipher.encrypt(bytes, ...context), ...context))).toEqual(bytes)
        },
      ),
    )
  })
  it('never makes the same bytes twice', () => {
    const plain = Buffer.from('seed')
    expect(cipher.encrypt(plain, 'a')).not.toEqual(cipher.encrypt(plain, 'a'))
    expect(cipher.encrypt(plain).includes(plain)).toBe(false)
  })
  it('does not open in another context, for another purpose, with another key, or with a bit changed', () => {
    const encrypted = cipher.encrypt(Buffer.from('seed'), 'row 1', 'x')
    expect(() => cipher.decrypt(encrypted, 'row 2', 'x')).toThrow(DecryptionError)
    expect(() => cipher.decrypt(encrypted, 'row 1x')).toThrow(DecryptionError)
    expect(() => createCipher(secretKey, 'other').decrypt(encrypted, 'row 1', 'x')).toThrow(DecryptionError)
    expect(() => createCipher(key(), 'test').decrypt(encrypted, 'row 1', 'x')).toThrow(DecryptionError)
    for (let at = 0; at < encrypted.length; at += 1) {
      const changed = Buffer.from(encrypted)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => cipher.decrypt(changed, 'row 1', 'x'), `byte ${at}`).toThrow(DecryptionError)
    }
    expect(() => cipher.decrypt(encrypted.subarray(0, 20), 'row 1', 'x')).toThrow(DecryptionError)
  })
  it('that does not open can be asked for without a throw, and another mistake still is one', () => {
    expect(tryDecrypt(() => cipher.decrypt(cipher.encrypt(Buffer.from('seed'))))).toEqual(Buffer.from('seed'))
    expect(
      tryDecrypt(() => createCipher(key(), 'test').decrypt(cipher.encrypt(Buffer.from('seed')))),
    ).toBeInstanceOf(DecryptionError)
    const mistake = () => {
      throw new TypeError('a mistake')
    }
    expect(() => tryDecrypt(mistake)).toThrow(TypeError)
  })
})
