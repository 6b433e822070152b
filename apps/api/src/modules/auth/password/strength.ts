import { commonWords } from './common-words.ts'

/** The product's own words: the first that somebody tries at an installation of it. */
const productWords = ['gatehouse', 'presence', 'pulse', 'batbooth']

/** Parts of a word, such as a client's name or an address, that a password may not be built from. */
const SHORTEST_OWN_WORD = 4
/** What has to be left of a password when every guessable part is taken out of it. */
const LEAST_REST = 5

const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '+': 't',
  '(': 'c',
}
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '!@#$%^&*()_+',
]
const walks = [...rows, ...rows.map((row) => Array.from(row).toReversed().join(''))]

/**
 * Whether a password is one of the first that are tried: a common word, the product's or the owner's own words, keys in a
 * row, or one thing over and over, whatever digits and signs stand around it. A long phrase that merely holds such a word
 * is none.
 * @param own texts that belong to the owner: names, address, client
 */
export function isWeakPassword(password: string, own: readonly string[]): boolean {
  const folded = fold(password)
  if (isRepetition(folded) || isWalk(folded)) return true
  const guessable = [...ownWords(own), ...productWords, ...commonWords]
  return [folded, withoutLookAlikes(folded)].some((text) => restOf(text, guessable).length < LEAST_REST)
}

/** Whether it is common for anybody: what the bundled list can say where the breach service is away. */
export function isCommonPassword(password: string): boolean {
  return isWeakPassword(password, [])
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function withoutLookAlikes(text: string): string {
  return text.replace(/[\d@$!|+(]/g, (sign) => lookAlikes[sign] ?? sign)
}

function ownWords(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => fold(text).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= SHORTEST_OWN_WORD)
}

/**
 * What is left once guessable words (the longest first), years, digits in a row or repeated and repeated signs are taken out, and then the
 * placeholders and signs around them. Signs alone are as good as letters.
 */
function restOf(text: string, guessable: readonly string[]): string {
  const found = guessable.filter((word) => text.includes(word)).toSorted((a, b) => b.length - a.length)
  let rest = text
  for (const word of found) rest = rest.replaceAll(word, ' ')
  rest = rest
    .replace(/(19|20)\d\d/g, ' ')
    .replace(/\d+/g, (digits) => (isRepetition(digits) || isWalk(digits) ? ' ' : digits))
    .replace(/([^\p{L}\p{N}])\1{2,}/gu, ' ')
  return rest === text ? text : rest.replace(/[^\p{L}\p{N}]/gu, '')
}

/** One sign or one short part over and over: `aaaaaaaa`, `abcabcabc`. */
function isRepetition(text: string): boolean {
  const longest = Math.floor(text.length / 2)
  for (let length = 1; length <= Math.min(longest, 4); length += 1) {
    const part = text.slice(0, length)
    if (part.repeat(Math.ceil(text.length / length)).slice(0, text.length) === text) return true
  }
  return false
}

/** Keys or signs in their order, forth or back: `12345678`, `qwertyuiop`; also two such walks together. */
function isWalk(text: string): boolean {
  let rest = text
  for (let walksLeft = 3; walksLeft > 0 && rest.length > 0; walksLeft -= 1) {
    const length = longestWalk(rest)
    if (length < Math.min(3, rest.length)) return false
    rest = rest.slice(length)
  }
  return rest.length === 0
}

function longestWalk(text: string): number {
  for (let length = text.length; length > 0; length -= 1) {
    if (walks.some((walk) => walk.includes(text.slice(0, length)))) return length
  }
  return 0
}
