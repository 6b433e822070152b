import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, isInSrgb, toHex, type Oklch } from './colour.ts'
import { looks } from './looks.ts'
import { looksCss } from './looks-css.ts'
import { controlPairs, textPairs } from './pairs.ts'

describe('OKLCH to sRGB', () => {
  const table: [Oklch, string][] = [
    [[0, 0, 0], '#000000'],
    [[1, 0, 0], '#ffffff'],
    [[0.5999, 0, 0], '#808080'],
    [[0.62796, 0.25768, 29.234], '#ff0000'],
    [[0.86644, 0.29483, 142.495], '#00ff00'],
    [[0.45201, 0.31321, 264.052], '#0000ff'],
    [[0.4406, 0.1603, 303.37], '#663399'],
  ]
  test.each(table)('%j is %s', (colour, hex) => {
    expect(toHex(colour)).toBe(hex)
    expect(isInSrgb(colour)).toBe(true)
  })
  test('a chroma beyond sRGB is detected', () => {
    expect(isInSrgb([0.7, 0.3, 150])).toBe(false)
  })
})

describe('WCAG contrast', () => {
  const table: [Oklch, Oklch, number][] = [
    [[0, 0, 0], [1, 0, 0], 21],
    [[1, 0, 0], [1, 0, 0], 1],
    [[0.5999, 0, 0], [1, 0, 0], 3.95],
    [[0.62796, 0.25768, 29.234], [1, 0, 0], 4.0],
  ]
  test.each(table)('%j on %j is %d:1, either way round', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2)
    expect(contrast(other, one)).toBeCloseTo(ratio, 2)
  })
})

describe.each(looks)('the look $name', (look) => {
  describe.each(['light', 'dark'] as const)('%s', (theme) => {
    const colours = look[theme]
    test.each(textPairs)('%s can be read on %s', (foreground, background) => {
      expect(contrast(colours[foreground], colours[background])).toBeGreaterThanOrEqual(4.5)
    })
    test.each(controlPairs)('%s can be seen on %s', (foreground, background) => {
      expect(contrast(colours[foreground], colours[background])).toBeGreaterThanOrEqual(3)
    })
    test.each(Object.entries(colours))('%s is inside sRGB', (_name, colour) => {
      expect(isInSrgb(colour)).toBe(true)
    })
  })
})

test('the style sheet of the looks is written from these values', () => {
  const written = readFileSync(new URL('../tokens/looks.css', import.meta.url), 'utf8')
  expect(written).toBe(looksCss())
})
