import { limits } from '@gatehouse/validation/limits'
import { readRecoveryCode, recoveryCodeAlphabet } from '@gatehouse/validation/recovery-codes'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskedCode, newRecoveryCodes, tailOf } from './recovery-codes.ts'

const signs = Array.from(recoveryCodeAlphabet)
const anyCode = fc
  .array(fc.constantFrom(...signs), { minLength: 12, maxLength: 12 })
  .map((chosen) => `${chosen.slice(0, 6).join('')}-${chosen.slice(6).join('')}`)

describe('recovery codes', () => {
  it('are ten of thirteen characters, each with 64 bits or more, none twice', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) {
      expect(code).toHaveLength(limits.recoveryCodeCharacters)
      expect(code).toMatch(/^\w{6}-\w{6}$/)
      expect(readRecoveryCode(code)).toBe(code)
    }
    expect(new Set(signs).size).toBe(signs.length)
    expect(12 * Math.log2(signs.length)).toBeGreaterThanOrEqual(64)
  })
  it('use every sign about equally often', () => {
    const counts = new Map<string, number>()
    const drawn = 400
    for (let set = 0; set < drawn; set += 1) {
      for (const sign of newRecoveryCodes().join('').replaceAll('-', ''))
        counts.set(sign, (counts.get(sign) ?? 0) + 1)
    }
    const mean = (drawn * 120) / signs.length
    for (const sign of signs) expect(counts.get(sign), sign).toBeGreaterThan(mean * 0.8)
    for (const sign of signs) expect(counts.get(sign), sign).toBeLessThan(mean * 1.2)
  })
  it('are read with blanks, without the hyphen, and with capitals that differ in size only', () => {
    fc.assert(
      fc.property(anyCode, (code) => {
        expect(readRecoveryCode(code.replace('-', ''))).toBe(code)
        expect(readRecoveryCode(` ${code.slice(0, 6)} ${code.slice(7)} `)).toBe(code)
        expect(readRecoveryCode(code.replace(/[ckpsuvwxz]/g, (sign) => sign.toUpperCase()))).toBe(code)
      }),
    )
  })
  it('are nothing but that', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 13 }), (text) => {
        const read = readRecoveryCode(text)
        if (read !== undefined) expect(read).toMatch(/^\w{6}-\w{6}$/)
      }),
    )
    for (const text of ['', 'abcdef', 'abcdef-abcde1', 'abcdef-abcdeI', 'abcdef-abcdefg']) {
      expect(readRecoveryCode(text), text).toBeUndefined()
    }
  })
  it('show their last two signs once they are in force', () => {
    expect(maskedCode(tailOf('abcdef-ghjkmn'))).toBe('••••••-••••mn')
  })
})
