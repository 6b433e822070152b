import anyAscii from 'any-ascii'
import unhomoglyph from 'unhomoglyph'

export interface FullName {
  firstName: string
  lastName: string
}

/** Joiners, soft hyphens, variation selectors, fillers, direction marks: nobody sees them. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/**
 * Accents and the vowel points of Arabic and Hebrew. The vowel signs of other scripts belong to the name and stay, as do the voicing
 * marks of kana.
 */
const accents =
  /[[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}]]--[\u3099\u309a]]/gv

/** Marks that have no business on such a letter: nobody sees them there, or as a speck. */
const strayMarks = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]\p{M}*)\p{M}/gu

/** Hearts, smileys, trade marks, raised and circled digits: ornaments beside a name, unless they are a letter in a frame. */
const ornaments = /[\p{S}\p{No}]/gu
const oneLetter = /^\p{L}$/u

/** What is written in Latin letters: their scripts, and signs of no script such as digits and mails in frames. */
const transliterated = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}]+/gu

const apostrophes = /['`]+/g
const betweenWords = /[^\p{L}\p{M}\p{N}]+/u

/** Passports and plain keyboards write ä, ö, ü, å as two letters (ICAO Doc 9303-3, section 6). At a word's end they are a name's own: Joe, Mae. */
const passportVowels = /(a)[ae]+(?=[b-df-hj-np-tv-z])|([ou])e+(?=[b-df-hj-np-tv-z])/g

/**
 * A name with everything folded away that two spellings of it may differ in: case, accents, invisible characters, compatibility
 * forms, Latin letters without a decomposition, Cyrillic and Greek for Latin letters, hyphens, apostrophes and placeholders, where the first
 * field ends, and which of the two comes first.
 */
export function foldName(name: FullName): string {
  return runTogether(foldWords(name))
}

/**
 * All readings of a name, the folded one first. The others also fold the order of all words, and letters and digits that look alike
 * (Unicode Technical Standard 39), in small or in capital letters. That is too much for telling people apart, and right for keeping
 * out somebody who does not want to be recognised.
 */
export function readingsOf(name: FullName): string[] {
  const plain = withoutMarks(unadorned(written(name)))
  const readings = [
    foldWords(name),
    ...[plain, plain.toUpperCase()].map((text) =>
      wordsIn(withoutMarks(unhomoglyph(text))).map((word) =>
        word.replaceAll('i', 'l').replaceAll('rn', 'm').replaceAll('vv', 'w'),
      ),
    ),
  ]
  return [...new Set(readings.flatMap((words) => [runTogether(words), inOrder(words)]))]
}

/** The words of a name, each folded, in their order. */
export function foldWords(name: FullName): string[] {
  return wordsIn(withoutMarks(written(name)))
}

/** A word that is nothing but ornaments is kept: it tells 🙂 Lee from 🙁 Lee. */
function written({ firstName, lastName }: FullName): string {
  return `${firstName} ${lastName}`
    .replace(invisible, '')
    .split(/(\s+)/u)
    .map((word) => (isReadable(withoutOrnaments(word)) ? withoutOrnaments(word) : word))
    .join('')
}

/** Without any ornament, unless there is nothing else. */
function unadorned(text: string): string {
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

function wordsIn(text: string): string[] {
  return text
    .replace(transliterated, anyAscii)
    .toLowerCase()
    .replace(apostrophes, '')
    .split(betweenWords)
    .filter((word) => word !== '')
    .map((word) => word.replace(passportVowels, '$1$2'))
}

function inOrder(words: string[]): string {
  return words.toSorted().join(' ')
}

/** The words without what divides them, as a ring that is read from its least beginning: "mary" "ann lee", "lee" "mary ann". */
function runTogether(words: string[]): string {
  const ring = Array.from(words.join(''))
  const start = leastRotation(ring)
  return [...ring.slice(start), ...ring.slice(0, start)].join('')
}

/** Where the smallest of all rotations begins, in linear time: two candidates, of which each comparison rules one out. */
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
