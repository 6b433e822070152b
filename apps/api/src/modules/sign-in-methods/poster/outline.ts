import anyAscii from 'any-ascii'
import bidiFactory from 'bidi-js'
import type { Font, GlyphRun } from 'fontkit'
import { LRUCache } from 'lru-cache'
import { fontWith, latinFont, type Weight } from './fonts.ts'

/** A line of text as outlines, with its baseline at y = 0. */
export interface Outline {
  path: string
  width: number
}

/**
 * Draws a line of text in the product's typeface, or in Noto. No font is needed to show or print it.
 * @param name that the line is a part of
 */
export function outline(text: string, weight: Weight, size: number, name = text): Outline {
  const { runs, width } = layOut(text, weight, name)
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

/** A line of text at any size. */
export interface Layout {
  runs: ({ font: Font } & Pick<GlyphRun, 'glyphs' | 'positions'>)[]
  /** At the size 1. */
  width: number
}

/** A text is laid out once for all sizes that are tried. */
const layouts = new LRUCache<string, Layout>({ max: 500 })

/** The glyphs of a line from left to right. The name that it is a part of decides its direction and the shapes of Han. */
export function layOut(text: string, weight: Weight, name = text): Layout {
  const key = JSON.stringify([weight, text, name])
  const known = layouts.get(key)
  if (known) return known
  const runs = runsOf(text.normalize('NFC'), weight, name).map(({ font, part, isFromRight }) => {
    const { glyphs, positions } = font.layout(
      part,
      undefined,
      undefined,
      undefined,
      isFromRight ? 'rtl' : 'ltr',
    )
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

/** A piece of text that one font draws in one direction. */
interface Run {
  font: Font
  part: string
  isFromRight: boolean
}

const bidi = bidiFactory()

/** By the first letter that has a direction. */
const directionOf = (name: string) =>
  bidi.getEmbeddingLevels(name).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'

/**
 * The pieces of a line from left to right, by the Unicode Bidirectional Algorithm (UAX 9). What is read from the right keeps its order
 * within its piece: the font reverses it when letters are joined.
 */
function runsOf(text: string, weight: Weight, name: string): Run[] {
  const found = bidi.getEmbeddingLevels(text, directionOf(name))
  const mirrored = bidi.getMirroredCharactersMap(text, found.levels)
  const runs: Run[] = []
  const starts: number[] = []
  let at = 0
  for (const character of text) {
    const isFromRight = (found.levels[at] ?? 0) % 2 === 1
    const last = runs.at(-1)
    const shown = mirrored.get(at) ?? character
    const { font, part } = drawn(shown, weight, name, last?.font)
    if (last?.font === font && last.isFromRight === isFromRight && isSameLevel(found.levels, at))
      last.part += part
    else {
      runs.push({ font, part, isFromRight })
      starts.push(at)
    }
    at += character.length
  }
  const placeOf = new Map(bidi.getReorderedIndices(text, found).map((index, place) => [index, place]))
  return runs
    .map((run, index) => ({ run, place: placeOf.get(starts[index] ?? 0) ?? 0 }))
    .sort((one, other) => one.place - other.place)
    .map(({ run }) => run)
}

const isSameLevel = (levels: Uint8Array, at: number) => levels[at] === levels[at - 1]

/** A sign that belongs to the character before it is drawn by the same font. Characters that no font has are written in Latin letters. */
function drawn(
  character: string,
  weight: Weight,
  name: string,
  last: Font | undefined,
): { font: Font; part: string } {
  const code = character.codePointAt(0) ?? 0
  const isBound = /[\p{M}\u200c\u200d]/u.test(character)
  if (isBound && last?.hasGlyphForCodePoint(code)) return { font: last, part: character }
  const font = fontWith(character, weight, name)
  return font ? { font, part: character } : { font: latinFont(weight), part: anyAscii(character) }
}

export interface Fitted {
  size: number
  lines: Outline[]
  /** The text begins at the right edge. */
  isFromRight: boolean
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
  return {
    size,
    lines: lines.map((line) => outline(line, fit.weight, size, text)),
    isFromRight: directionOf(text) === 'rtl',
  }
}

/** The lines of `fitText`. A word is broken only where it is longer than a line of the smallest size. */
export function fitLines(named: string, fit: Fit): { size: number; lines: string[] } {
  const { weight, sizes, width, maxLines } = fit
  const words = wordsOf(withoutPictures(named))
  const fitsAt = (size: number) => (line: string) => layOut(line, weight, named).width * size <= width
  for (const size of sizes) {
    const lines = wrap(words, fitsAt(size))
    if (lines.length <= maxLines(size) && lines.every((line) => fitsAt(size)(lineOf(line))))
      return { size, lines: lines.map(lineOf) }
  }
  const size = sizes.at(-1) ?? 10
  const fits = fitsAt(size)
  const lines = wrap(
    words.flatMap((word) => breakWord(word, fits)),
    fits,
  )
  const most = maxLines(size)
  if (lines.length <= most) return { size, lines: lines.map(lineOf) }
  const last = shorten(lines.slice(most - 1).flat(), fits)
  return { size, lines: [...lines.slice(0, most - 1).map(lineOf), last] }
}

/** The typeface has no emoji, and their names in words are no part of a name. A name of nothing else keeps them. */
function withoutPictures(text: string): string {
  const left = text
    .replaceAll(/\p{Emoji_Presentation}|\p{Emoji_Modifier}|.\ufe0f|(?<=\p{Emoji}\ufe0f?)\u200d/gu, '')
    .trim()
  return left === '' ? text : left
}

/** Scripts that are written without spaces. A line of them may end after any word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text, each with the space before it. A mark stays with the word before it, and an opening one with the next. */
function wordsOf(text: string): string[] {
  return (text.match(/\s*\S+/g) ?? ['']).flatMap((spaced) => {
    const word = spaced.replace(/^\s+/, ' ')
    if (!UNSPACED.test(word)) return [word]
    const parts: string[] = []
    for (const { segment, isWordLike } of words.segment(word)) {
      const last = parts.at(-1)
      if (last !== undefined && (!isWordLike || /[\s\p{Ps}\p{Pi}]$/u.test(last)))
        parts[parts.length - 1] = last + segment
      else parts.push(segment)
    }
    return parts
  })
}

const lineOf = (line: readonly string[]) => line.join('').trim()

/** Lines of whole words. A word that is longer than a line stays whole. */
function wrap(all: readonly string[], fits: (line: string) => boolean): string[][] {
  const lines: string[][] = []
  for (const word of all) {
    const last = lines.at(-1)
    if (last === undefined || !fits(lineOf([...last, word]))) lines.push([word])
    else last.push(word)
  }
  return lines
}

function breakWord(word: string, fits: (line: string) => boolean): string[] {
  const parts = ['']
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    const longer = (parts.at(-1) ?? '') + segment
    if (fits(longer.trim())) parts[parts.length - 1] = longer
    else parts.push(segment)
  }
  return parts
}

/** The beginning of a text, with dots: as many words as fit, or of one word as many letters. */
function shorten(all: readonly string[], fits: (part: string) => boolean): string {
  for (let count = all.length - 1; count > 0; count -= 1) {
    const dots = all[count]?.startsWith(' ') ? ' …' : '…'
    const part = `${lineOf(all.slice(0, count))}${dots}`
    if (fits(part)) return part
  }
  const letters = Array.from(new Intl.Segmenter().segment(lineOf(all.slice(0, 1))), ({ segment }) => segment)
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters.pop()
  return `${letters.join('')}…`
}
