import { blanks, dropped, letters } from './folding-tables.ts'

const allDropped = new RegExp(`${dropped}+`, 'gu')
const allBlanks = new RegExp(`${blanks}+`, 'gu')
const plainLetters = new Map(letters.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]))

/**
 * What two spellings of a text share: without case, diacritics, apostrophes and invisible characters, dashes as blanks, letters
 * such as đ, ø, ł and ß as the plain letters they are read as. A tab stays. PostgreSQL's `gatehouse_fold` answers the same.
 */
export function foldText(text: string): string {
  return (
    text
      // NFKD makes a blank and a mark of U+00B4, which is typed for an apostrophe.
      .replace(/\u00b4/g, "'")
      .normalize('NFKD')
      .toLowerCase()
      .replace(allDropped, '')
      .replace(/[\u0080-\uffff]/g, (letter) => plainLetters.get(letter) ?? letter)
      .replace(allBlanks, ' ')
      .replace(/^ | $/g, '')
  )
}
