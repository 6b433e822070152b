import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { totpCode } from '../../../../test/totp-generator.ts'
import { newSeed, secretOf, stepOfCode, totpUri } from './totp.ts'

/** RFC 6238, appendix B, for SHA-1; the last six of its eight digits. */
const rfcSeed = Buffer.from('12345678901234567890')
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]
const at = (seconds: number) => new Date(seconds * 1000)

it.each(vectors)('the generator of the tests makes the code of the RFC at %i s', (seconds, code) => {
  expect(totpCode(secretOf(rfcSeed), at(seconds))).toBe(code)
})

describe('a code', () => {
  it.each(vectors)('of the RFC at %i s belongs to its step', (seconds, code) => {
    expect(stepOfCode(rfcSeed, code, at(seconds), 0)).toBe(Math.floor(seconds / 30))
  })
  const time = fc.integer({ min: 1_600_000_000, max: 4_000_000_000 })

  it('counts one step early and one late, and no further', () => {
    fc.assert(
      fc.property(time, fc.integer({ min: -4, max: 4 }), (seconds, off) => {
        const seed = newSeed()
        const code = totpCode(secretOf(seed), at(seconds))
        const now = at((Math.floor(seconds / 30) + off) * 30)
        const found = stepOfCode(seed, code, now, 0)
        // Two of a hundred thousand steps share a code by chance; then another step is found.
        if (Math.abs(off) <= 1) expect(found).toBeDefined()
        else expect(found).not.toBe(Math.floor(seconds / 30))
      }),
    )
  })
  it('of a step up to the last accepted one is refused', () => {
    fc.assert(
      fc.property(time, fc.integer({ min: -1, max: 1 }), (seconds, off) => {
        const seed = newSeed()
        const step = Math.floor(seconds / 30)
        const code = totpCode(secretOf(seed), at(seconds))
        const now = at((step + off) * 30 + 7)
        expect(stepOfCode(seed, code, now, step)).not.toBe(step)
        expect(stepOfCode(seed, code, now, step - 1)).toBeGreaterThanOrEqual(step)
      }),
    )
  })
  it.each(['', '12345', '1234567', 'abcdef', '28708２', ' 287082', '287082\n'])(
    'that is %j is refused',
    (text) => {
      expect(stepOfCode(rfcSeed, text, at(59), 0)).toBeUndefined()
    },
  )
})

describe('a seed', () => {
  it('has 160 bits, and is in the URI of its QR code', () => {
    const seed = newSeed()
    expect(seed).toHaveLength(20)
    const uri = new URL(totpUri(seed, 'ana+ü@test.example'))
    expect(uri.protocol).toBe('otpauth:')
    expect(decodeURIComponent(uri.pathname)).toContain('Gatehouse:ana+ü@test.example')
    expect(uri.searchParams.get('secret')).toBe(secretOf(seed))
    expect(uri.searchParams.get('issuer')).toBe('Gatehouse')
    expect(secretOf(seed)).toMatch(/^[A-Z2-7]{32}$/)
  })
})
