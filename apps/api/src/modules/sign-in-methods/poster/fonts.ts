import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import decompress from 'wawoff2/decompress.js'

export type Weight = 500 | 700

/** The scripts of the product's typeface, each in a file of its own; the first one that has a character draws it. */
const scripts = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'] as const

/** The families of Noto for what it lacks. Of the last three each has all characters of Han, in the shapes that its readers know. */
const families = ['arabic', 'hebrew', 'thai', 'devanagari', 'sc', 'jp', 'kr'] as const
type Family = (typeof families)[number]

const fonts = new Map<string, Font>()

const read = (path: string) => readFileSync(fileURLToPath(import.meta.resolve(path)))

function fontOf(bytes: Uint8Array, name: string): Font {
  const font = create(Buffer.from(bytes))
  // A file with several fonts is a collection. These have one each.
  if (!('layout' in font)) throw new Error(`${name} is no font`)
  return font
}

/** A font of the product's typeface. */
function interOf(script: (typeof scripts)[number], weight: Weight): Font {
  const name = `inter-${script}-${weight}-normal.woff`
  const known = fonts.get(name)
  if (known) return known
  const font = fontOf(read(`@fontsource/inter/files/${name}`), name)
  fonts.set(name, font)
  return font
}

/** Draws what no font has, written in Latin letters. */
export const latinFont = (weight: Weight): Font => interOf('latin', weight)

const ranges = new Map<Family, [name: string, from: number, to: number][]>()

/** Which file of a family has which characters. Those of other scripts are left out: Inter has them. */
function rangesOf(family: Family): [name: string, from: number, to: number][] {
  const known = ranges.get(family)
  if (known) return known
  const parts = JSON.parse(
    read(`@fontsource-variable/noto-sans-${family}/unicode.json`).toString(),
  ) as Record<string, string>
  const found = Object.entries(parts)
    .filter(([part]) => part === family || part.startsWith('['))
    .flatMap(([part, text]) =>
      text.split(',').map((range): [string, number, number] => {
        const [from = 0, to = from] = range
          .trim()
          .slice('U+'.length)
          .split('-')
          .map((code) => Number.parseInt(code, 16))
        return [fileOf(family, part), from, to]
      }),
    )
  ranges.set(family, found)
  return found
}

const fileOf = (family: Family, part: string) =>
  `@fontsource-variable/noto-sans-${family}/files/noto-sans-${family}-${part.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`

const filesWith = (family: Family, code: number) =>
  rangesOf(family).flatMap(([name, from, to]) => (code >= from && code <= to ? [name] : []))

/** The families in the order in which they are asked: a name with kana is Japanese, one with Hangul Korean. */
function familiesFor(name: string): readonly Family[] {
  const own = /\p{scx=Hangul}/u.test(name)
    ? 'kr'
    : /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(name)
      ? 'jp'
      : 'sc'
  return [...families.slice(0, 4), own, ...families.slice(4).filter((family) => family !== own)]
}

const codeOf = (character: string) => character.codePointAt(0) ?? 0

const interWith = (code: number, weight: Weight) =>
  scripts.map((script) => interOf(script, weight)).find((font) => font.hasGlyphForCodePoint(code))

/**
 * Loads what draws these names. Fontkit cannot vary the weight of a WOFF2 file, so each one is unpacked first. A file has some hundred
 * characters of Han, so a name needs few of them.
 */
export async function loadFonts(names: readonly string[]): Promise<void> {
  for (const name of names) {
    for (const character of new Set(name.normalize('NFC'))) {
      const code = codeOf(character)
      if (interWith(code, 500)) continue
      for (const family of familiesFor(name)) {
        for (const file of filesWith(family, code)) await loadFile(file)
        if (notoWith(code, 500, [family])) break
      }
    }
  }
}

async function loadFile(name: string): Promise<void> {
  if (fonts.has(name)) return
  fonts.set(name, fontOf(await decompress(read(name)), name))
}

function notoWith(code: number, weight: Weight, asked: readonly Family[]): Font | undefined {
  for (const family of asked) {
    for (const file of filesWith(family, code)) {
      const font = fonts.get(file)
      if (font?.hasGlyphForCodePoint(code)) return atWeight(font, file, weight)
    }
  }
  return undefined
}

function atWeight(font: Font, file: string, weight: Weight): Font {
  const name = `${file} ${weight}`
  const known = fonts.get(name)
  if (known) return known
  const varied = font.getVariation({ wght: weight })
  fonts.set(name, varied)
  return varied
}

/**
 * The font that draws a character; undefined where none has it.
 * @param name that the character belongs to
 */
export function fontWith(character: string, weight: Weight, name: string): Font | undefined {
  const code = codeOf(character)
  return interWith(code, weight) ?? notoWith(code, weight, familiesFor(name))
}
