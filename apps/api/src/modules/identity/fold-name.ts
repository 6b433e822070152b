import { createRequire } from 'node:module'
import type anyAscii from 'any-ascii'
import type unhomoglyph from 'unhomoglyph'
import { later } from '../../lib/later.ts'

const require = createRequire(import.meta.url)
const loadAnyAscii = later(() => (require('any-ascii') as { default: typeof anyAscii }).default)
const loadUnhomoglyph = later(() => require('unhomoglyph') as typeof unhomoglyph)

export interface FullName {
  firstName: string
  lastName: string
}

/** Joiners, soft hyphens, variation selectors, fillers and direction marks are invisible. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/**
 * Accents, and the vowel points of Arabic and Hebrew. The vowel signs of other scripts are part of
 * the name and stay, as do the voicing marks of kana.
 */
const accents =
  /[[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}]]--[\u3099\u309a]]/gv

/** Marks of other scripts on these letters are invisible, or look like a speck. */
const strayMarks = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]\p{M}*)\p{M}/gu

/** Hearts, trademarks, superscript and circled digits decorate a name; framed letters do not. */
const ornaments = /[\p{S}\p{No}]/gu
const oneLetter = /^\p{L}$/u

/** Scripts that Latin letters can write, and characters of no script, such as digits. */
const transliterated = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}]+/gu

const isAscii = /^[\0-\x7f]*$/

const apostrophes = /['`]+/g
const betweenWords = /[^\p{L}\p{M}\p{N}]+/u

/**
 * Passports and plain keyboards write ä, ö, ü as two letters (ICAO Doc 9303-3, section 6). Folded
 * only where names of other languages rarely have these two letters, because relatives share a
 * mobile: Jaeger, Moeller and Schoen, but not Saeed, Jaemin, Boer, Joelle, Bauer or Yuen. After a
 * vowel, at the end of a word, and before one consonant and a vowel other than -er, both letters
 * are part of the name.
 */
const passportVowels = (c: string) =>
  new RegExp(
    `(?<![aeiou])(?:(?<a>a)e(?=${c}{2}|${c}er|r$)|(?<o>o)e(?=${c}{2}|${c}e[nr]|le$)|(?<u>u)e(?=${c}{2}|${c}er)|` +
      `(?<=sch)(?<german>[aou])e(?=${c}))(?!ll(?:e|en)$|ls$)`,
    'g',
  )
const plainVowels = passportVowels('[b-df-hj-np-tv-xz]')
/** Among letters that look alike, an l may be an i. */
const confusableVowels = passportVowels('[b-df-hjkmnp-tv-xz]')

/**
 * The folded form of a name, the same for all its spellings. It ignores case, accents, invisible
 * characters, compatibility forms, hyphens, apostrophes, blanks, and where the first field ends. It
 * writes Cyrillic, Greek and special Latin letters as plain Latin ones.
 */
export function foldName(name: FullName): string {
  return foldWords(name).join('')
}

/** The folded form of a name whose family name may have been typed first. */
export function foldNameInAnyOrder(name: FullName): string {
  return joinAsRing(foldWords(name))
}

/**
 * All readings of a name, the folded one first. The others also ignore the order of words, and
 * letters and digits that look alike (Unicode Technical Standard 39), in lower or upper case. This
 * is too coarse to identify people, but right for bans, because a banned person may disguise the
 * name.
 */
export function readingsOf(name: FullName): string[] {
  const plain = withoutMarks(withoutOrnamentsIfReadable(cleanName(name)))
  const readings = [
    foldWords(name),
    ...[plain, plain.toUpperCase()].map((text) => {
      // The table maps m to rn, which the vowel rules would read as two consonants.
      const words = splitWords(withoutMarks(loadUnhomoglyph()(text)))
      const joined = words.map((word) => word.replaceAll('rn', 'm').replaceAll('vv', 'w'))
      return joined.map((word) => withoutPassportVowels(word, confusableVowels).replaceAll('i', 'l'))
    }),
  ]
  const swapped = { firstName: name.lastName, lastName: name.firstName }
  return [
    ...new Set([
      foldName(name),
      foldName(swapped),
      ...readings.flatMap((words) => [joinAsRing(words), inOrder(words)]),
    ]),
  ]
}

/** The words of a name in their order, each folded. */
export function foldWords(name: FullName): string[] {
  return splitWords(withoutMarks(cleanName(name))).map((word) => withoutPassportVowels(word))
}

/** Removes invisible characters and ornaments. A word of ornaments stays: 🙂 Lee is not 🙁 Lee. */
function cleanName({ firstName, lastName }: FullName): string {
  return `${firstName} ${lastName}`
    .replace(invisible, '')
    .split(/(\s+)/u)
    .map((word) => (isReadable(withoutOrnaments(word)) ? withoutOrnaments(word) : word))
    .join('')
}

/** Removes all ornaments, unless nothing readable would be left. */
function withoutOrnamentsIfReadable(text: string): string {
  return isReadable(withoutOrnaments(text)) ? withoutOrnaments(text) : text
}

function withoutOrnaments(text: string): string {
  return text.replace(ornaments, (sign) => (oneLetter.test(sign.normalize('NFKD')) ? sign : ''))
}

function isReadable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

function withoutMarks(text: string): string {
  return text
    .normalize('NFKD')
    .replace(invisible, '')
    .replace(strayMarks, '')
    .replace(accents, '')
    .normalize('NFC')
}

function splitWords(text: string): string[] {
  return text
    .replace(transliterated, inAscii)
    .toLowerCase()
    .replace(apostrophes, '')
    .split(betweenWords)
    .filter((word) => word !== '')
}

function withoutPassportVowels(word: string, vowels = plainVowels): string {
  return word.replace(vowels, '$<a>$<o>$<u>$<german>')
}

function inAscii(text: string): string {
  return isAscii.test(text) ? text : loadAnyAscii()(text)
}

function inOrder(words: string[]): string {
  return words.toSorted().join(' ')
}

/** Joins the words into a ring from its smallest rotation: "mary" "ann lee" is "lee" "mary ann". */
function joinAsRing(words: string[]): string {
  const ring = Array.from(words.join(''))
  const start = leastRotation(ring)
  return [...ring.slice(start), ...ring.slice(0, start)].join('')
}

/** The start of the smallest rotation, in linear time: each comparison rules out a candidate. */
function leastRotation(ring: string[]): number {
  const size = ring.length
  let first = 0
  let second = 1
  let same = 0
  while (first < size && second < size && same < size) {
    const a = ring[(first + same) % size] ?? ''
    const b = ring[(second + same) % size] ?? ''
    if (a === b) {
      same += 1
      continue
    }
    if (a > b) first += same + 1
    else second += same + 1
    if (first === second) second += 1
    same = 0
  }
  return Math.min(first, second)
}
