import { foldText } from './fold-text.ts'
import { plainDigits } from './plain-digits.ts'

/** The folded spellings of a word, the typed one first. A text matches if it contains one. */
export type SearchWord = readonly [typed: string, ...others: string[]]

/** The terms of a search. All of them must be found. */
export interface SearchTerms {
  words: SearchWord[]
  numbers: NumberTerm[]
}

/** Digits that may be a phone number, or a word as in "Gate 100". */
export interface NumberTerm {
  words: SearchWord[]
  /** Parts of a number in E.164. One of them has to be found. */
  partsOfPhone: string[]
}

/** Fewer digits would match almost every number. */
const MIN_DIGITS = 3
/** A number of this length may begin with a trunk prefix, dialled only in the country. */
const NATIONAL_DIGITS = 8

/** Folding makes up to 18 characters of one, and every word is compared with every row. */
const MOST_WORDS = 8
const MOST_CHARACTERS = 100
/** Each two letters that may be an umlaut double the spellings of a word. */
const MOST_SPELLINGS = 4
/** The first vowels of a plain word that may be an umlaut written as two letters in the text. */
const MOST_VOWELS = 3

/** How passports and plain keyboards write these letters (ICAO Doc 9303-3, section 6). */
const twoLetters = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ø', 'oe'],
  ['ü', 'ue'],
  ['å', 'aa'],
])
const spellOut = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöøüå]/g, (letter) => twoLetters.get(letter) ?? letter)

/** A comma separates words like a space, so that "Family, Given" finds the person. */
const WORD_END = /[ \t,،、]/

/**
 * Parses the text of a search box: words in any order, and a phone number in any spelling. Only the
 * first words and characters of the folded text count.
 */
export function readSearch(typed: string): SearchTerms {
  const terms: SearchTerms = { words: [], numbers: [] }
  let figures: string[] = []
  const endNumber = () => {
    const words = figures.map((figure): SearchWord => [figure])
    const partsOfPhone = findPartsOfPhone(plainDigits(figures.join('')))
    if (partsOfPhone.length > 0) terms.numbers.push({ words, partsOfPhone })
    else terms.words.push(...words)
    figures = []
  }
  let count = 0
  const spelledOut = beginningOf(foldText(spellOut(typed)), 2 * MOST_CHARACTERS).split(WORD_END)
  for (const [at, word] of beginningOf(foldText(typed), MOST_CHARACTERS).split(WORD_END).entries()) {
    if (word !== '') count += 1
    if (count > MOST_WORDS) break
    const figure = plainDigits(word)
    if (/^[\d+()./]+$/.test(figure) && /\d/.test(figure)) figures.push(word)
    else {
      endNumber()
      if (word !== '') terms.words.push(spellingsOf(word, spelledOut[at] ?? word))
    }
  }
  endNumber()
  return terms
}

/** By code points, so that no surrogate pair is split. */
const beginningOf = (text: string, characters: number) => Array.from(text).slice(0, characters).join('')

/** "müller", "mueller" and "muller" each match a text in any of these spellings. */
function spellingsOf(word: string, spelledOut: string): SearchWord {
  let spellings = ['']
  for (const part of spelledOut.split(/((?:a[ae]|[ou]e)(?=[b-df-hj-np-tv-xz]))/)) {
    const isUmlaut = /^(?:a[ae]|[ou]e)$/.test(part) && spellings.length < MOST_SPELLINGS
    const readings = isUmlaut ? [part, part.slice(0, 1)] : [part]
    spellings = spellings.flatMap((spelling) => readings.map((reading) => spelling + reading))
  }
  const vowels =
    spellings.length > 1 ? [] : [...word.matchAll(/[aou](?=[b-df-hj-np-tv-xz])/g)].slice(0, MOST_VOWELS)
  const writtenOut = vowels.map(({ index }) => `${word.slice(0, index + 1)}e${word.slice(index + 1)}`)
  const others = new Set([...spellings, ...writtenOut])
  others.delete(word)
  return [word, ...others]
}

function findPartsOfPhone(figures: string): string[] {
  // "+61 (0)491" is how a number is written for readers at home and abroad.
  const isInternational = figures.startsWith('+')
  const digits = figures.replace('(0)', '').replace(/\D/g, '')
  const parts = isInternational ? [`+${digits}`] : [digits]
  if (!isInternational && digits.startsWith('00')) parts.push(`+${digits.slice(2)}`)
  else if (!isInternational && (digits.startsWith('0') || digits.length >= NATIONAL_DIGITS)) {
    parts.push(digits.slice(1))
  }
  return parts.filter((part) => part.replace('+', '').length >= MIN_DIGITS)
}

/** Whether all terms match the folded texts, or the number where the reader may see it. */
export function matchesTerms(
  { words, numbers }: SearchTerms,
  { texts, phone }: { texts: readonly string[]; phone: string | null },
): boolean {
  const hasWord = (word: SearchWord) => word.some((spelling) => texts.some((text) => text.includes(spelling)))
  return (
    words.every(hasWord) &&
    numbers.every(
      (number) =>
        number.words.every(hasWord) ||
        (phone !== null && number.partsOfPhone.some((part) => phone.includes(part))),
    )
  )
}
