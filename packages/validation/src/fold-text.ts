import { blanks, dropped, letters } from './folding-tables.ts'

const allDropped = new RegExp(`${dropped}+`, 'gu')
const allBlanks = new RegExp(`${blanks}+`, 'gu')
const plainLetters = new Map(letters.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]))

/**
 * Folds a text for searching: lower case, without diacritics, apostrophes and invisible characters.
 * Dashes become blanks, and letters such as đ, ø, ł and ß become plain ones. Tabs stay.
 * PostgreSQL's `gatehouse_fold` does the same.
 */
export function foldText(text: string): string {
  return (
    text
      // U+00B4 is typed for an apostrophe, but NFKD turns it into a blank and a mark.
      .replace(/\u00b4/g, "'")
      .normalize('NFKD')
      .toLowerCase()
      .replace(allDropped, '')
      .replace(/[\u0080-\uffff]/g, (letter) => plainLetters.get(letter) ?? letter)
      .replace(allBlanks, ' ')
      .replace(/^ | $/g, '')
  )
}
