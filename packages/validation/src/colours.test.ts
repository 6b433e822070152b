import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentTokens, contrastOf, faultOfColours, hardestSurfaces, leastContrast } from './colours.ts'

const hex = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('contrastOf', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 2)
    expect(contrastOf(other, one)).toBeCloseTo(ratio, 2)
  })
})

describe('faultOfColours', () => {
  it.each([
    ['#015c5d', '#fefcf9', undefined],
    ['#fcbe16', '#15171c', 'accent'],
    ['#015c5d', '#123456', 'on_accent'],
    ['#ffffff', '#ffffff', 'accent'],
    ['#767676', '#ffffff', undefined],
  ])('%s with %s: %s', (accent, on_accent, fault) => {
    expect(faultOfColours({ accent, on_accent })).toBe(fault)
  })
})

it('the tokens of accepted colours can be read, light and dark', () => {
  const { text, control } = leastContrast
  fc.assert(
    fc.property(hex, hex, (accent, on_accent) => {
      fc.pre(faultOfColours({ accent, on_accent }) === undefined)
      const tokens = accentTokens({ accent, on_accent })
      const of = (name: 'accent-edge' | 'accent-text' | 'accent-soft' | 'focus', scheme: number) =>
        tokens[name].match(/#[\da-f]{6}/g)?.[scheme] ?? ''
      for (const [scheme, surface] of [hardestSurfaces.light, hardestSurfaces.dark].entries()) {
        for (const background of [surface, of('accent-soft', scheme)]) {
          expect(contrastOf(of('accent-text', scheme), background)).toBeGreaterThanOrEqual(text)
          expect(contrastOf(of('accent-edge', scheme), background)).toBeGreaterThanOrEqual(control)
          expect(contrastOf(of('focus', scheme), background)).toBeGreaterThanOrEqual(control)
        }
      }
      expect(contrastOf(tokens['on-accent'], tokens.accent)).toBeGreaterThanOrEqual(text)
      expect(contrastOf(tokens['on-accent'], tokens['accent-hover'])).toBeGreaterThanOrEqual(text)
    }),
  )
})
