import fc from 'fast-check'
import { expect, it } from 'vitest'
import { coloursOfAccent } from './brand.ts'
import { accentTokens, contrastOf, hardestSurfaces } from './colours.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((colour) => `#${colour.toString(16).padStart(6, '0')}`)

const pair = (value: string) => /light-dark\((#\w+), (#\w+)\)/.exec(value)?.slice(1) ?? [value, value]

it('any accent colour is readable on light and on dark pages', () => {
  fc.assert(
    fc.property(hex, (accent) => {
      const colours = coloursOfAccent(accent)
      const tokens = accentTokens(colours)
      expect(contrastOf(colours.on_accent, accent)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(colours.on_accent, tokens['accent-hover'])).toBeGreaterThanOrEqual(4.5)
      const surfaces = [hardestSurfaces.light, hardestSurfaces.dark]
      const [texts, edges, softs] = [tokens['accent-text'], tokens['accent-edge'], tokens['accent-soft']].map(
        pair,
      )
      for (const at of [0, 1]) {
        expect(contrastOf(texts?.[at] ?? '', surfaces[at] ?? '')).toBeGreaterThanOrEqual(4.5)
        expect(contrastOf(texts?.[at] ?? '', softs?.[at] ?? '')).toBeGreaterThanOrEqual(4.5)
        expect(contrastOf(edges?.[at] ?? '', surfaces[at] ?? '')).toBeGreaterThanOrEqual(3)
      }
    }),
  )
})
