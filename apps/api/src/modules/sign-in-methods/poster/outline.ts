import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import anyAscii from 'any-ascii'
import { create, type Font, type GlyphRun } from 'fontkit'
import { LRUCache } from 'lru-cache'

export type Weight = 500 | 700

/** The scripts of the typeface, each in a file of its own; the first one that has a character draws it. */
const scripts = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'] as const

const loaded = new Map<string, Font>()

function fontOf(script: (typeof scripts)[number], weight: Weight): Font {
  const name = `inter-${script}-${weight}-normal.woff`
  const known = loaded.get(name)
  if (known) return known
  const font = create(readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/inter/files/${name}`))))
  // A file with several fonts is a collection. These have one each.
  if (!('layout' in font)) throw new Error(`${name} is no font`)
  loaded.set(name, font)
  return font
}

/** A line of text as outlines, with its baseline at y = 0. */
export interface Outline {
  path: string
  width: number
}

/** Draws a line of text in the product's typeface. No font is needed to show or print it. */
export function outline(text: string, weight: Weight, size: number): Outline {
  const { runs, width } = layOut(text, weight)
  let path = ''
  let x = 0
  for (const { font, glyphs, positions } of runs) {
    const scale = size / font.unitsPerEm
    for (const [at, glyph] of glyphs.entries()) {
      const position = positions[at]
      const placed = glyph.path
        .scale(scale, -scale)
        .translate(x + (position?.xOffset ?? 0) * scale, -(position?.yOffset ?? 0) * scale)
      path += rounded(placed.toSVG())
      x += (position?.xAdvance ?? 0) * scale
    }
  }
  return { path, width: width * size }
}

function widthOf(text: string, weight: Weight, size: number): number {
  return layOut(text, weight).width * size
}

/** A line of text at any size. */
interface Layout {
  runs: ({ font: Font } & Pick<GlyphRun, 'glyphs' | 'positions'>)[]
  /** At the size 1. */
  width: number
}

/** A text is laid out once for all sizes that are tried. */
const layouts = new LRUCache<string, Layout>({ max: 500 })

function layOut(text: string, weight: Weight): Layout {
  const key = `${weight} ${text}`
  const known = layouts.get(key)
  if (known) return known
  const runs = runsOf(text, weight).map(({ font, part }) => {
    const { glyphs, positions } = font.layout(part)
    return { font, glyphs, positions }
  })
  const width = runs
    .flatMap(({ font, positions }) => positions.map(({ xAdvance }) => xAdvance / font.unitsPerEm))
    .reduce((sum, advance) => sum + advance, 0)
  const layout = { runs, width }
  layouts.set(key, layout)
  return layout
}

/** Coordinates with two decimals: a hundredth of a point cannot be seen, and the file is half as large. */
function rounded(path: string): string {
  return path.replaceAll(/-?\d+\.\d+(?:e-?\d+)?/g, (number) => String(Math.round(Number(number) * 100) / 100))
}

/** The text in pieces that one font draws each. Letters that no font has are written in Latin ones. */
function runsOf(text: string, weight: Weight): { font: Font; part: string }[] {
  const runs: { font: Font; part: string }[] = []
  for (const character of text.normalize('NFC')) {
    const font = fontWith(character, weight)
    const part = font ? character : anyAscii(character)
    const chosen = font ?? fontOf('latin', weight)
    const last = runs.at(-1)
    if (last?.font === chosen) last.part += part
    else runs.push({ font: chosen, part })
  }
  return runs
}

function fontWith(character: string, weight: Weight): Font | undefined {
  const code = character.codePointAt(0) ?? 0
  for (const script of scripts) {
    const font = fontOf(script, weight)
    if (font.hasGlyphForCodePoint(code)) return font
  }
  return undefined
}

export interface Fitted {
  size: number
  lines: Outline[]
}

export interface Fit {
  weight: Weight
  /** The sizes to try, the largest first. */
  sizes: readonly number[]
  width: number
  /** How many lines there may be of a size. */
  maxLines: (size: number) => number
}

/** The text at the largest size at which it fits. At the smallest one, what does not fit is left out, with dots for it. */
export function fitText(text: string, fit: Fit): Fitted {
  const { size, lines } = fitLines(text, fit)
  return { size, lines: lines.map((line) => outline(line, fit.weight, size)) }
}

/** The lines of `fitText`. A word is broken only where it is longer than a line of the smallest size. */
export function fitLines(named: string, fit: Fit): { size: number; lines: string[] } {
  const { weight, sizes, width, maxLines } = fit
  const text = withoutPictures(named)
  for (const size of sizes) {
    const lines = wrap(text.split(/\s+/), weight, size, width)
    if (lines.length <= maxLines(size) && lines.every((line) => widthOf(line, weight, size) <= width))
      return { size, lines }
  }
  const size = sizes.at(-1) ?? 10
  const parts = text.split(/\s+/).flatMap((word) => breakWord(word, weight, size, width))
  const lines = wrap(parts, weight, size, width)
  const most = maxLines(size)
  if (lines.length <= most) return { size, lines }
  const last = shorten(lines.slice(most - 1).join(' '), (part) => widthOf(part, weight, size) <= width)
  return { size, lines: [...lines.slice(0, most - 1), last] }
}

/** The typeface has no emoji, and their names in words are no part of a name. A name of nothing else keeps them. */
function withoutPictures(text: string): string {
  const left = text.replaceAll(/\p{Emoji_Presentation}|\p{Emoji_Modifier}|.\ufe0f|\u200d/gu, '').trim()
  return left === '' ? text : left
}

/** Lines of whole words. A word that is longer than a line stays whole. */
function wrap(words: readonly string[], weight: Weight, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && widthOf(longer, weight, size) > width) lines.push(word)
    else lines[Math.max(0, lines.length - 1)] = longer
  }
  return lines
}

function breakWord(word: string, weight: Weight, size: number, width: number): string[] {
  const parts = ['']
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    const longer = (parts.at(-1) ?? '') + segment
    if (widthOf(longer, weight, size) > width) parts.push(segment)
    else parts[parts.length - 1] = longer
  }
  return parts
}

/** The beginning of a text, with dots: as many words as fit, or of one word as many letters. */
function shorten(text: string, fits: (part: string) => boolean): string {
  const words = text.split(' ')
  for (let count = words.length - 1; count > 0; count -= 1) {
    const part = `${words.slice(0, count).join(' ')} …`
    if (fits(part)) return part
  }
  const letters = Array.from(new Intl.Segmenter().segment(words[0] ?? ''), ({ segment }) => segment)
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters.pop()
  return `${letters.join('')}…`
}
